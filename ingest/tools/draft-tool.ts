import type { DiagnosticLog } from '../../src/core/diagnostics.js';
import { isRecord, type JsonValue, setOwn } from '../../src/core/json-schema.js';
import type { ToolAnnotations, ToolDraft, ToolSource } from '../../src/core/tool-schema.js';
import { readInputs, type SchemaNotes } from './input-schema.js';
import { readOutput } from './output-schema.js';
import { describeValue } from './read-row.js';
import type { ToolRecord } from './tool-record.js';

/** Longest metadata value kept, as JSON text; longer ones are pictures or documents, not facts about a tool. */
const maxMetadataChars = 4000;
/** From this size, in characters of JSON, a tool's schemas are worth a word: some 5,000 model tokens. */
const largeSchemaChars = 20_000;
/** From this nesting of JSON on, too: models and providers begin to fail there. */
const deepSchemaLevels = 16;
/** Longest name taken: beyond it the value is a document in the wrong place. */
const maxNameChars = 1000;
/** Longest tool text kept, in characters: what lies beyond neither ranks nor fits a prompt. */
const maxDescriptionChars = 100_000;

/**
 * Checks one tool record and makes a draft of it: repairs what can be repaired, quarantines a tool without a name.
 *
 * @param item What diagnostics call the tool when it has no name: `rows[3]`.
 * @returns undefined when the tool is quarantined; the log says why.
 */
export function draftTool(
  record: ToolRecord,
  item: string,
  sourceOf: (record: ToolRecord) => ToolSource,
  log: DiagnosticLog,
): ToolDraft | undefined {
  const name = record.name;
  if (typeof name !== 'string' || name.trim() === '' || name.length > maxNameChars) {
    const seen =
      typeof name === 'string' && name.length > maxNameChars
        ? `a text of ${name.length} characters`
        : describeValue(name);
    log.error(
      'invalid-tool-name',
      item,
      `${item}: its name is ${seen}; a tool needs a short non-empty text as its name, so it was left out.`,
    );
    return undefined;
  }
  const label = JSON.stringify(name.length > 100 ? `${name.slice(0, 99)}…` : name);
  const notes: SchemaNotes = {
    repair: (code, message) => log.repair(code, name, `Tool ${label}: ${message}.`),
    warn: (code, message) => log.warn(code, name, `Tool ${label}: ${message}.`),
  };
  const { schema, inputs } = readInputs(record.input, record.inputOptional, notes, record.locations);
  const output = readOutput(record.output, record.outputIsSchema, notes);
  reportSize(name, label, [schema, output.schema], log);
  const annotations = readAnnotations(record.annotations, notes);
  const title = text(record.title) ?? text(annotations.title);
  const keywords = keywordsOf(record, name, output.text);
  const metadata = readMetadata(record.metadata ?? {}, notes);
  return {
    source: sourceOf(record),
    originalId: record.originalId ?? (record.group === undefined ? name : `${record.group}.${name}`),
    originalName: name,
    ...(title === undefined ? {} : { title }),
    description: readDescription(record.description, title ?? name, notes),
    inputSchema: schema,
    ...(output.schema === undefined ? {} : { outputSchema: output.schema }),
    inputs,
    requires: texts(record.requires, 'requires', notes),
    provides: texts(record.provides, 'provides', notes),
    tags: texts(record.tags, 'tags', notes),
    annotations,
    ...(record.deprecated === true ? { deprecated: true } : {}),
    ...(record.links === undefined || record.links.length === 0 ? {} : { links: record.links }),
    ...(keywords.length === 0 ? {} : { keywords }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...(record.callable === undefined ? {} : { callable: record.callable }),
  };
}

/** Says of a definition that is far larger or deeper than most what it costs; the bounds of its schemas still hold. */
function reportSize(name: string, label: string, schemas: readonly unknown[], log: DiagnosticLog): void {
  const encoded = JSON.stringify(schemas);
  const depth = nestingOf(encoded);
  if (encoded.length < largeSchemaChars && depth < deepSchemaLevels) return;
  log.info(
    'large-schema',
    name,
    `Tool ${label}: its schemas are ${encoded.length} characters of JSON, nested ${depth} deep; they were kept within the bounds.`,
  );
}

/** Deepest nesting of brackets of a JSON text. */
function nestingOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]/g)) {
    if (token === '{' || token === '[') deepest = Math.max(deepest, ++depth);
    else if (token === '}' || token === ']') depth--;
  }
  return deepest - 1; // without the list that holds the schemas
}

function readDescription(value: unknown, fallback: string, notes: SchemaNotes): string {
  if (typeof value === 'string' && value.trim() !== '') {
    if (value.length <= maxDescriptionChars) return value.trim();
    notes.repair('description-cut', `its description of ${value.length} characters was cut to ${maxDescriptionChars}`);
    return value.slice(0, maxDescriptionChars).trim();
  }
  if (value !== undefined && value !== null && typeof value !== 'string')
    notes.repair(
      'invalid-description',
      `its description is ${describeValue(value)}; words of its name stand in for it`,
    );
  return wordsOf(fallback);
}

/** `list_openIssues` as `list open Issues`; a text without letters stays as it is. */
function wordsOf(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_\-.:/]+/g, ' ')
    .trim();
  return words === '' ? name : words;
}

function readAnnotations(value: unknown, notes: SchemaNotes): ToolAnnotations {
  if (value === undefined || value === null) return {};
  if (!isRecord(value)) {
    notes.repair('invalid-annotations', `its annotations are ${describeValue(value)}; dropped`);
    return {};
  }
  const kept: Record<string, JsonValue> = {};
  for (const [key, entry] of Object.entries(value)) {
    if (entry === null || entry === undefined) continue; // absent is not false
    const json = jsonCopy(entry);
    const wrongHint = key.endsWith('Hint') && typeof entry !== 'boolean';
    const wrongTitle = key === 'title' && typeof entry !== 'string';
    if (json === undefined || wrongHint || wrongTitle)
      notes.repair(
        'invalid-annotation',
        `its annotation ${JSON.stringify(key.slice(0, 60))} is ${describeValue(entry)}; dropped`,
      );
    else setOwn(kept, key, json);
  }
  return kept;
}

function readMetadata(values: Readonly<Record<string, unknown>>, notes: SchemaNotes): Record<string, JsonValue> {
  const kept: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined || typeof value === 'function') continue;
    const json = jsonCopy(value);
    if (json !== undefined) setOwn(kept, key, json);
    else
      notes.warn(
        'metadata-dropped',
        `its ${JSON.stringify(key.slice(0, 60))} is not JSON or longer than ${maxMetadataChars} characters; dropped`,
      );
  }
  return kept;
}

/** A value as JSON of bounded size, sharing nothing with the source; undefined when it has no such form. */
function jsonCopy(value: unknown): JsonValue | undefined {
  let encoded: string | undefined;
  try {
    encoded = JSON.stringify(value);
  } catch {
    return undefined; // cyclic, a bigint or too deep: no JSON form
  }
  return encoded === undefined || encoded.length > maxMetadataChars ? undefined : (JSON.parse(encoded) as JsonValue);
}

/** The non-empty texts of a list, or of one text; a repair for what is neither. */
function texts(value: unknown, key: string, notes: SchemaNotes): string[] {
  if (value === undefined || value === null) return [];
  const listed = Array.isArray(value) ? value : [value];
  const kept = listed.map(text).filter((entry) => entry !== undefined);
  if (kept.length < listed.length) notes.repair('invalid-list', `its ${key} hold something that is no text; dropped`);
  return [...new Set(kept)];
}

function keywordsOf(record: ToolRecord, name: string, output: string | undefined): string[] {
  const given = [...(record.keywords ?? []), record.group, record.groupDescription, output];
  return [...new Set(given.map(text).filter((entry) => entry !== undefined && !name.includes(entry)) as string[])];
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
