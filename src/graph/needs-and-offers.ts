import type { JsonValue } from '../core/json-schema.js';
import type { ToolField, ToolSchema } from '../core/tool-schema.js';
import type { Entity, ToolSubject } from './entity.js';
import type { KeyClass } from './words.js';

/** One input that another tool's output could fill. */
export interface Need {
  readonly field: ToolField;
  readonly required: boolean;
  /** Entity and key, where the name or the path says so. `self`: the input is named after the entity itself. */
  readonly entity: Entity | undefined;
  /** That entity and other readings of it, with how sure each is (0 to 1). */
  readonly entities: readonly (readonly [Entity, number])[];
  readonly cls: KeyClass | 'self' | undefined;
  /** Comparable spelling of the name. */
  readonly name: string;
  /** The name may be matched on its own. */
  readonly distinctive: boolean;
  /** For a path parameter the normalised path before it; for a bare key beside the path, the path. */
  readonly prefix: string | undefined;
  /** For a path parameter, whatever its name: the normalised path before it. */
  readonly ownPrefix: string | undefined;
  /** For a path parameter: the noun of the segment before it. */
  readonly segment: string | undefined;
  readonly terms: readonly string[];
  /** All that a look-up goes by: inputs of one source with one key have the same producers, but for who takes them. */
  readonly key: string;
}

/** How an output field belongs to the entity it is offered under. */
export type HolderKind = 'noun' | 'own' | 'schema' | 'parent' | 'near' | 'foreign';

export interface Offer {
  readonly tool: ToolProfile;
  readonly path: string;
  readonly type: string | undefined;
  readonly format: string | undefined;
  /** The values the field is limited to. */
  readonly values: readonly JsonValue[] | undefined;
  /** What its values match, where that marks one kind of values. */
  readonly pattern: string | undefined;
  readonly cls: KeyClass | undefined;
  readonly holders: readonly (readonly [Entity, HolderKind])[];
  readonly name: string;
  readonly distinctive: boolean;
  /** The entity whose property the field is, as far as the path or the tool say. */
  readonly subjectOfField: Entity | undefined;
  readonly depth: number;
  /** Lies inside an array. */
  readonly many: boolean;
  readonly terms: readonly string[];
  /** The output is not documented; the field is inferred from what the tool is about. */
  readonly implied: boolean;
}

/** What linking needs to know of one tool, computed once. */
export interface ToolProfile {
  readonly tool: ToolSchema;
  readonly subject: ToolSubject;
  readonly needs: readonly Need[];
  /** Fewer than 128. */
  readonly offers: readonly Offer[];
  /** Required inputs that are keys, as `entity|class`, for finding echoes. */
  readonly takes: ReadonlySet<string>;
  /** The entities of these keys. */
  readonly takesOf: ReadonlySet<Entity>;
  /** Comparable names of inputs that the output may merely repeat. */
  readonly takesNames: ReadonlySet<string>;
  /** Topic words of the name: no verbs, no words that every second tool has. */
  readonly topics: ReadonlySet<string>;
  /** Topic words of name and description. */
  readonly context: ReadonlySet<string>;
  /** How many required inputs a caller has to find first. */
  readonly burden: number;
  /** Lets go of the needs until they are next asked for: they are only looked at when the tool itself is linked. */
  dropNeeds(): void;
}
