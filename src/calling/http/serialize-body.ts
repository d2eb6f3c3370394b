import { randomBytes } from 'node:crypto';
import { setOwn } from '../../core/json-schema.js';
import type { ToolInput } from '../../core/tool-schema.js';
import { scalarText } from './serialize-parameter.js';

/** A body with the content type that says how to read it. */
export interface RequestBody {
  readonly contentType: string;
  readonly text: string;
}

/** The body that the inputs `in: body` make of the arguments; undefined when none of them is given. */
export function requestBody(
  inputs: readonly ToolInput[],
  args: Readonly<Record<string, unknown>>,
): RequestBody | undefined {
  const given = inputs.filter((input) => input.in === 'body' && Object.hasOwn(args, input.name));
  const type = given[0]?.contentType ?? 'application/json';
  const [first] = given;
  if (first === undefined) return undefined;
  const value: Record<string, unknown> = {};
  for (const input of given) setOwn(value, input.originalName, args[input.name]);
  return written(type, first.whole === true ? args[first.name] : value);
}

function written(contentType: string, value: unknown): RequestBody {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/x-www-form-urlencoded') return { contentType: type, text: formText(value) };
  if (type === 'multipart/form-data') return multipart(value);
  if (/json$/.test(type) || typeof value !== 'string') {
    const isJson = /json$/.test(type);
    return { contentType: isJson ? contentType : 'application/json', text: JSON.stringify(value) };
  }
  return { contentType, text: value };
}

function formText(value: unknown): string {
  const form = new URLSearchParams();
  for (const [name, entry] of Object.entries(value ?? {}))
    for (const item of Array.isArray(entry) ? entry : [entry]) form.append(name, scalarText(item));
  return form.toString();
}

/** One part for each property, and for each entry of a list; objects are JSON parts. */
function multipart(value: unknown): RequestBody {
  const boundary = `toolgraph-${randomBytes(12).toString('hex')}`;
  const parts = Object.entries(value ?? {}).flatMap(([name, entry]) =>
    (Array.isArray(entry) ? entry : [entry]).map((item) => {
      const isObject = typeof item === 'object' && item !== null;
      const type = isObject ? '\r\ncontent-type: application/json' : '';
      return `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"${type}\r\n\r\n${scalarText(item)}\r\n`;
    }),
  );
  return { contentType: `multipart/form-data; boundary=${boundary}`, text: `${parts.join('')}--${boundary}--\r\n` };
}

function quoted(name: string): string {
  return name.replace(/[\r\n"]/g, (character) => encodeURIComponent(character));
}
