import { NamedTool } from '../core/named-tool.js';
import type { ToolDraft, ToolSchema } from '../core/tool-schema.js';
import type { SavedIdentity, SavedRows } from './saved-rows.js';

/** Where the rest of a tool is. */
interface Place {
  readonly rows: SavedRows;
  readonly row: number;
}

const place = Symbol('place');

/**
 * A tool of a snapshot: what is needed of all tools at once is there, the rest is read when it is looked at. Each part is
 * an own property that is listed, as those of other tools are, so that copies and JSON have it all.
 */
export class SavedTool extends NamedTool implements ToolSchema {
  readonly name: string;
  readonly source: ToolSchema['source'];
  readonly originalId: string;
  readonly originalName: string;
  declare readonly description: ToolSchema['description'];
  declare readonly inputSchema: ToolSchema['inputSchema'];
  declare readonly inputs: ToolSchema['inputs'];
  declare readonly requires: ToolSchema['requires'];
  declare readonly provides: ToolSchema['provides'];
  declare readonly tags: ToolSchema['tags'];
  declare readonly annotations: ToolSchema['annotations'];
  declare private readonly [place]: Place;

  /** @param parts What the row has; made by {@link partsOf}, once for all tools that have the same. */
  constructor(name: string, identity: SavedIdentity, parts: SavedParts, at: Place) {
    super();
    this.name = name;
    this.source = identity.source;
    this.originalId = identity.originalId;
    this.originalName = identity.originalName;
    Object.defineProperty(this, place, { value: at });
    for (const [key, descriptor] of parts) Object.defineProperty(this, key, descriptor);
  }

  /** The tool as its row has it. */
  static draftOf(tool: SavedTool): ToolDraft {
    const { rows, row } = tool[place];
    return rows.read(row, tool);
  }
}

/** Parts of tools with how each is read. */
export type SavedParts = readonly (readonly [key: string, descriptor: PropertyDescriptor])[];

/** The parts of tools whose rows have these keys, in the order in which other tools have them. */
export function partsOf(keys: readonly string[]): SavedParts {
  const has = new Set(keys);
  return order.flatMap((key): SavedParts => {
    const part = has.has(key) ? readers.get(key) : absentParts.get(key);
    return part === undefined ? [] : [[key, part]];
  });
}

const order = [
  'description', 'inputSchema', 'inputs', 'requires', 'provides', 'tags', 'annotations', 'suggestedName', 'title',
  'outputSchema', 'deprecated', 'links', 'keywords', 'metadata',
] as const satisfies readonly (keyof ToolDraft)[]; // biome-ignore format: one list

/** What a tool has where its row has nothing. */
const absentParts = new Map<string, PropertyDescriptor>(
  Object.entries({ requires: [], provides: [], tags: [], annotations: {} }).map(([key, value]) => [
    key,
    { enumerable: true, value },
  ]),
);

const readers = new Map<string, PropertyDescriptor>(
  order.map((key) => [
    key,
    {
      enumerable: true,
      get(this: SavedTool): unknown {
        return SavedTool.draftOf(this)[key] ?? absentParts.get(key)?.value;
      },
    },
  ]),
);
