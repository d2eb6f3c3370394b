import { withCallPolicy } from '../../src/core/call-policy.js';
import type { DiagnosticLog } from '../../src/core/diagnostics.js';
import { isRecord, type JsonSchema, type JsonValue, setOwn } from '../../src/core/json-schema.js';
import type { ToolCallable, ToolDraft, ToolInput } from '../../src/core/tool-schema.js';
import { type CodeFunction, flagMissingDescription } from '../code-function.js';
import { readSchemaObject, type SchemaDirection } from '../schema-object.js';
import { inputsOfSignature, opaqueMessage, type Signature, type SignatureInputs, wordsOfName } from '../signature.js';
import { agentsSdkCallable, type BoundFunction, positionalCallable, recordCallable } from './binding.js';
import type { Candidate } from './collect.js';
import { parseFunction } from './parse-function.js';
import type { AnyFunction } from './tool.js';
import type { ToolOptions } from './tool-options.js';

/** What the drafts of one ingest share. */
export interface DraftContext {
  readonly sourceId: string;
  readonly log: DiagnosticLog;
  /** Parameters hidden in every tool of the call. */
  readonly inject: readonly string[];
  /** File that the source text was read from, when it was. */
  readonly file?: string;
  /** What the source text says of a candidate. */
  readonly describe?: (candidate: Candidate) => CodeFunction | undefined;
}

interface Inputs extends SignatureInputs {
  readonly callable: ToolCallable | undefined;
  /** Parameters that the model is not asked for and the function cannot do without. */
  readonly needed: ReadonlySet<string>;
}

/** Makes the tool of one candidate that has a name. */
export function draftOf(candidate: Candidate, context: DraftContext): ToolDraft {
  const { options, name } = candidate;
  const facts = context.describe?.(candidate);
  const signature = signatureFor(candidate, facts, context.log);
  const hidden = new Set([...(options.requires ?? []), ...(options.inject ?? []), ...context.inject]);
  const inputs = inputsFor(candidate, signature, facts, hidden, context.log);
  const described = options.description ?? facts?.description;
  if (described === undefined) flagMissingDescription(name, inputs.inputs, context.log);
  const outputSchema = readStated(options.returns, 'output', name, context.log) ?? facts?.outputSchema;
  const keywords = keywordsOf(candidate, facts);
  const metadata = metadataOf(options);
  const callable = inputs.callable === undefined ? undefined : policed(inputs.callable, options, inputs.needed);
  return {
    source: {
      kind: 'function',
      id: context.sourceId,
      ...(context.file === undefined || facts === undefined ? {} : { file: context.file, line: facts.line }),
    },
    originalId: name,
    originalName: name,
    description: described ?? wordsOfName(name),
    inputSchema: inputs.inputSchema,
    inputs: inputs.inputs,
    ...present('title', options.title),
    ...present('outputSchema', outputSchema),
    ...present('requires', options.requires),
    ...present('provides', options.provides),
    ...present('tags', options.tags),
    ...present('annotations', options.annotations),
    ...present('deprecated', options.deprecated ?? facts?.deprecated),
    ...present('keywords', keywords.length === 0 ? undefined : keywords),
    ...present('metadata', Object.keys(metadata).length === 0 ? undefined : metadata),
    ...present('callable', callable),
  };
}

function present<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]: V });
}

function signatureFor(candidate: Candidate, facts: CodeFunction | undefined, log: DiagnosticLog): Signature {
  const { fn, name } = candidate;
  if (fn === undefined) return { inputs: [] };
  const parsed = parseFunction(fn);
  if (parsed === undefined) {
    if (facts !== undefined) return facts.signature;
    if (candidate.options.parameters === undefined && fn.length > 0)
      log.repair(
        'unreadable-function',
        name,
        `Function ${JSON.stringify(name)} has no readable text (native, bound or a getter); its ${fn.length} parameters are called arg1 to arg${fn.length}. Give it parameters with tool(fn, { parameters }).`,
      );
    return countedSignature(fn.length);
  }
  if (parsed.unreadKeys > 0)
    log.warn(
      'computed-key',
      name,
      `${parsed.unreadKeys} computed key(s) in the parameters of ${JSON.stringify(name)} cannot be read and are no inputs.`,
    );
  if (facts === undefined || facts.inputSchema !== undefined) return parsed.signature;
  if (positionsOf(facts.signature) === positionsOf(parsed.signature)) return facts.signature;
  log.warn(
    'source-mismatch',
    name,
    `The source text of ${JSON.stringify(name)} has other parameters than the function itself; the function's are used.`,
  );
  return parsed.signature;
}

function countedSignature(length: number): Signature {
  return {
    inputs: Array.from({ length }, (_unused, position) => ({
      name: `arg${position + 1}`,
      position,
      required: true,
      schema: {},
    })),
  };
}

function positionsOf(signature: Signature): number {
  return new Set(signature.inputs.map((entry) => entry.position)).size;
}

/** Inputs from the stated schema when there is one, else from the signature; and what puts them in their places. */
function inputsFor(
  candidate: Candidate,
  signature: Signature,
  facts: CodeFunction | undefined,
  hidden: ReadonlySet<string>,
  log: DiagnosticLog,
): Inputs {
  const { fn, name, options, style } = candidate;
  const target = fn === undefined ? undefined : { fn, self: candidate.self };
  const unoffered = signature.inputs.filter((entry) => hidden.has(entry.name) || entry.opaque === true);
  const needed = new Set(unoffered.filter((entry) => entry.required).map((entry) => entry.name));
  const stated = readStated(options.parameters, 'input', name, log);
  const schema = stated ?? (options.parameters === undefined ? facts?.inputSchema : undefined);
  if (schema === undefined) {
    for (const entry of signature.inputs)
      if (entry.opaque === true && !hidden.has(entry.name))
        log.info('opaque-parameter', name, opaqueMessage(entry.name, name));
    const inputs = inputsOfSignature(signature, hidden);
    const callable = target === undefined ? undefined : callableFor(style, target, signature, inputs.inputs);
    return { ...inputs, callable, needed };
  }
  const root = objectRoot(schema, name, log);
  const positional = style === undefined && target !== undefined && fitsPositions(signature, root, hidden, fn);
  const { inputs, inputSchema } = positional
    ? statedByPosition(root, signature, hidden, name, log)
    : statedAsRecord(root, hidden);
  const callable =
    target === undefined
      ? undefined
      : positional
        ? positionalCallable(target, signature, inputs)
        : callableFor(style ?? 'record', target, signature, inputs);
  return { inputs, inputSchema, callable, needed: positional ? needed : new Set() };
}

function callableFor(
  style: Candidate['style'],
  target: BoundFunction,
  signature: Signature,
  inputs: readonly ToolInput[],
): ToolCallable {
  if (style === 'agents-sdk') return agentsSdkCallable(target);
  return style === 'record' ? recordCallable(target) : positionalCallable(target, signature, inputs);
}

/**
 * Do the properties of a stated schema name the parameters, or is the whole object the one argument? A lone
 * parameter that the schema does not name takes the whole object.
 */
function fitsPositions(
  signature: Signature,
  schema: JsonSchema,
  hidden: ReadonlySet<string>,
  fn: AnyFunction | undefined,
): boolean {
  if (fn !== undefined && parseFunction(fn) === undefined) return false;
  const offered = signature.inputs.filter((entry) => !hidden.has(entry.name) && entry.opaque !== true);
  if (offered.length === 0) return true;
  return offered.some((entry) => Object.hasOwn(schema.properties ?? {}, entry.name));
}

function statedByPosition(
  schema: JsonSchema,
  signature: Signature,
  hidden: ReadonlySet<string>,
  name: string,
  log: DiagnosticLog,
): SignatureInputs {
  const properties: Record<string, JsonSchema> = {};
  const required = new Set(schema.required);
  const inputs: ToolInput[] = [];
  const placed = new Map(signature.inputs.map((entry) => [entry.name, entry]));
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    if (hidden.has(key)) continue;
    const entry = placed.get(key);
    if (entry === undefined && signature.open === undefined)
      log.warn(
        'unused-parameter',
        name,
        `The schema of ${JSON.stringify(name)} has the property ${JSON.stringify(key)}, which no parameter of the function takes.`,
      );
    setOwn(properties, key, property);
    inputs.push({
      name: key,
      originalName: key,
      in: 'argument',
      required: required.has(key),
      ...(entry === undefined ? {} : { position: entry.position }),
      ...(entry?.property === true ? { property: true as const } : {}),
      ...(entry?.rest === true ? { rest: true as const } : {}),
    });
  }
  const missing = signature.inputs.filter(
    (entry) =>
      !Object.hasOwn(schema.properties ?? {}, entry.name) &&
      !hidden.has(entry.name) &&
      entry.opaque !== true &&
      entry.required,
  );
  for (const entry of missing) {
    log.repair(
      'parameter-not-in-schema',
      name,
      `Parameter ${JSON.stringify(entry.name)} of ${JSON.stringify(name)} is not in its schema; it was added and accepts anything.`,
    );
  }
  const added = inputsOfSignature({ inputs: missing }, hidden);
  for (const [key, property] of Object.entries(added.inputSchema.properties ?? {})) setOwn(properties, key, property);
  return finished(schema, properties, [...inputs, ...added.inputs]);
}

function statedAsRecord(schema: JsonSchema, hidden: ReadonlySet<string>): SignatureInputs {
  const properties: Record<string, JsonSchema> = {};
  const required = new Set(schema.required);
  const inputs: ToolInput[] = [];
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    if (hidden.has(key)) continue;
    setOwn(properties, key, property);
    inputs.push({
      name: key,
      originalName: key,
      in: 'argument',
      required: required.has(key),
      position: 0,
      property: true,
    });
  }
  return finished(schema, properties, inputs);
}

function finished(
  schema: JsonSchema,
  properties: Record<string, JsonSchema>,
  inputs: readonly ToolInput[],
): SignatureInputs {
  const required = inputs.filter((input) => input.required).map((input) => input.name);
  const { required: _replaced, ...rest } = schema;
  return {
    inputSchema: { ...rest, type: 'object', properties, ...(required.length === 0 ? {} : { required }) },
    inputs,
  };
}

/** A stated input schema whose root is not an object is wrapped, so that the tool stays callable with a record. */
function objectRoot(schema: JsonSchema, name: string, log: DiagnosticLog): JsonSchema {
  if (schema.type === 'object' || schema.properties !== undefined) return schema;
  if (Object.keys(schema).length === 0) return { type: 'object', properties: {}, additionalProperties: true };
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches?.every((branch) => branch.type === 'object')) return mergedBranches(schema, branches);
  log.repair(
    'schema-root-not-object',
    name,
    `The input schema of ${JSON.stringify(name)} is not an object; it is taken as the property "input".`,
  );
  return { type: 'object', properties: { input: schema }, required: ['input'] };
}

/** A union of objects at the root: the properties of all, required when every branch requires them. */
function mergedBranches(schema: JsonSchema, branches: readonly JsonSchema[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const branch of branches) {
    for (const [key, property] of Object.entries(branch.properties ?? {})) {
      const before = Object.hasOwn(properties, key) ? properties[key] : undefined;
      const same = before === undefined || JSON.stringify(before) === JSON.stringify(property);
      setOwn(properties, key, same ? property : { anyOf: [...(before.anyOf ?? [before]), property] });
    }
  }
  const [first] = branches;
  const required = (first?.required ?? []).filter((key) => branches.every((branch) => branch.required?.includes(key)));
  return { ...schema, type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

function readStated(
  value: unknown,
  direction: SchemaDirection,
  name: string,
  log: DiagnosticLog,
): JsonSchema | undefined {
  if (value === undefined) return undefined;
  const side = direction === 'input' ? 'parameters' : 'result';
  const schema = readSchemaObject(value, direction, (finding) => {
    log.repair(finding.code, name, `In the ${side} of ${JSON.stringify(name)}: ${finding.message}.`);
  });
  return schema ?? (direction === 'input' ? {} : undefined);
}

function policed(callable: ToolCallable, options: ToolOptions, needed: ReadonlySet<string>): ToolCallable {
  const requires = new Set(options.requires);
  return withCallPolicy(callable, {
    parallel: options.parallel !== false,
    injected: [...needed].filter((name) => !requires.has(name)).map((name) => ({ name, required: true })),
    ...(options.formatter === undefined ? {} : { formatter: options.formatter }),
  });
}

function keywordsOf(candidate: Candidate, facts: CodeFunction | undefined): string[] {
  const words = [
    candidate.options.purpose,
    candidate.owner === undefined ? undefined : wordsOfName(candidate.owner),
    ...(facts?.keywords ?? []),
  ];
  return words.filter((entry): entry is string => entry !== undefined);
}

const metadataKeys = [
  'strict', 'instructions', 'requiresConfirmation', 'requiresUserInput', 'externalExecution', 'parallel', 'cache', 'inject',
] as const; // biome-ignore format: a list

function metadataOf(options: ToolOptions): Record<string, JsonValue> {
  const metadata: Record<string, JsonValue> = {};
  for (const key of metadataKeys) {
    const value = options[key];
    if (value !== undefined) metadata[key] = isRecord(value) ? { ...value } : (value as JsonValue);
  }
  return metadata;
}
