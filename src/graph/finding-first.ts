import type { ToolEdge } from '../core/tool-edge.js';
import type { ToolSchema } from '../core/tool-schema.js';
import { subjectOf } from './entity.js';
import { keyClassOf, nameWords, type VerbKind } from './words.js';

/** What choosing between finding and making asks of its surroundings. */
export interface FindingContext {
  readonly toolOf: (name: string) => ToolSchema | undefined;
  /** Is the tool called anyway? Then what it makes may be used. Asked only of tools that would be left out. */
  readonly runsAnyway: (name: string) => boolean;
  /** Are makers left out before readers too, where something finds the thing? Before changes and deletions they always are. */
  readonly readers: boolean;
}

/**
 * Reading, changing or deleting a thing starts by finding it, not by making one. For such tools producers that change
 * something are left out where an input has another. Nothing is made to be changed or deleted; to be read it is, when
 * there is no other way. Producers that run anyway stay, as do those that a source declares as needed, and whoever
 * hands out a token.
 *
 * @param edges Edges into `consumer`; their order is kept.
 */
export function findingFirst(
  edges: readonly ToolEdge[],
  consumer: ToolSchema | undefined,
  context: FindingContext,
): readonly ToolEdge[] {
  const kind = consumer === undefined ? 'action' : toolKind(consumer);
  if (kind === 'create' || kind === 'action' || edges.length === 0) return edges;
  const needsOne = kind === 'update' || kind === 'delete';
  if (!needsOne && !context.readers) return edges;
  const changes = new Map<ToolEdge, VerbKind>();
  for (const edge of edges) {
    if (edge.evidence[0]?.kind === 'declared') continue;
    const tool = context.toolOf(edge.producer);
    const producer = tool === undefined ? 'get' : toolKind(tool);
    if (producer !== 'create' && producer !== 'action') continue;
    if (!handsOutToken(edge) && !context.runsAnyway(edge.producer)) changes.set(edge, producer);
  }
  if (changes.size === 0) return edges;
  const found = new Set(edges.filter((edge) => !changes.has(edge)).map((edge) => edge.to));
  return edges.filter((edge) => {
    const change = changes.get(edge);
    return change === undefined || (!found.has(edge.to) && !(needsOne && change === 'create'));
  });
}

/** The same edges with those of tools that make the wanted thing first. */
export function makingFirst(
  edges: readonly ToolEdge[],
  toolOf: (name: string) => ToolSchema | undefined,
): readonly ToolEdge[] {
  const makes = (edge: ToolEdge) => {
    const tool = toolOf(edge.producer);
    return tool !== undefined && toolKind(tool) === 'create';
  };
  return [...edges.filter(makes), ...edges.filter((edge) => !makes(edge))];
}

function handsOutToken(edge: ToolEdge): boolean {
  return keyClassOf(nameWords(edge.to.slice(edge.to.lastIndexOf('.') + 1)).at(-1) ?? '') === 'token';
}

const kinds = new WeakMap<ToolSchema, VerbKind>();

/** What a tool does to its thing; a tool that is marked as only reading reads. */
export function toolKind(tool: ToolSchema): VerbKind {
  let kind = kinds.get(tool);
  if (kind === undefined) {
    const said = subjectOf(tool).kind;
    const changes = said !== 'get' && said !== 'list';
    kind = tool.annotations.readOnlyHint === true && changes ? 'get' : said;
    kinds.set(tool, kind);
  }
  return kind;
}
