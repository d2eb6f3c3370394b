import { consumedFields, producedFields } from './fields.js';
import type { ToolDraft, ToolField, ToolSchema } from './tool-schema.js';

/**
 * What all tools of catalogs are: their fields are worked out of their schemas on access and not stored; everything
 * else is an own property of each tool, so that it can be copied and written as plain data.
 */
export abstract class NamedTool {
  abstract readonly name: string;
  abstract readonly inputSchema: ToolSchema['inputSchema'];
  declare readonly outputSchema?: NonNullable<ToolSchema['outputSchema']>;
  abstract readonly inputs: ToolSchema['inputs'];

  get consumes(): readonly ToolField[] {
    return consumedFields(this);
  }

  get produces(): readonly ToolField[] {
    return producedFields(this);
  }
}

/** Is this a tool of a catalog, under this name? */
export function isNamed(draft: ToolDraft, name: string): draft is ToolSchema {
  return draft instanceof NamedTool && draft.name === name;
}
