import { DiagnosticLog } from '../../src/core/diagnostics.js';
import { messageOf, ToolGraphError } from '../../src/core/errors.js';
import { inferSchema, mergeSchemas } from '../../src/core/infer-schema.js';
import { isRecord, type JsonSchema } from '../../src/core/json-schema.js';
import type { IngestResult, ToolAnnotations, ToolDraft } from '../../src/core/tool-schema.js';
import { plainText } from '../plain-text.js';
import { parseExampleJson } from './example-json.js';
import { requestInputs, textOf, urlOf } from './request-inputs.js';
import { SecretFilter } from './secrets.js';

/** A request found in a collection, with the folders that hold it. */
interface FoundRequest {
  readonly item: Record<string, unknown>;
  readonly folders: readonly string[];
  /** Path of positions, for an item without a name. */
  readonly place: string;
}

const maxItems = 50_000;
const maxDepth = 50;

/**
 * One tool for each saved request of a Postman collection, format 2.0 or 2.1, parsed; an API answer that wraps it in
 * `collection` too. Folders become tags, saved answers the output. Credentials stay out: `auth` blocks are not read,
 * values of headers, parameters, bodies and variables are not copied, and texts are cleaned of what is or looks like
 * one. Scripts are not run.
 *
 * @throws ToolGraphError `INVALID_DOCUMENT` when it is not such a collection.
 */
export function ingestPostmanCollection(document: unknown, source: string): IngestResult {
  const collection = collectionOf(document);
  const log = new DiagnosticLog(source);
  const secrets = new SecretFilter(collection);
  const variables = new Set(variableNames(collection));
  const context: Context = { source, title: titleOf(collection, secrets), secrets, variables, log };
  const taken = new Set<string>();
  const tools = requestsOf(collection, log).flatMap((found) => {
    const item = [...found.folders, nameOf(found)].join(' / ');
    try {
      const tool = toolOf(found, item, context);
      return tool === undefined ? [] : [withOwnId(tool, taken)];
    } catch (error) {
      log.error('invalid-request', item, `The request cannot be read: ${messageOf(error)}`);
      return [];
    }
  });
  if (tools.length === 0) log.warn('no-requests', undefined, 'The collection holds no request; no tool was made.');
  return { tools, diagnostics: log.entries };
}

interface Context {
  readonly source: string;
  readonly title: string | undefined;
  readonly secrets: SecretFilter;
  readonly variables: ReadonlySet<string>;
  readonly log: DiagnosticLog;
}

function collectionOf(document: unknown): Record<string, unknown> {
  const collection = isRecord(document) && isRecord(document['collection']) ? document['collection'] : document;
  if (isRecord(collection) && Array.isArray(collection['item'])) return collection;
  const old = isRecord(collection) && Array.isArray(collection['requests']);
  throw new ToolGraphError(
    'INVALID_DOCUMENT',
    old
      ? 'The document is a Postman collection of format 1; export it as format 2.1.'
      : 'The document is not a Postman collection of format 2: it has no list "item".',
  );
}

function titleOf(collection: Record<string, unknown>, secrets: SecretFilter): string | undefined {
  const { info } = collection;
  return isRecord(info) && typeof info['name'] === 'string' && info['name'].trim() !== ''
    ? secrets.clean(info['name'].trim())
    : undefined;
}

function variableNames(collection: Record<string, unknown>): string[] {
  const list = Array.isArray(collection['variable']) ? collection['variable'] : [];
  return list.filter(isRecord).flatMap((entry) => (typeof entry['key'] === 'string' ? [entry['key']] : []));
}

/** Every request, in the order of the collection, without recursion. */
function requestsOf(collection: Record<string, unknown>, log: DiagnosticLog): FoundRequest[] {
  const found: FoundRequest[] = [];
  const stack = listed(collection['item'], [], 'item').reverse();
  for (let count = 0; stack.length > 0; count++) {
    const next = stack.pop() as FoundRequest;
    if (count >= maxItems) {
      log.warn('too-many-items', undefined, `The collection has more than ${maxItems} items; the rest is left out.`);
      break;
    }
    if (Array.isArray(next.item['item'])) {
      if (next.folders.length < maxDepth)
        stack.push(...listed(next.item['item'], [...next.folders, nameOf(next)], `${next.place}.item`).reverse());
      else
        log.warn('too-deep', nameOf(next), `Folders are nested deeper than ${maxDepth}; what lies deeper is left out.`);
    } else if (next.item['request'] !== undefined) found.push(next);
    else log.error('invalid-item', nameOf(next), 'The item is neither a folder nor a request and is left out.');
  }
  return found;
}

function listed(list: unknown, folders: readonly string[], place: string): FoundRequest[] {
  return (Array.isArray(list) ? list : []).map((item, index) => ({
    item: isRecord(item) ? item : {},
    folders,
    place: `${place}[${index}]`,
  }));
}

function nameOf({ item, place }: FoundRequest): string {
  return typeof item['name'] === 'string' && item['name'].trim() !== '' ? item['name'].trim() : place;
}

function toolOf(
  found: FoundRequest,
  item: string,
  { source, title, secrets, variables, log }: Context,
): ToolDraft | undefined {
  const raw = found.item['request'];
  const request = typeof raw === 'string' ? { url: raw, method: 'GET' } : raw;
  if (!isRecord(request)) {
    log.error('invalid-request', item, 'The request is neither an object nor an address.');
    return undefined;
  }
  const method =
    typeof request['method'] === 'string' && request['method'] !== '' ? request['method'].toUpperCase() : 'GET';
  const { base, segments } = addressOf(request);
  const path = secrets.clean(`/${segments.join('/')}`);
  const parts = requestInputs(request, segments, variables, secrets);
  if (parts.secrets.length > 0)
    log.info(
      'credentials-left-out',
      item,
      `${parts.secrets.join(', ')} carry credentials and are the host's to supply.`,
    );
  const output = outputOf(found.item['response']);
  const name = secrets.clean(nameOf(found));
  const text = secrets.clean(plainText(textOf(request['description']) || textOf(found.item['description'])));
  return {
    source: { kind: 'data', id: source, ...(title === undefined ? {} : { title }), form: 'postman', method, path },
    originalId: secrets.clean(item),
    originalName: name,
    title: name,
    description:
      text === ''
        ? name === found.place
          ? `${method} ${path}`
          : name
        : startsWith(text, name)
          ? text
          : `${name}. ${text}`,
    inputSchema: parts.inputSchema,
    ...(output === undefined ? {} : { outputSchema: output }),
    inputs: parts.inputs,
    ...(found.folders.length === 0 ? {} : { tags: found.folders.map((folder) => secrets.clean(folder)) }),
    annotations: annotationsOf(method, parts.document),
    metadata: {
      ...(base === undefined ? {} : { baseUrl: secrets.clean(base) }),
      ...(parts.document === undefined ? {} : { document: secrets.clean(parts.document) }),
    },
  };
}

function startsWith(text: string, name: string): boolean {
  return text.toLowerCase().startsWith(name.toLowerCase());
}

/** Two requests of one name in one folder are told apart by their order. */
function withOwnId(tool: ToolDraft, taken: Set<string>): ToolDraft {
  let id = tool.originalId;
  for (let count = 2; taken.has(id); count++) id = `${tool.originalId} (${count})`;
  taken.add(id);
  return id === tool.originalId ? tool : { ...tool, originalId: id };
}

/** Where the request goes, without credentials and query: `{{baseUrl}}` or `https://host`, and the path's segments. */
function addressOf(request: Record<string, unknown>): {
  readonly base: string | undefined;
  readonly segments: string[];
} {
  const url = urlOf(request);
  const raw = typeof url['raw'] === 'string' ? url['raw'] : '';
  const plain = raw.replace(/[?#].*$/s, '');
  const rest = plain.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '');
  const [first = '', ...after] = rest.split('/');
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(plain)?.[0] ?? '';
  const hostParts = Array.isArray(url['host'])
    ? url['host'].map(String).join('.')
    : typeof url['host'] === 'string'
      ? url['host']
      : first;
  const protocol = typeof url['protocol'] === 'string' ? `${url['protocol']}://` : scheme;
  const host = hostParts.replace(/^[^@/]*@/, '');
  const listedPath = Array.isArray(url['path'])
    ? url['path'].map((step) => (isRecord(step) ? String(step['value'] ?? '') : String(step)))
    : undefined;
  const written = typeof url['path'] === 'string' ? url['path'].split('/') : after;
  const segments = (listedPath ?? written).filter((segment) => segment !== '');
  return { base: host === '' ? undefined : protocol + host, segments };
}

function annotationsOf(method: string, document: string | undefined): ToolAnnotations {
  if (document !== undefined) return { readOnlyHint: !/^\s*mutation\b/.test(document) };
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return { readOnlyHint: true };
  return {
    readOnlyHint: false,
    ...(method === 'DELETE' ? { destructiveHint: true } : {}),
    ...(method === 'DELETE' || method === 'PUT' ? { idempotentHint: true } : {}),
  };
}

/** What the saved answers with a success code look like, together. */
function outputOf(responses: unknown): JsonSchema | undefined {
  const schemas = (Array.isArray(responses) ? responses : []).filter(isRecord).flatMap((response): JsonSchema[] => {
    const { code, body } = response;
    if (typeof body !== 'string' || (typeof code === 'number' && (code < 200 || code > 299))) return [];
    const parsed = parseExampleJson(body);
    return parsed === undefined ? [] : [inferSchema(parsed.value)];
  });
  return schemas.length === 0 ? undefined : schemas.slice(0, 20).reduce(mergeSchemas);
}
