import { setOwn } from '../core/json-schema.js';
import type { ToolAnnotations, ToolSchema } from '../core/tool-schema.js';
import type { ExportResult } from './export-result.js';
import { type Exportable, type ExportOptions, lowerSelection } from './export-tools.js';
import type { ProviderSchema } from './lowering.js';
import { aiSdkProfile } from './provider-profile.js';
import { restoreArguments } from './restore-arguments.js';

/** The mark by which the AI SDK knows a schema object, whichever copy of the SDK made it. */
const schemaMark: unique symbol = Symbol.for('vercel.ai.schema') as never;

/** A schema as the AI SDK's `jsonSchema()` makes it. Arguments are not checked here; the tool checks them when called. */
export interface AiSdkSchema {
  readonly [schemaMark]: true;
  readonly _type: unknown;
  readonly jsonSchema: ProviderSchema;
  readonly validate: undefined;
  /** The same as a Standard Schema: the SDK's types take this form without its private mark. It accepts any value. */
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'toolgraph';
    readonly validate: (value: unknown) => { readonly value: unknown };
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
  };
}

/** What the SDK passes beside the arguments. */
export interface AiSdkCallOptions {
  readonly abortSignal?: AbortSignal | undefined;
  readonly toolCallId?: string;
}

/** One entry of a `ToolSet`. */
export interface AiSdkTool {
  title?: string;
  description: string;
  /** Behaviour hints. The SDK sends them to no model; a host reads them from the tool, and so does `ingestTools`. */
  annotations?: ToolAnnotations;
  inputSchema: AiSdkSchema;
  /** Present when the tool can be called in this process. */
  execute?: (args: Record<string, unknown>, options?: AiSdkCallOptions) => Promise<unknown>;
}

export interface AiSdkOptions extends ExportOptions {
  /** Calls a tool. Default: the tool's own `callable`; a tool without one gets no `execute`. */
  readonly call?: (tool: ToolSchema, args: Record<string, unknown>, options: AiSdkCallOptions) => unknown;
}

/**
 * Tools as an AI SDK `ToolSet`: a record by name, for `generateText({ tools })`. Made without the SDK and accepted by
 * its versions 5 to 7. `execute` gets the model's arguments back under the tool's own keys.
 */
export function toAiSdk(
  selection: readonly Exportable[],
  options: AiSdkOptions = {},
): ExportResult<Record<string, AiSdkTool>> {
  const { lowered, losses, omitted } = lowerSelection(selection, aiSdkProfile, options);
  const tools: Record<string, AiSdkTool> = {};
  for (const { tool, name, description, inputSchema } of lowered) {
    const call = callOf(tool, options);
    setOwn(tools, name, {
      ...(tool.title === undefined ? {} : { title: tool.title }),
      description,
      ...(Object.keys(tool.annotations).length === 0 ? {} : { annotations: tool.annotations }),
      inputSchema: schemaObject(inputSchema),
      ...(call === undefined ? {} : { execute: call }),
    });
  }
  const empty = lowered.length === 0;
  return { tools: empty ? undefined : tools, empty, losses, omitted };
}

function schemaObject(jsonSchema: ProviderSchema): AiSdkSchema {
  const convert = () => ({ ...jsonSchema });
  return {
    [schemaMark]: true,
    _type: undefined,
    jsonSchema,
    validate: undefined,
    '~standard': {
      version: 1,
      vendor: 'toolgraph',
      validate: (value) => ({ value }),
      jsonSchema: { input: convert, output: convert },
    },
  };
}

function callOf(tool: ToolSchema, { call }: AiSdkOptions): AiSdkTool['execute'] {
  const { callable } = tool;
  if (call === undefined && callable === undefined) return undefined;
  return async (args, options = {}) => {
    const own = restoreArguments(tool, args, 'ai-sdk');
    if (call !== undefined) return call(tool, own, options);
    return callable?.(own, options.abortSignal === undefined ? {} : { signal: options.abortSignal });
  };
}
