import { ToolGraphError, ToolInputError } from '../../core/errors.js';
import type { SecurityRequirement, ToolSchema } from '../../core/tool-schema.js';
import { requestBody } from './serialize-body.js';
import { headerText, pathText, queryPairs } from './serialize-parameter.js';

/** Gives the credential of a security scheme of a source; undefined when the host has none. */
export type Credentials = (source: string, scheme: string) => string | undefined;

/** An HTTP request that calls a tool. */
export interface HttpToolRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text; `[12 bytes]` stands for a file in it. */
  readonly body?: string;
  /** The body as it is sent, where it holds files. Not part of a preview. */
  readonly bytes?: Uint8Array;
}

/** What stands for a credential where a request is shown. */
export const hiddenCredential = '[credential]';

/**
 * The request that calls an OpenAPI tool with checked arguments: parameters in their styles, the body in its content
 * type, credentials from the host alone.
 *
 * @throws ToolGraphError `NOT_CALLABLE` when the tool is no HTTP operation, its document names no server, or a
 * credential is missing; `ToolInputError` for a path value that would lead elsewhere and a header that holds line breaks,
 * and a file that is not base64.
 */
export function buildRequest(
  tool: ToolSchema,
  args: Readonly<Record<string, unknown>>,
  credentials: Credentials,
): HttpToolRequest {
  const { source } = tool;
  if (source.kind !== 'openapi') throw notCallable(tool, 'is no HTTP operation');
  if (source.baseUrl === undefined || !/^https?:\/\//i.test(source.baseUrl))
    throw notCallable(tool, 'has no server address: ingest its document with the option "server"');
  const query: string[] = [];
  const cookies: string[] = [];
  const headers: Record<string, string> = { accept: 'application/json, */*;q=0.5' };
  let path = source.path;
  for (const input of tool.inputs) {
    if (!Object.hasOwn(args, input.name) || args[input.name] === undefined) continue;
    const value = args[input.name];
    if (input.in === 'path')
      path = path.replaceAll(`{${input.originalName}}`, () => safeSegment(tool, input.name, pathText(input, value)));
    else if (input.in === 'query') query.push(...queryPairs(input, value).map((pair) => pair.join('=')));
    else if (input.in === 'cookie') cookies.push(...queryPairs(input, value).map((pair) => pair.join('=')));
    else if (input.in === 'header')
      headers[input.originalName.toLowerCase()] = safeHeader(tool, input.name, headerText(input, value));
  }
  const body = requestBody(tool, args);
  if (body !== undefined) headers['content-type'] = body.contentType;
  for (const { requirement, value } of chosenCredentials(tool, source.security, credentials))
    apply(requirement, value, { query, cookies, headers });
  if (cookies.length > 0) headers['cookie'] = cookies.join('; ');
  const url = `${source.baseUrl}${path}${query.length === 0 ? '' : `${path.includes('?') ? '&' : '?'}${query.join('&')}`}`;
  const content =
    body === undefined ? {} : { body: body.text, ...(body.bytes === undefined ? {} : { bytes: body.bytes }) };
  return { method: source.method, url, headers, ...content };
}

/** A dot segment would climb out of the operation's path, encoded or not; an empty one would name another resource. */
function safeSegment(tool: ToolSchema, argument: string, text: string): string {
  if (text !== '' && !/^(?:\.|%2e){1,2}$/i.test(text)) return text;
  throw new ToolInputError(tool.name, [
    { argument, message: text === '' ? 'must not be empty: it is a part of the path' : 'must not be "." or ".."' },
  ]);
}

function safeHeader(tool: ToolSchema, argument: string, text: string): string {
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) return text;
  throw new ToolInputError(tool.name, [{ argument, message: 'must be Latin-1 text on one line: it is a header' }]);
}

interface ChosenCredential {
  readonly requirement: SecurityRequirement;
  readonly value: string;
}

/** The credentials of the first alternative that the host can meet. */
function chosenCredentials(
  tool: ToolSchema,
  alternatives: readonly (readonly SecurityRequirement[])[] | undefined,
  credentials: Credentials,
): ChosenCredential[] {
  if (alternatives === undefined || alternatives.length === 0) return [];
  const met = alternatives
    .map((requirements) =>
      requirements.map((requirement) => ({ requirement, value: credentials(tool.source.id, requirement.scheme) })),
    )
    .filter((chosen): chosen is ChosenCredential[] => chosen.every(({ value }) => value !== undefined));
  const [first] = [...met.filter((chosen) => chosen.length > 0), ...met];
  if (first !== undefined) return first;
  const schemes = alternatives
    .map((requirements) => requirements.map(({ scheme }) => scheme).join(' and '))
    .join(', or ');
  throw notCallable(tool, `needs a credential for ${schemes}: give it to the host for the source ${tool.source.id}`);
}

function apply(
  { type, name = '', in: place, httpScheme }: SecurityRequirement,
  value: string,
  request: { query: string[]; cookies: string[]; headers: Record<string, string> },
): void {
  if (type === 'apiKey' && place === 'query')
    request.query.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  else if (type === 'apiKey' && place === 'cookie') request.cookies.push(`${name}=${encodeURIComponent(value)}`);
  else if (type === 'apiKey') request.headers[name.toLowerCase()] = value;
  else if (httpScheme === 'basic') request.headers['authorization'] = `Basic ${Buffer.from(value).toString('base64')}`;
  else request.headers['authorization'] = `Bearer ${value}`;
}

function notCallable(tool: ToolSchema, why: string): ToolGraphError {
  return new ToolGraphError('NOT_CALLABLE', `Tool "${tool.name}" ${why}.`);
}
