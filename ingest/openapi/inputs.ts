import type { JsonSchema } from '../../src/core/json-schema.js';
import { setOwn } from '../../src/core/json-schema.js';
import type { ToolInput } from '../../src/core/tool-schema.js';
import { exposeInputNames } from './input-names.js';

/** One input before it has its exposed name. */
export type InputDraft = Omit<ToolInput, 'name'> & { readonly schema: JsonSchema };

/**
 * Names the inputs of one tool and puts them into one object schema.
 *
 * @param entity The component schema whose properties the inputs of the body are.
 */
export function assembleInputs(
  drafts: readonly InputDraft[],
  entity?: string,
): { inputs: ToolInput[]; inputSchema: JsonSchema } {
  const names = exposeInputNames(drafts);
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  const inputs = drafts.map(({ schema, ...input }, index): ToolInput => {
    const name = names[index] as string;
    setOwn(properties, name, schema);
    if (input.required) required.push(name);
    return { name, ...input };
  });
  const isWhole = drafts.some((draft) => draft.in === 'body' && draft.whole === true);
  return {
    inputs,
    inputSchema: {
      type: 'object',
      properties,
      ...(required.length === 0 ? {} : { required }),
      ...(entity === undefined || isWhole ? {} : { 'x-entity': entity }),
    },
  };
}
