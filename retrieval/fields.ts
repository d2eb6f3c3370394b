import type { JsonSchema } from '../src/core/json-schema.js';
import type { ToolSchema } from '../src/core/tool-schema.js';
import { tokenize, type Word } from './tokenize.js';

/** The searchable fields of a tool. Weight: how much one occurrence counts. Pivot: the length, in words, at which it counts fully. */
export const searchFields = {
  name: { weight: 3, pivot: 4, b: 0.55 },
  title: { weight: 2, pivot: 5, b: 0.5 },
  description: { weight: 1.3, pivot: 14, b: 0.75 },
  path: { weight: 1, pivot: 5, b: 0.5 },
  tags: { weight: 0.8, pivot: 3, b: 0.5 },
  source: { weight: 0.6, pivot: 3, b: 0.3 },
  parameters: { weight: 0.5, pivot: 8, b: 0.7 },
  details: { weight: 0.35, pivot: 30, b: 0.8 },
} as const;

export type SearchField = keyof typeof searchFields;
export const fieldNames = Object.keys(searchFields) as SearchField[];

/** A field's words, as the index reads them. */
export type FieldWords = ReadonlyMap<SearchField, readonly Word[]>;

/** Splits every searchable field of a tool into words. */
export function fieldWords(tool: ToolSchema): FieldWords {
  const fields = new Map<SearchField, readonly Word[]>();
  for (const field of fieldNames) {
    const words = tokenize(fieldText(tool, field));
    if (words.length > 0) fields.set(field, words);
  }
  return fields;
}

/** The text of one field, as indexed and as quoted in explanations. */
export function fieldText(tool: ToolSchema, field: SearchField): string {
  switch (field) {
    case 'name':
      return isBareLetter(tool) ? '' : nameText(tool);
    case 'title':
      return tool.title ?? tool.annotations.title ?? '';
    case 'description':
      return tool.description === tool.title || isBareLetter(tool) ? '' : tool.description;
    case 'path':
      return 'path' in tool.source && tool.source.path !== undefined ? pathText(tool.source.path) : '';
    case 'tags':
      return tool.tags.join(' ');
    case 'source':
      return `${tool.source.id} ${tool.source.title ?? ''} ${isBareLetter(tool) ? nameText(tool) : ''}`.trimEnd();
    case 'parameters':
      return tool.inputs.map((input) => input.originalName).join(' ');
    case 'details':
      return detailsText(tool);
  }
}

/** The original name without a gateway's constant `mcp__server__` prefix; the server is searched as source. */
function nameText(tool: ToolSchema): string {
  return tool.originalName.replace(/^mcp__[^_]+(?:_[^_]+)*?__/, '');
}

/**
 * Is one letter all that is said of a tool, as a minifier leaves it? The letter then counts as little as a word of
 * its source, so that it is found by it and a described tool whose text holds the letter comes first.
 */
export function isBareLetter(tool: ToolSchema): boolean {
  return /^[a-z_$]\d{0,3}$/i.test(tool.originalName) && tool.description.length <= tool.originalName.length;
}

/** Path words without the parameters, which the parameter field holds. */
function pathText(path: string): string {
  return path.replace(/\{[^}]*\}/g, ' ');
}

/** Parameter descriptions and enum values, output field names and further text of the source, bounded. */
function detailsText(tool: ToolSchema): string {
  const parts: string[] = [...(tool.keywords ?? [])];
  for (const property of Object.values(tool.inputSchema.properties ?? {})) {
    if (property.description !== undefined) parts.push(property.description.slice(0, 300));
    parts.push(enumWords(property));
  }
  return parts.join(' ').slice(0, 2000);
}

function enumWords(schema: JsonSchema): string {
  return (schema.enum ?? [])
    .filter((value) => typeof value === 'string')
    .slice(0, 20)
    .join(' ');
}
