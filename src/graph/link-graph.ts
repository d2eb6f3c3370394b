import { MultiDirectedGraph } from 'graphology';
import type { CatalogChange, ToolCatalog } from '../core/catalog.js';
import { compareCodeUnits } from '../core/names.js';
import type { EdgeEvidence, ToolEdge } from '../core/tool-edge.js';
import type { ToolSchema } from '../core/tool-schema.js';
import { DeclaredIndex } from './declared.js';
import { FieldIndex } from './field-index.js';
import { leastConfidence, rankProducers } from './producers.js';
import { SharedCandidates } from './shared-candidates.js';
import { SharedParts } from './shared-parts.js';
import { profileOf, type ToolProfile } from './tool-profile.js';
import { TraceMemory } from './trace.js';

/** A producer that a tool's call waits for. */
export interface Prerequisite {
  readonly edge: ToolEdge;
  /** The edge fills an input the tool cannot do without. */
  readonly required: boolean;
}

/**
 * The typed producer → consumer edges over one catalog; a graphology graph whose nodes are exposed tool names answers
 * what leaves a tool. A change only marks what it touches; tools are linked when their edges are first read, and as
 * fields only link within a source, this takes no other source's tools to be read.
 */
export class LinkGraph {
  readonly catalog: ToolCatalog;
  /** What recorded call sequences add to edges; empty until one is recorded. */
  readonly traces = new TraceMemory();
  /** The edges both ways; made when edges out of a tool are first asked for, as ranking only follows them inwards. */
  #graph: MultiDirectedGraph<object, ToolEdge> | undefined;
  readonly #indexes = new Map<string, FieldIndex>();
  readonly #profiles = new Map<string, ToolProfile>();
  readonly #declared: DeclaredIndex;
  /** Tools as the catalog last told of them, by name. */
  readonly #tools = new Map<string, ToolSchema>();
  /** By source, names of tools that are not in its field index yet; and of those not in the index of stated links. */
  readonly #unread = new Map<string, Set<string>>();
  readonly #undeclared = new Set<string>();
  /** Names of tools whose inbound edges are not up to date. */
  readonly #dirty = new Set<string>();
  /** Edges into a tool as linked, best first: retrieval reads those of its leading targets at every query. */
  readonly #into = new Map<string, readonly ToolEdge[]>();
  /** Those of {@link #into} that were asked for and nothing was read since that could change them: queries ask for the same over and over. */
  readonly #settled = new Map<string, readonly ToolEdge[]>();

  constructor(catalog: ToolCatalog) {
    this.catalog = catalog;
    this.#declared = new DeclaredIndex(catalog);
  }

  /** Takes in what changed in the catalog. Linking waits until edges are read. */
  apply(change: CatalogChange): void {
    this.#settled.clear();
    for (const { name } of change.removed) {
      this.#unindex(name);
      if (this.#graph?.hasNode(name)) this.#graph.dropNode(name);
      this.#into.delete(name);
      this.#dirty.delete(name);
    }
    for (const { name } of change.changed) this.#unindex(name);
    for (const tool of [...change.added, ...change.changed]) {
      this.#graph?.mergeNode(tool.name);
      this.#tools.set(tool.name, tool);
      this.#undeclared.add(tool.name);
      this.#unreadOf(tool.source.id).add(tool.name);
      this.#dirty.add(tool.name);
    }
  }

  /** Every edge, by consumer in catalog order, best first within a consumer. */
  edges(): readonly ToolEdge[] {
    this.#linkAll();
    return this.catalog.tools.flatMap((tool) => this.#inbound(tool.name));
  }

  /** Edges into a tool, best first; only those that fill `field` when it is given. Empty for an unknown name. */
  producersOf(name: string, field?: string): readonly ToolEdge[] {
    const settled = this.traces.isEmpty ? this.#settled.get(name) : undefined;
    const edges = settled ?? this.#inboundNow(name);
    return field === undefined ? edges : edges.filter((edge) => edge.to === field);
  }

  /** Edges out of a tool, best first. Empty for an unknown name. */
  consumersOf(name: string): readonly ToolEdge[] {
    this.#linkAll();
    const graph = this.#bothWays();
    if (!graph.hasNode(name)) return [];
    return graph.mapOutEdges(name, (_key, edge) => this.traces.apply(edge)).sort(bestFirst);
  }

  /**
   * The best producers of a tool's inputs: first those of required inputs, context keys and stated dependencies, then
   * those of optional ones; best first within each. At most `perInput` for one input, none below `minConfidence`.
   */
  prerequisitesOf(name: string, perInput = 2, minConfidence = 0.77): readonly Prerequisite[] {
    const tool = this.catalog.get(name);
    if (tool === undefined) return [];
    const needed = new Set(tool.requires);
    for (const field of tool.consumes) if (field.required === true) needed.add(field.path);
    const taken = new Map<string, number>();
    const found: Prerequisite[] = [];
    for (const edge of this.producersOf(name)) {
      const count = taken.get(edge.to) ?? 0;
      if (edge.confidence < minConfidence || count >= perInput) continue;
      taken.set(edge.to, count + 1);
      found.push({ edge, required: needed.has(edge.to) || edge.evidence[0]?.kind === 'declared' });
    }
    return [...found.filter((entry) => entry.required), ...found.filter((entry) => !entry.required)];
  }

  #inboundNow(name: string): readonly ToolEdge[] {
    this.#link(name);
    const edges = this.#inbound(name);
    if (this.traces.isEmpty) this.#settled.set(name, edges);
    return edges;
  }

  #inbound(name: string): readonly ToolEdge[] {
    const edges = this.#into.get(name) ?? noEdges;
    return this.traces.isEmpty ? edges : edges.map((edge) => this.traces.apply(edge)).sort(bestFirst);
  }

  #linkAll(): void {
    for (const source of this.#unread.keys()) {
      this.#read(source);
      const shared = new SharedCandidates(this.#indexOf(source), leastConfidence);
      for (const { name } of this.catalog.toolsOf(source)) this.#link(name, shared);
    }
    for (const source of this.#indexes.keys()) this.#read(source);
    for (const name of this.#dirty) this.#link(name);
  }

  /** Brings the indexes up to date as far as the links of one source's tools depend on them. */
  #read(source: string): void {
    const outdated = this.#unread.has(source) || this.#indexes.get(source)?.isOutdated === true;
    if (this.#undeclared.size === 0 && !outdated) return;
    this.#settled.clear();
    for (const name of this.#undeclared) {
      const tool = this.#tools.get(name);
      if (tool === undefined) continue;
      this.#declared.add(tool);
      // Where nothing is linked yet, nothing is out of date.
      if (this.#profiles.size > 0) this.#mark(this.#declared.touchedBy(tool));
    }
    this.#undeclared.clear();
    if (this.#unread.has(source)) this.#index(source);
    for (const { tool } of this.#indexes.get(source)?.takeOutdated() ?? []) this.#dirty.add(tool.name);
  }

  /** Reads the tools of a source that are not in its index yet. */
  #index(source: string): void {
    const index = this.#indexOf(source);
    const shared = new SharedParts();
    for (const name of this.#unread.get(source) ?? []) {
      const tool = this.#tools.get(name);
      if (tool === undefined) continue;
      const profile = profileOf(tool, shared);
      this.#profiles.set(name, profile);
      index.add(profile, linksByText(profile));
    }
    index.trim();
    this.#unread.delete(source);
  }

  #unindex(name: string): void {
    const tool = this.#tools.get(name);
    if (tool === undefined) return;
    this.#tools.delete(name);
    if (!this.#undeclared.delete(name)) {
      this.#mark(this.#declared.touchedBy(tool));
      this.#declared.remove(tool);
    }
    const unread = this.#unread.get(tool.source.id);
    if (unread?.delete(name) === true && unread.size === 0) this.#unread.delete(tool.source.id);
    const profile = this.#profiles.get(name);
    if (profile === undefined) return;
    this.#profiles.delete(name);
    const index = this.#indexOf(tool.source.id);
    index.remove(profile, linksByText(profile));
    if (index.isEmpty) this.#indexes.delete(tool.source.id);
  }

  #unreadOf(source: string): Set<string> {
    let names = this.#unread.get(source);
    if (names === undefined) {
      names = new Set();
      this.#unread.set(source, names);
    }
    return names;
  }

  #mark(names: ReadonlySet<string>): void {
    for (const name of names) if (this.#profiles.has(name)) this.#dirty.add(name);
  }

  #indexOf(source: string): FieldIndex {
    let index = this.#indexes.get(source);
    if (index === undefined) {
      index = new FieldIndex();
      this.#indexes.set(source, index);
    }
    return index;
  }

  /** Brings the inbound edges of one tool up to date; with candidates of its source, as that is now. */
  #link(name: string, shared?: SharedCandidates): void {
    const tool = this.#tools.get(name);
    if (tool !== undefined) this.#read(tool.source.id);
    if (!this.#dirty.delete(name)) return;
    const profile = this.#profiles.get(name);
    if (profile === undefined) return;
    const index = this.#indexOf(profile.tool.source.id);
    index.forget(profile);
    const inferred = rankProducers(
      profile,
      index,
      shared ?? new SharedCandidates(index, leastConfidence),
      linksByText(profile),
    );
    profile.dropNeeds();
    const edges = mergeEdges(this.#declared.edgesInto(profile.tool), inferred);
    this.#into.set(name, edges.length === 0 ? noEdges : edges.slice());
    if (this.#graph === undefined) return;
    for (const key of this.#graph.inEdges(name)) this.#graph.dropEdge(key);
    for (const edge of edges) this.#graph.addDirectedEdge(edge.producer, edge.consumer, edge);
  }

  #bothWays(): MultiDirectedGraph<object, ToolEdge> {
    if (this.#graph !== undefined) return this.#graph;
    const graph = new MultiDirectedGraph<object, ToolEdge>();
    for (const { name } of this.catalog.tools) graph.addNode(name);
    for (const edges of this.#into.values())
      for (const edge of edges) graph.addDirectedEdge(edge.producer, edge.consumer, edge);
    this.#graph = graph;
    return graph;
  }
}

const noEdges: readonly ToolEdge[] = [];

/** Operations with a path are linked by structure; where there is none, descriptions have to help. */
function linksByText(profile: ToolProfile): boolean {
  return profile.subject.path === undefined;
}

/**
 * Stated edges and inferred ones as one list without repeats. A stated edge that leaves the fields open takes them
 * from the inferred edge between the same two tools.
 */
function mergeEdges(stated: readonly ToolEdge[], inferred: readonly ToolEdge[]): ToolEdge[] {
  const merged: ToolEdge[] = [];
  const used = new Set<ToolEdge>();
  for (const edge of stated) {
    const twin = inferred.find(
      (other) =>
        other.producer === edge.producer &&
        (edge.to === '' || other.to === edge.to) &&
        (edge.from === '' || other.from === edge.from),
    );
    if (twin !== undefined) used.add(twin);
    const whole = {
      ...edge,
      from: edge.from || (twin?.from ?? ''),
      to: edge.to || (twin?.to ?? ''),
      evidence: withoutRepeats([...edge.evidence, ...(twin?.evidence ?? [])]),
    };
    const known = merged.findIndex(
      (other) => other.producer === whole.producer && other.to === whole.to && other.from === whole.from,
    );
    const other = merged[known];
    if (other === undefined) merged.push(whole);
    else
      merged[known] = {
        ...other,
        confidence: Math.max(other.confidence, whole.confidence),
        evidence: withoutRepeats([...other.evidence, ...whole.evidence]),
      };
  }
  return [...merged, ...inferred.filter((edge) => !used.has(edge))].sort(bestFirst);
}

function withoutRepeats(evidence: readonly EdgeEvidence[]): EdgeEvidence[] {
  const seen = new Set<string>();
  return evidence.filter((entry) => {
    const key = `${entry.kind}\n${entry.detail}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function bestFirst(a: ToolEdge, b: ToolEdge): number {
  return (
    b.confidence - a.confidence ||
    compareCodeUnits(a.to, b.to) ||
    compareCodeUnits(a.producer, b.producer) ||
    compareCodeUnits(a.consumer, b.consumer) ||
    compareCodeUnits(a.from, b.from)
  );
}
