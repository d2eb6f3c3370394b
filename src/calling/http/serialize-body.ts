import { randomBytes } from 'node:crypto';
import { ToolInputError } from '../../core/errors.js';
import { type JsonSchema, setOwn } from '../../core/json-schema.js';
import type { ToolSchema } from '../../core/tool-schema.js';
import { type FilePart, filePart, isBinary, partSchema } from './file-part.js';
import { scalarText } from './serialize-parameter.js';

/** A body with the content type that says how to read it. */
export interface RequestBody {
  readonly contentType: string;
  /** The body as it is shown: `[12 bytes]` stands for a file. */
  readonly text: string;
  /** What is sent, where that is not the text. */
  readonly bytes?: Uint8Array;
}

/**
 * The body that the inputs `in: body` make of the arguments; undefined when none of them is given.
 *
 * @throws ToolInputError for a file that is not base64.
 */
export function requestBody(tool: ToolSchema, args: Readonly<Record<string, unknown>>): RequestBody | undefined {
  const given = tool.inputs.filter((input) => input.in === 'body' && Object.hasOwn(args, input.name));
  const type = given[0]?.contentType ?? 'application/json';
  const [first] = given;
  if (first === undefined) return undefined;
  const schemaOf = (name: string): JsonSchema | undefined => {
    const { properties = {} } = tool.inputSchema;
    return Object.hasOwn(properties, name) ? properties[name] : undefined;
  };
  if (first.whole === true) return written(tool, type, args[first.name], schemaOf(first.name), first.name);
  const value: Record<string, unknown> = {};
  const properties: Record<string, JsonSchema> = {};
  for (const input of given) {
    setOwn(value, input.originalName, args[input.name]);
    setOwn(properties, input.originalName, schemaOf(input.name) ?? {});
  }
  return written(tool, type, value, { type: 'object', properties }, undefined);
}

function written(
  tool: ToolSchema,
  contentType: string,
  value: unknown,
  schema: JsonSchema | undefined,
  argument: string | undefined,
): RequestBody {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/x-www-form-urlencoded') return { contentType: type, text: formText(value) };
  if (type === 'multipart/form-data') return multipart(tool, value, schema?.properties ?? {});
  if (/json$/.test(type) || typeof value !== 'string') {
    const isJson = /json$/.test(type);
    return { contentType: isJson ? contentType : 'application/json', text: JSON.stringify(value) };
  }
  if (!isBinary(schema)) return { contentType, text: value };
  const { bytes } = fileOf(tool, argument ?? 'body', value);
  return { contentType, text: shown(bytes), bytes };
}

function formText(value: unknown): string {
  const form = new URLSearchParams();
  for (const [name, entry] of Object.entries(value ?? {}))
    for (const item of Array.isArray(entry) ? entry : [entry]) form.append(name, scalarText(item));
  return form.toString();
}

/** One part for each property, and for each entry of a list; objects are JSON parts, binary texts are files. */
function multipart(tool: ToolSchema, value: unknown, schemas: Readonly<Record<string, JsonSchema>>): RequestBody {
  const boundary = `toolgraph-${randomBytes(12).toString('hex')}`;
  const sent: Uint8Array[] = [];
  let text = '';
  let hasFiles = false;
  const add = (piece: string | Uint8Array): void => {
    text += typeof piece === 'string' ? piece : shown(piece);
    sent.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
  };
  for (const [name, entry] of Object.entries(value ?? {})) {
    const schema = partSchema(Object.hasOwn(schemas, name) ? schemas[name] : undefined);
    for (const item of Array.isArray(entry) ? entry : [entry]) {
      const head = `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"`;
      if (isBinary(schema) && typeof item === 'string') {
        const { bytes, contentType } = fileOf(tool, name, item);
        hasFiles = true;
        add(`${head}; filename="${quoted(name)}"\r\ncontent-type: ${contentType}\r\n\r\n`);
        add(bytes);
        add('\r\n');
      } else {
        const type = typeof item === 'object' && item !== null ? '\r\ncontent-type: application/json' : '';
        add(`${head}${type}\r\n\r\n${scalarText(item)}\r\n`);
      }
    }
  }
  add(`--${boundary}--\r\n`);
  const contentType = `multipart/form-data; boundary=${boundary}`;
  return { contentType, text, ...(hasFiles ? { bytes: Buffer.concat(sent) } : {}) };
}

function fileOf(tool: ToolSchema, argument: string, text: string): FilePart {
  const file = filePart(text);
  if (file !== undefined) return file;
  throw new ToolInputError(tool.name, [
    { argument, message: 'must be the bytes of a file in base64, or a data: URL in base64' },
  ]);
}

function shown(bytes: Uint8Array): string {
  return `[${bytes.byteLength} bytes]`;
}

function quoted(name: string): string {
  return name.replace(/[\r\n"]/g, (character) => encodeURIComponent(character));
}
