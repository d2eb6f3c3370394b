/**
 * Why an edge is believed, strongest first.
 *
 * - `declared`: the source says so (`depends_on`).
 * - `link`: an OpenAPI link. `workflow`: a step of an Arazzo workflow. `context`: provides → requires.
 * - `entity-key`: an entity's key fills an input named after it (`Pet.id` → `petId`).
 * - `schema`: producer and consumer use the same component schema.
 * - `path`: the consumer's path lies below the producer's.
 * - `pattern`: values on both sides match one pattern that marks a kind of values (`^cus_[a-z0-9]+$`).
 * - `field`: a distinctive field name occurs on both sides. `description`: rare words shared. `trace`: seen in use.
 */
export type EvidenceKind =
  | 'declared' | 'link' | 'workflow' | 'context' | 'entity-key' | 'schema' | 'path' | 'pattern' | 'field'
  | 'description' | 'trace'; // biome-ignore format: a list

export interface EdgeEvidence {
  readonly kind: EvidenceKind;
  /** One phrase for people: `Pet.id fills petId`. */
  readonly detail: string;
}

/** The output of `producer` can fill an input of `consumer`. Both are exposed names; they are never the same. */
export interface ToolEdge {
  readonly producer: string;
  readonly consumer: string;
  /** Path in the producer's output (`results[].id`); `""` when it is not known or the whole output. */
  readonly from: string;
  /** Original name of the consumer's input or path of a field in it; `""` when it is not known, or the whole body. A context key for `context`. */
  readonly to: string;
  /** 0 to 1: share of such edges that were right when labelled by hand; of stated ones, a set value. */
  readonly confidence: number;
  /** At least one, strongest first. */
  readonly evidence: readonly EdgeEvidence[];
}
