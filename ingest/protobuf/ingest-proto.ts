import type { Method, NamespaceBase, ReflectionObject, Root, Service } from 'protobufjs';
import { DiagnosticLog } from '../../src/core/diagnostics.js';
import { messageOf, ToolGraphError } from '../../src/core/errors.js';
import type { JsonSchema, JsonValue } from '../../src/core/json-schema.js';
import type { IngestResult, ToolAnnotations, ToolDraft, ToolInput } from '../../src/core/tool-schema.js';
import { messageSchema } from './message-schema.js';

/** The part of protobufjs that is used: its parser and its tree. */
export interface ProtobufLibrary {
  readonly parse: (text: string, root: Root, options: { keepCase: boolean; alternateCommentMode: boolean }) => unknown;
  readonly Root: new () => Root;
}

const maxLength = 20_000_000;
const destructiveWords = new Set(['delete', 'remove', 'destroy', 'purge', 'drop', 'erase', 'wipe', 'revoke']);

/**
 * One tool for each method of the services in `.proto` texts, which may use each other's messages. Imports are not
 * followed: a message that no text defines accepts anything, with a diagnostic. A text that cannot be parsed costs a
 * diagnostic and only itself, unless it is the only one.
 *
 * @param files Text by file name.
 * @throws ToolGraphError `INVALID_DOCUMENT` when no text can be parsed, `LIMIT_EXCEEDED` when one is too long or too deep.
 */
export function ingestProtoFiles(
  files: ReadonlyMap<string, string>,
  source: string,
  library: ProtobufLibrary,
): IngestResult {
  const log = new DiagnosticLog(source);
  const root = new library.Root();
  let read = 0;
  for (const [name, text] of files) {
    const failure = parseFile(name, text, root, library);
    if (failure === undefined) read++;
    else if (files.size === 1) throw failure;
    else log.error('invalid-file', name, failure.message);
  }
  if (read === 0) throw new ToolGraphError('INVALID_DOCUMENT', 'None of the files is a protobuf definition.');
  const tools = servicesOf(root).flatMap((service) =>
    service.methodsArray.flatMap((method) => {
      const item = `${plainName(service)}/${method.name}`;
      try {
        return [toolOf(method, service, item, source, log)];
      } catch (error) {
        log.error('invalid-method', item, `The method cannot be read: ${messageOf(error)}`);
        return [];
      }
    }),
  );
  if (tools.length === 0)
    log.warn('no-services', undefined, 'The files define no service with methods; no tool was made.');
  return { tools, diagnostics: log.entries };
}

function parseFile(name: string, text: string, root: Root, library: ProtobufLibrary): ToolGraphError | undefined {
  if (text.length > maxLength)
    return new ToolGraphError(
      'LIMIT_EXCEEDED',
      `${name} has ${text.length} characters; at most ${maxLength} are read.`,
    );
  try {
    library.parse(text, root, { keepCase: true, alternateCommentMode: true });
    return undefined;
  } catch (error) {
    const deep = error instanceof RangeError || /depth/i.test(messageOf(error));
    const what = deep ? 'nests too deeply to be read' : 'is not a protobuf definition';
    return new ToolGraphError(
      deep ? 'LIMIT_EXCEEDED' : 'INVALID_DOCUMENT',
      `${name} ${what}: ${messageOf(error, 200)}`,
      { cause: error },
    );
  }
}

/** Every service, in the order of definition, without recursion. */
function servicesOf(root: Root): Service[] {
  const found: Service[] = [];
  const stack: ReflectionObject[] = [root];
  while (stack.length > 0) {
    const next = stack.pop() as ReflectionObject;
    if ('methodsArray' in next) found.push(next as Service);
    if ('nestedArray' in next) stack.push(...[...(next as NamespaceBase).nestedArray].reverse());
  }
  return found;
}

function plainName(object: ReflectionObject): string {
  return object.fullName.replace(/^\./, '');
}

function toolOf(method: Method, service: Service, item: string, source: string, log: DiagnosticLog): ToolDraft {
  const schemaOf = (type: string, direction: 'input' | 'output') =>
    messageSchema(type, service, direction, (issue) => log.warn(issue.code, item, `${issue.message}.`));
  const request = schemaOf(method.requestType, 'input');
  const inputSchema: JsonSchema = { ...request, type: 'object', properties: request.properties ?? {} };
  const streams = {
    ...(method.requestStream ? { requestStream: true } : {}),
    ...(method.responseStream ? { responseStream: true } : {}),
  };
  const http = httpRule(method);
  return {
    source: { kind: 'grpc', id: source, service: plainName(service) },
    originalId: item,
    originalName: method.name,
    description: describe(method),
    inputSchema,
    outputSchema: schemaOf(method.responseType, 'output'),
    inputs: Object.keys(inputSchema.properties ?? {}).map(
      (name): ToolInput => ({
        name,
        originalName: name,
        in: 'argument',
        required: inputSchema.required?.includes(name) === true,
      }),
    ),
    tags: [service.name],
    annotations: annotationsOf(method, http),
    ...(method.options?.['deprecated'] === true ? { deprecated: true } : {}),
    ...(service.comment ? { keywords: [service.comment.slice(0, 300)] } : {}),
    metadata: { ...streams, ...(http === undefined ? {} : { http }) },
  };
}

function describe(method: Method): string {
  if (method.comment) return method.comment;
  const words = wordsOf(method.name).join(' ');
  return words === '' ? `${method.name}.` : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g) ?? []).map((word) => word.toLowerCase());
}

/** `GET /v1/orders/{id}` of a `(google.api.http)` option. */
function httpRule(method: Method): JsonValue | undefined {
  for (const verb of ['get', 'put', 'post', 'delete', 'patch']) {
    const path = method.options?.[`(google.api.http).${verb}`];
    if (typeof path === 'string') return `${verb.toUpperCase()} ${path}`;
  }
  return undefined;
}

function annotationsOf(method: Method, http: JsonValue | undefined): ToolAnnotations {
  const level = method.options?.['idempotency_level'];
  const reads = level === 'NO_SIDE_EFFECTS' || (typeof http === 'string' && http.startsWith('GET '));
  const destroys = wordsOf(method.name).some((word) => destructiveWords.has(word));
  return {
    ...(reads ? { readOnlyHint: true } : destroys ? { readOnlyHint: false, destructiveHint: true } : {}),
    ...(level === 'IDEMPOTENT' ? { idempotentHint: true } : {}),
  };
}
