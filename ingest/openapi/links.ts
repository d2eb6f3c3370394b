import { isRecord } from '../../src/core/json-schema.js';
import type { DeclaredLink } from '../../src/core/tool-schema.js';
import type { OpenApiContext } from './context.js';
import { own, ownRecord, ownText, type Raw } from './document.js';

/**
 * The links of a success response: each says which operation takes a field of it, and as which input. An input that
 * is only repeated (`$request.…`) and constants are no production and give no link.
 */
export function readLinks(response: Raw, item: string, context: OpenApiContext): DeclaredLink[] {
  const links: DeclaredLink[] = [];
  for (const [name, entry] of Object.entries(ownRecord(response, 'links') ?? {})) {
    const link = context.follow(entry, item);
    if (!isRecord(link)) continue;
    const tool = ownText(link, 'operationId') ?? operationOfRef(ownText(link, 'operationRef'));
    if (tool === undefined) {
      context.log.warn(
        'invalid-link',
        item,
        `Link ${JSON.stringify(name)} names no operation of this document; it is left out.`,
      );
      continue;
    }
    const description = ownText(link, 'description');
    const base = {
      kind: 'openapi-link',
      tool,
      direction: 'consumer',
      ...(description === undefined ? {} : { description }),
    } as const;
    const filled = filledInputs(link);
    if (filled.length === 0 && !takesInputs(link)) links.push(base);
    for (const { from, to } of filled) links.push({ ...base, ...(from === undefined ? {} : { from }), to });
  }
  return links;
}

function takesInputs(link: Raw): boolean {
  return Object.keys(ownRecord(link, 'parameters') ?? {}).length > 0 || own(link, 'requestBody') !== undefined;
}

function filledInputs(link: Raw): { from?: string; to: string }[] {
  const expressions = Object.entries(ownRecord(link, 'parameters') ?? {}).map(([to, expression]) => ({
    to: to.replace(/^(path|query|header|cookie)\./, ''),
    expression,
  }));
  const body = own(link, 'requestBody');
  if (typeof body === 'string') expressions.push({ to: 'body', expression: body });
  if (isRecord(body)) expressions.push(...Object.entries(body).map(([to, expression]) => ({ to, expression })));
  return expressions.flatMap(({ to, expression }) => {
    const produced = typeof expression === 'string' ? producedBy(expression) : undefined;
    return produced === undefined ? [] : [{ ...produced, to }];
  });
}

/** Where a runtime expression reads from the response; undefined when it does not. */
function producedBy(expression: string): { from?: string } | undefined {
  const plain = expression.trim().replace(/^\{([\s\S]*)\}$/, '$1');
  if (/^\$response\.header\./.test(plain)) return {};
  const body = /^\$response\.body(?:#([\s\S]*))?$/.exec(plain);
  return body === null ? undefined : { from: fieldPath(body[1] ?? '') };
}

/** A JSON Pointer as a field path: `/data/0/id` is `data[].id`. */
export function fieldPath(pointer: string): string {
  let path = '';
  for (const step of pointer.split('/').slice(1)) {
    if (/^(\d+|-|\*)$/.test(step)) path += '[]';
    else {
      const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
      path += path === '' ? key : `.${key}`;
    }
  }
  return path;
}

/** `GET /pets/{id}` of `#/paths/~1pets~1{id}/get`; undefined for an operation of another document. */
function operationOfRef(ref: string | undefined): string | undefined {
  const match = ref === undefined ? null : /^#\/paths\/([^/]+)\/([a-z]+)$/i.exec(ref);
  if (match === null) return undefined;
  const [, step, method] = match as unknown as [string, string, string];
  const path = safeDecode(step).replaceAll('~1', '/').replaceAll('~0', '~');
  return `${method.toUpperCase()} ${path}`;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (thrown) {
    if (thrown instanceof URIError) return text; // a lone percent sign is part of the path
    throw thrown;
  }
}
