import type { ToolField, ToolSchema } from '../core/tool-schema.js';
import { parseKeyName, subjectOf } from './entity.js';
import { isPagination, isSecret, nameWords } from './words.js';

/**
 * Where the value of an input comes from when no tool produces it.
 *
 * - `user-input`: a value only the caller knows (a text, a date, a name to search for).
 * - `identifier`: the key of a thing; the caller has to know it, as no tool in the catalog finds it.
 * - `secret`: a credential or header that a host keeps. `context`: a context key that a host supplies.
 * - `default`: the schema has a value of its own. `pagination`: steers paging or order of a listing.
 */
export type InputClass = 'user-input' | 'identifier' | 'secret' | 'context' | 'default' | 'pagination';

/** Classes an application can fill without asking another tool. */
export function isSelfSupplied(inputClass: InputClass): boolean {
  return inputClass !== 'identifier';
}

/** The class of one input of `tool`, by its name, place and default. */
export function inputClassOf(tool: ToolSchema, field: ToolField): InputClass {
  const words = nameWords(field.name);
  if (tool.requires.includes(field.path)) return 'context';
  if (isPagination(words)) return 'pagination';
  if (isSecret(words) || field.in === 'header' || field.in === 'cookie') return 'secret';
  if (field.default !== undefined || field.enum?.length === 1) return 'default';
  const key = parseKeyName(words);
  if (key === undefined) return field.in === 'path' && field.enum === undefined ? pathClass(tool, field) : 'user-input';
  if (key.cls === 'token') return 'secret';
  if (key.cls === 'id' || key.cls === 'key' || key.cls === 'slug') return 'identifier';
  return field.in === 'path' ? 'identifier' : 'user-input';
}

/** A path parameter named after the collection before it is a key; `/{date}` is not. */
function pathClass(tool: ToolSchema, field: ToolField): InputClass {
  const param = subjectOf(tool).pathParams.get(field.name);
  const noun = param?.noun;
  const name = nameWords(field.name).join('');
  return noun !== undefined && (noun.startsWith(name) || name.startsWith(noun)) ? 'identifier' : 'user-input';
}
