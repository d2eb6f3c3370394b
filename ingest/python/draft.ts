import type { DiagnosticLog } from '../../src/core/diagnostics.js';
import { canonicalSchema, type JsonSchema, type JsonValue, setOwn } from '../../src/core/json-schema.js';
import type { CodeSource, ToolDraft, ToolInput } from '../../src/core/tool-schema.js';
import { readDocType } from './doc-types.js';
import { type Docstring, readDocstring } from './docstring.js';
import { inputsOfSchema } from './explicit-inputs.js';
import type { ModuleScope } from './scope.js';
import { readSignature, type SignatureReading } from './signature.js';
import { docstringOf, type PyFunction } from './syntax-tree.js';
import type { ToolMark } from './tool-mark.js';
import type { RawSchema } from './type-names.js';
import type { TypeEnvironment, TypeReader } from './type-reading.js';

/** A function that is to be offered as a tool, and how it was found. */
export interface FoundTool {
  readonly definition: PyFunction;
  /** The file that holds the definition. */
  readonly scope: ModuleScope;
  /** `function`, or `Class.method`. */
  readonly qualifiedName: string;
  readonly mark?: ToolMark;
  /** The first parameter is the instance or class. */
  readonly bound: boolean;
  /** The function is marked as a tool, rather than merely public. */
  readonly marked: boolean;
  readonly deprecated?: boolean;
  /** Name it is bound to, where that is not the function's own. */
  readonly boundName?: string;
  /** Parameters that a `partial` has filled already. */
  readonly fixed?: ReadonlySet<string>;
  /** The same function is offered under several names, which are then part of its identity. */
  readonly isOneOfSeveral?: boolean;
}

/** What all drafts of one ingest share. */
export interface DraftContext {
  readonly reader: TypeReader;
  readonly log: DiagnosticLog;
  readonly description: 'full' | 'summary';
  readonly sourceOf: (scope: ModuleScope, line: number) => CodeSource;
}

/** Turns a function into a tool draft: texts, inputs, outputs, context keys and where it stands. */
export function toDraft(found: FoundTool, context: DraftContext): ToolDraft {
  const { definition, scope } = found;
  const mark = found.mark ?? {};
  const environment: TypeEnvironment = { scope };
  const names = new Set(definition.parameters.map((parameter) => parameter.name));
  const text = docstringOf(definition.body()) ?? '';
  const docstring = readDocstring(text, names);
  const name = nameOf(found);
  const originalId = `${scope.module}:${idWithin(found)}`;
  const signature = readSignature(
    definition,
    { docstring, bound: found.bound, omit: new Set([...(mark.requires ?? []), ...(found.fixed ?? [])]) },
    context.reader,
    environment,
  );
  const { schema, inputs } = inputsOf(signature, mark, context, environment, originalId);
  const outputSchema = outputOf(definition, docstring, context, environment, originalId);
  const description = descriptionOf(mark, docstring, name, context.description);
  const keywords = keywordsOf(found, docstring, mark, description);
  return {
    source: context.sourceOf(scope, definition.line),
    originalId,
    originalName: name,
    ...(mark.title === undefined ? {} : { title: mark.title }),
    description,
    inputSchema: schema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    inputs,
    ...(mark.requires === undefined ? {} : { requires: mark.requires }),
    ...(mark.provides === undefined ? {} : { provides: mark.provides }),
    ...tagsOf(mark),
    ...(mark.annotations === undefined ? {} : { annotations: mark.annotations }),
    ...(found.deprecated || docstring.deprecated || mark.deprecated ? { deprecated: true } : {}),
    ...(keywords.length === 0 ? {} : { keywords }),
    metadata: metadataOf(found, signature, docstring, text, mark),
  };
}

function nameOf({ definition, mark, boundName }: FoundTool): string {
  return mark?.name ?? boundName ?? definition.name;
}

/** What identifies a tool within its file: its qualified name, and where several tools share one, its own. */
export function idWithin(found: FoundTool): string {
  return found.isOneOfSeveral ? `${found.qualifiedName} as ${nameOf(found)}` : found.qualifiedName;
}

function tagsOf(mark: ToolMark): { tags?: readonly string[] } {
  const tags = [...(mark.tags ?? []), ...(mark.group === undefined ? [] : [mark.group])];
  return tags.length === 0 ? {} : { tags: [...new Set(tags)] };
}

function inputsOf(
  signature: SignatureReading,
  mark: ToolMark,
  context: DraftContext,
  environment: TypeEnvironment,
  item: string,
): { schema: JsonSchema; inputs: readonly ToolInput[] } {
  const explicit =
    mark.inputsFrom === undefined
      ? undefined
      : inputsOfSchema(mark.inputsFrom, new Set(mark.requires ?? []), context.reader, environment);
  const { properties, required, inputs } = explicit ?? signature;
  const raw = { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
  const schema = canonical(raw, context, item);
  return { schema: schema.properties === undefined ? { ...schema, properties: {} } : schema, inputs };
}

function canonical(raw: RawSchema, context: DraftContext, item: string): JsonSchema {
  return canonicalSchema(raw, {
    root: { $defs: context.reader.definitions },
    onIssue: (issue) => context.log.repair(issue.code, item, issue.message),
  });
}

/** The return annotation, or else the documented type; with the Returns text as its description. */
function outputOf(
  definition: PyFunction,
  docstring: Docstring,
  context: DraftContext,
  environment: TypeEnvironment,
  item: string,
): JsonSchema | undefined {
  const annotated = definition.returns === undefined ? undefined : context.reader.read(definition.returns, environment);
  const documented =
    annotated === undefined && docstring.returns?.type !== undefined
      ? readDocType(docstring.returns.type, context.reader, environment)
      : undefined;
  const raw = annotated?.schema ?? documented?.schema;
  const text = docstring.returns?.text ?? '';
  if (raw?.['type'] === 'null') return undefined;
  const fields = returnProperties(docstring, context, environment);
  if (raw === undefined && text === '' && fields === undefined) return undefined;
  const shaped = withFields(raw ?? {}, fields);
  return canonical(
    text === '' || shaped['description'] !== undefined ? shaped : { ...shaped, description: text },
    context,
    item,
  );
}

/** Documented keys of a result whose type only says that it is an object, or says nothing. */
function withFields(schema: RawSchema, fields: Record<string, RawSchema> | undefined): RawSchema {
  if (fields === undefined || schema['properties'] !== undefined || schema['$ref'] !== undefined) return schema;
  if (schema['type'] === 'array' && isOpen(schema['items']))
    return { ...schema, items: { type: 'object', properties: fields } };
  return schema['type'] === undefined || schema['type'] === 'object' ? { type: 'object', properties: fields } : schema;
}

function isOpen(items: unknown): boolean {
  if (items === undefined) return true;
  return (
    typeof items === 'object' &&
    items !== null &&
    Object.keys(items).every((key) => key === 'additionalProperties' || key === 'type') &&
    !Object.values(items).some((value) => typeof value === 'string' && value !== 'object')
  );
}

function returnProperties(
  docstring: Docstring,
  context: DraftContext,
  environment: TypeEnvironment,
): Record<string, RawSchema> | undefined {
  if (docstring.returnFields.size === 0) return undefined;
  const properties: Record<string, RawSchema> = {};
  for (const [name, entry] of docstring.returnFields) {
    const type = entry.type === undefined ? undefined : readDocType(entry.type, context.reader, environment);
    setOwn(properties, name, { ...type?.schema, ...(entry.text === '' ? {} : { description: entry.text }) });
  }
  return properties;
}

function descriptionOf(mark: ToolMark, docstring: Docstring, name: string, form: 'full' | 'summary'): string {
  const written = form === 'full' ? docstring.description : docstring.summary;
  return mark.description ?? (written === '' ? (mark.purpose ?? wordsOf(name)) : written);
}

/** `get_user_byId` → `get user by id`. */
function wordsOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_\W]+/g, ' ')
    .trim()
    .toLowerCase();
  return words === '' ? name : words;
}

/** Texts that help search and are not shown to the model. */
function keywordsOf(found: FoundTool, docstring: Docstring, mark: ToolMark, shown: string): string[] {
  const texts = [
    mark.purpose,
    docstring.description,
    docstring.returns?.text,
    ...docstring.raises,
    ...docstring.rest,
    found.mark?.name === undefined ? undefined : found.definition.name,
  ];
  return [...new Set(texts.filter((text): text is string => text !== undefined && text !== '' && text !== shown))];
}

function metadataOf(
  found: FoundTool,
  signature: SignatureReading,
  docstring: Docstring,
  text: string,
  mark: ToolMark,
): Record<string, JsonValue> {
  return {
    typed: signature.typed,
    documented: text.trim() !== '' || mark.description !== undefined,
    ...(found.marked ? { marked: true } : {}),
    ...(found.definition.isAsync ? { async: true } : {}),
    ...(signature.hostParameters.length === 0 ? {} : { hostParameters: signature.hostParameters }),
    ...(docstring.summary === '' ? {} : { summary: docstring.summary }),
    ...(mark.group === undefined ? {} : { toolkit: mark.group }),
    ...(mark.options === undefined ? {} : { options: mark.options }),
  };
}
