import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ToolGraphError } from '../src/core/errors.js';
import { isRecord } from '../src/core/json-schema.js';
import type { ToolEdge } from '../src/core/tool-edge.js';
import type { ToolSchema } from '../src/core/tool-schema.js';
import { isNames, readJsonLines } from './json-lines.js';

/** One input whose producers were listed by hand. */
export interface ProducerLabel {
  readonly consumer: string;
  /** Original name of the input. */
  readonly input: string;
  /** The right producers, best first; empty when only the user can give the value. */
  readonly producers: readonly string[];
  /** Producers that are neither right nor wrong. */
  readonly also: readonly string[];
}

/** Two tools of which one was seen to give what the other needs. */
export interface KnownLink {
  readonly producer: string;
  readonly consumer: string;
}

/** What a set knows of right edges. */
export interface EdgeTruth {
  /** Rows of `producers.jsonl`. */
  readonly labels: readonly ProducerLabel[];
  /** Rows of `edges.jsonl`: incomplete lists, good for recall only. */
  readonly links: readonly KnownLink[];
}

/** A share as its two counts. */
export interface Share {
  readonly part: number;
  readonly whole: number;
}

/** How the edges of a graph compare with what a set knows of them. Three edges an input count. */
export interface EdgeQuality {
  readonly edgesPerTool: number;
  /** Of the labelled inputs that a tool can fill: is the best edge from a right producer? */
  readonly firstRight: Share;
  /** Of the edges into labelled inputs: those from a right producer. */
  readonly rightOfDrawn: Share;
  /** Edge recall: of the right producers, three an input at most, those with an edge. */
  readonly found: Share;
  /** Of the known links between tools of the catalog: those that the graph has. */
  readonly linksFound: Share;
}

/** What judging edges asks of a graph. */
export interface EdgeView {
  readonly tools: readonly ToolSchema[];
  edges(): readonly ToolEdge[];
  producersOf(name: string, field?: string): readonly ToolEdge[];
}

/** Most edges of one input that count. */
const perInput = 3;

/**
 * Reads `producers.jsonl` and `edges.jsonl` of a folder, each where it is there.
 *
 * @throws ToolGraphError `INVALID_DATASET` for a line that lacks what it needs.
 */
export function readEdgeTruth(folder: string): EdgeTruth {
  return {
    labels: rowsOf(join(folder, 'producers.jsonl'), readLabel),
    links: rowsOf(join(folder, 'edges.jsonl'), readLink),
  };
}

/** Compares a graph with what is known of its edges. `nameOf` maps names of the set to exposed ones. */
export function edgeQuality(graph: EdgeView, truth: EdgeTruth, nameOf: ReadonlyMap<string, string>): EdgeQuality {
  const edges = graph.edges();
  const exposed = (name: string): string => nameOf.get(name) ?? `\u0000${name}`;
  const pairs = new Set(edges.map(({ producer, consumer }) => `${producer}\n${consumer}`));
  const links = truth.links
    .filter(({ producer, consumer }) => nameOf.has(producer) && nameOf.has(consumer) && producer !== consumer)
    .filter(({ producer, consumer }) => exposed(producer) !== exposed(consumer));
  return {
    edgesPerTool: edges.length / Math.max(1, graph.tools.length),
    ...labelled(graph, truth.labels, nameOf),
    linksFound: {
      part: links.filter(({ producer, consumer }) => pairs.has(`${exposed(producer)}\n${exposed(consumer)}`)).length,
      whole: links.length,
    },
  };
}

function labelled(
  graph: EdgeView,
  labels: readonly ProducerLabel[],
  nameOf: ReadonlyMap<string, string>,
): Pick<EdgeQuality, 'firstRight' | 'rightOfDrawn' | 'found'> {
  const sum = { inputs: 0, first: 0, judged: 0, right: 0, wanted: 0 };
  for (const { consumer, input, producers, also } of labels) {
    const right = namesOf(producers, nameOf);
    const open = namesOf(also, nameOf);
    const tool = nameOf.get(consumer);
    const drawn = tool === undefined ? [] : producersInto(graph, tool, input);
    const hits = drawn.filter((name) => right.has(name)).length;
    sum.judged += drawn.filter((name) => !open.has(name)).length;
    sum.right += hits;
    sum.wanted += Math.min(perInput, producers.length);
    if (producers.length === 0) continue;
    sum.inputs++;
    if (drawn[0] !== undefined && right.has(drawn[0])) sum.first++;
  }
  return {
    firstRight: { part: sum.first, whole: sum.inputs },
    rightOfDrawn: { part: sum.right, whole: sum.judged },
    found: { part: sum.right, whole: sum.wanted },
  };
}

function producersInto(graph: EdgeView, tool: string, input: string): readonly string[] {
  return graph
    .producersOf(tool)
    .filter(({ to }) => to.split(/[.[]/, 1)[0] === input)
    .slice(0, perInput)
    .map(({ producer }) => producer);
}

function namesOf(names: readonly string[], nameOf: ReadonlyMap<string, string>): Set<string> {
  return new Set(names.flatMap((name) => nameOf.get(name) ?? []));
}

function rowsOf<Row>(file: string, read: (value: unknown, place: string) => Row): Row[] {
  return existsSync(file) ? readJsonLines(file).map(({ value, place }) => read(value, place)) : [];
}

function readLabel(value: unknown, place: string): ProducerLabel {
  if (!isRecord(value) || typeof value['consumer'] !== 'string' || typeof value['input'] !== 'string')
    throw new ToolGraphError('INVALID_DATASET', `${place} needs "consumer" and "input" (names).`);
  const { consumer, input, producers, also = [] } = value;
  if (!isNames(producers) || !isNames(also))
    throw new ToolGraphError('INVALID_DATASET', `${place} needs "producers" (list of names); "also" is one, if given.`);
  return { consumer, input, producers, also };
}

function readLink(value: unknown, place: string): KnownLink {
  if (!isRecord(value) || typeof value['producer'] !== 'string' || typeof value['consumer'] !== 'string')
    throw new ToolGraphError('INVALID_DATASET', `${place} needs "producer" and "consumer" (names).`);
  return { producer: value['producer'], consumer: value['consumer'] };
}
