import type { DiagnosticLog } from '../src/core/diagnostics.js';
import type { JsonSchema } from '../src/core/json-schema.js';
import type { CodeSource, ToolAnnotations, ToolDraft } from '../src/core/tool-schema.js';
import { inputsOfSignature, type Signature, wordsOfName } from './signature.js';

/** A function as source text describes it, whatever the language; nothing of it was run. */
export interface CodeFunction {
  /** Unique in its file: `findOrder`, `Garden.water`, `tools.stamp`. */
  readonly id: string;
  readonly name: string;
  /** First line of the definition, from 1. */
  readonly line: number;
  readonly title?: string;
  /** Absent when the source has no words about it. */
  readonly description?: string;
  readonly signature: Signature;
  /** A schema that the source states itself (JSON Schema or a schema expression); the signature then only binds. */
  readonly inputSchema?: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly requires?: readonly string[];
  readonly provides?: readonly string[];
  readonly tags?: readonly string[];
  readonly annotations?: ToolAnnotations;
  readonly deprecated?: boolean;
  readonly keywords?: readonly string[];
  /** Can other modules reach it? */
  readonly public: boolean;
  /** Does the source give every parameter a type? */
  readonly typed: boolean;
}

/** A function of source text in a language that drafts its tools itself. */
export interface DraftedFunction
  extends Pick<CodeFunction, 'id' | 'name' | 'line' | 'description' | 'public' | 'typed'> {
  /** The tool, without the place and identity that whoever takes it in gives it. */
  readonly draft: Omit<ToolDraft, 'source' | 'originalId'>;
}

/** The inputs and input schema of a code function: what it states itself, or else what its signature says. */
export function inputsOfCode(fn: CodeFunction, hidden: ReadonlySet<string>): ReturnType<typeof inputsOfSignature> {
  if (fn.inputSchema === undefined) return inputsOfSignature(fn.signature, hidden);
  const required = new Set(fn.inputSchema.required);
  const placed = new Map(fn.signature.inputs.map((entry) => [entry.name, entry]));
  const inputs = Object.entries(fn.inputSchema.properties ?? {}).map(([name, schema]) => ({
    name,
    position: placed.get(name)?.position ?? 0,
    ...(placed.has(name) && placed.get(name)?.property !== true ? {} : { property: true as const }),
    required: required.has(name),
    schema,
  }));
  const made = inputsOfSignature({ inputs }, hidden);
  const { required: _own, properties: _properties, ...rest } = fn.inputSchema;
  return { inputs: made.inputs, inputSchema: { ...rest, ...made.inputSchema } };
}

/** Where the description of a function belongs that is read and never run. */
const placeOfWords = {
  javascript: 'JSDoc',
  typescript: 'JSDoc',
  python: 'docstring',
} as const satisfies Record<CodeSource['language'], string>;

/** The tool of a function that was found in source text: it has no callable. */
export function draftOfCode(fn: CodeFunction | DraftedFunction, source: CodeSource, log: DiagnosticLog): ToolDraft {
  if ('draft' in fn) {
    if (fn.description === undefined)
      flagMissingDescription(fn.name, fn.draft.inputs, log, placeOfWords[source.language]);
    return { source, originalId: fn.id, ...fn.draft };
  }
  const { inputs, inputSchema } = inputsOfCode(fn, new Set(fn.requires));
  if (fn.description === undefined) flagMissingDescription(fn.name, inputs, log, placeOfWords[source.language]);
  const { title, outputSchema, requires, provides, tags, annotations, deprecated, keywords } = fn;
  return {
    source,
    originalId: fn.id,
    originalName: fn.name,
    description: fn.description ?? wordsOfName(fn.name),
    inputSchema,
    inputs,
    ...(title === undefined ? {} : { title }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(requires === undefined ? {} : { requires }),
    ...(provides === undefined ? {} : { provides }),
    ...(tags === undefined ? {} : { tags }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(keywords === undefined ? {} : { keywords }),
  };
}

/** Says that a tool has no words of its own, and warns when its names say nothing either. `words`: where they belong. */
export function flagMissingDescription(
  name: string,
  inputs: readonly { readonly name: string }[],
  log: DiagnosticLog,
  words = 'JSDoc or with tool(fn, { description, parameters })',
): void {
  const meaningless = inputs.filter((input) => isMeaningless(input.name));
  if (inputs.length > 0 && meaningless.length === inputs.length)
    log.warn(
      'low-information',
      name,
      `Tool ${JSON.stringify(name)} has no description and only the parameter names ${meaningless.map((input) => input.name).join(', ')}, which say nothing (minified code?); give it a description in its ${words}.`,
    );
  else if (isMeaningless(name) && inputs.length === 0)
    log.warn(
      'low-information',
      name,
      `Tool ${JSON.stringify(name)} has neither a description nor parameters, and its name says nothing; give it a description.`,
    );
  else log.info('no-description', name, `Tool ${JSON.stringify(name)} has no description; its name stands in for one.`);
}

/** One letter, with or without a number, or a number with a prefix: what minifiers and fallbacks leave. */
function isMeaningless(name: string): boolean {
  return /^(?:[A-Za-z_$]\d*|arg\d+)$/.test(name);
}
