import type { ToolCatalog } from '../core/catalog.js';
import { compareCodeUnits } from '../core/names.js';
import type { EvidenceKind, ToolEdge } from '../core/tool-edge.js';
import type { DeclaredLink, ToolSchema } from '../core/tool-schema.js';

/** Confidence of an edge that the source itself states; a written link is rarely wrong, a generated workflow at times. */
const confidence: Record<DeclaredLink['kind'], number> = {
  'depends-on': 0.97,
  'openapi-link': 0.97,
  'workflow-step': 0.92,
};

const evidenceKind: Record<DeclaredLink['kind'], EvidenceKind> = {
  'depends-on': 'declared',
  'openapi-link': 'link',
  'workflow-step': 'workflow',
};

/** What each further entry of a list of dependencies loses, so that they keep its order, and the most it can lose. */
const listing = { step: 0.001, most: 0.02 } as const;

/** Confidence of provides → requires, in one source and across two. */
const contextConfidence = { within: 0.93, across: 0.85 } as const;

/** Most providers of one context key that become edges. */
const maxProviders = 3;

/** A multimap from text to tools that forgets empty keys; a key of one tool, as most are, takes no set. */
class ToolsByKey {
  readonly #tools = new Map<string, ToolSchema | Set<ToolSchema>>();

  add(key: string, tool: ToolSchema): void {
    const known = this.#tools.get(key);
    if (known === undefined) this.#tools.set(key, tool);
    else if (known instanceof Set) known.add(tool);
    else if (known !== tool) this.#tools.set(key, new Set([known, tool]));
  }

  remove(key: string, tool: ToolSchema): void {
    const known = this.#tools.get(key);
    if (known === tool || (known instanceof Set && known.delete(tool) && known.size === 0)) this.#tools.delete(key);
  }

  has(key: string): boolean {
    return this.#tools.has(key);
  }

  get(key: string): readonly ToolSchema[] {
    const known = this.#tools.get(key);
    return known === undefined ? [] : known instanceof Set ? [...known] : [known];
  }
}

/**
 * What sources state outright: declared links in both directions, and context keys. Names in links are looked up in
 * the link's own source first (original name, original id, `METHOD /path`, exposed name), then in the whole catalog,
 * where a name that several tools have resolves to none.
 */
export class DeclaredIndex {
  readonly #byAlias = new ToolsByKey();
  /** Tools by source whose aliases are not filed yet: only where somebody states a link are they looked up. */
  readonly #unfiled = new Map<string, Set<ToolSchema>>();
  readonly #mentions = new ToolsByKey();
  readonly #providers = new ToolsByKey();
  readonly #requirers = new ToolsByKey();
  readonly #catalog: ToolCatalog;

  constructor(catalog: ToolCatalog) {
    this.#catalog = catalog;
  }

  /** Takes a tool in. */
  add(tool: ToolSchema): void {
    const unfiled = this.#unfiled.get(tool.source.id);
    if (unfiled === undefined) this.#unfiled.set(tool.source.id, new Set([tool]));
    else unfiled.add(tool);
    for (const link of tool.links ?? []) this.#mentions.add(link.tool, tool);
    for (const key of tool.provides) this.#providers.add(key, tool);
    for (const key of tool.requires) this.#requirers.add(key, tool);
  }

  /** Takes a tool out. */
  remove(tool: ToolSchema): void {
    const unfiled = this.#unfiled.get(tool.source.id);
    if (unfiled?.delete(tool) === true) {
      if (unfiled.size === 0) this.#unfiled.delete(tool.source.id);
    } else for (const alias of aliasesOf(tool)) this.#byAlias.remove(alias, tool);
    for (const link of tool.links ?? []) this.#mentions.remove(link.tool, tool);
    for (const key of tool.provides) this.#providers.remove(key, tool);
    for (const key of tool.requires) this.#requirers.remove(key, tool);
  }

  /** Stated edges into a tool. */
  edgesInto(tool: ToolSchema): ToolEdge[] {
    const edges: ToolEdge[] = [];
    (tool.links ?? []).forEach((link, place) => {
      const producer = link.direction === 'producer' ? this.#resolve(link.tool, tool) : undefined;
      if (producer !== undefined) edges.push(declaredEdge(producer, tool, link, place));
    });
    for (const alias of aliasesOf(tool)) {
      for (const origin of this.#mentions.get(alias)) {
        for (const link of origin.links ?? []) {
          if (link.direction === 'consumer' && link.tool === alias && this.#resolve(alias, origin) === tool)
            edges.push(declaredEdge(origin, tool, link));
        }
      }
    }
    return [...edges.filter((edge) => edge.producer !== edge.consumer), ...this.#contextEdges(tool)];
  }

  #contextEdges(tool: ToolSchema): ToolEdge[] {
    return tool.requires.flatMap((key) => {
      const providers = this.#providers
        .get(key)
        .filter((provider) => provider !== tool && !provider.requires.includes(key));
      const within = providers.filter((provider) => provider.source.id === tool.source.id);
      const chosen = (within.length > 0 ? within : providers)
        .sort((a, b) => a.requires.length - b.requires.length || compareCodeUnits(a.name, b.name))
        .slice(0, maxProviders);
      return chosen.map(
        (provider): ToolEdge => ({
          producer: provider.name,
          consumer: tool.name,
          from: key,
          to: key,
          confidence: within.length > 0 ? contextConfidence.within : contextConfidence.across,
          evidence: [{ kind: 'context', detail: `${provider.name} provides the context key ${key}` }],
        }),
      );
    });
  }

  #resolve(name: string, from: ToolSchema): ToolSchema | undefined {
    this.#file(from.source.id);
    const within = this.#byAlias.get(name).filter((tool) => tool.source.id === from.source.id);
    if (within.length > 0) return best(within, name, from);
    const exposed = this.#catalog.get(name);
    if (exposed !== undefined) return exposed;
    const anywhere = this.#anywhere(name);
    return anywhere.length === 1 ? anywhere[0] : undefined;
  }

  /** Tools of all sources that have this alias. */
  #anywhere(alias: string): readonly ToolSchema[] {
    for (const source of this.#unfiled.keys()) this.#file(source);
    return this.#byAlias.get(alias);
  }

  /** Files the aliases of a source's tools. */
  #file(source: string): void {
    for (const tool of this.#unfiled.get(source) ?? [])
      for (const alias of aliasesOf(tool)) this.#byAlias.add(alias, tool);
    this.#unfiled.delete(source);
  }

  /** Names of tools whose stated edges may be others with this tool in the catalog than without it. */
  touchedBy(tool: ToolSchema): Set<string> {
    const touched = new Set<string>();
    for (const alias of aliasesOf(tool)) {
      if (!this.#mentions.has(alias)) continue;
      for (const other of this.#mentions.get(alias)) touched.add(other.name);
      // A link that another tool states through a third one's name resolves at its consumer.
      for (const other of this.#anywhere(alias)) touched.add(other.name);
    }
    for (const link of tool.links ?? []) for (const other of this.#anywhere(link.tool)) touched.add(other.name);
    for (const key of tool.provides) for (const other of this.#requirers.get(key)) touched.add(other.name);
    return touched;
  }
}

/** Several tools of one source may share an original name; an id or exposed name settles it, else the first. */
function best(tools: readonly ToolSchema[], name: string, from: ToolSchema): ToolSchema | undefined {
  return (
    tools.find((tool) => tool.originalId === name) ??
    tools.find((tool) => tool.name === name) ??
    [...tools].sort((a, b) => compareCodeUnits(a.originalId, b.originalId)).find((tool) => tool !== from)
  );
}

function aliasesOf(tool: ToolSchema): Set<string> {
  const aliases = new Set([tool.originalName, tool.originalId, tool.name]);
  const { source } = tool;
  if (source.kind === 'openapi') {
    aliases.add(`${source.method} ${source.path}`);
    if (source.operationId !== undefined) aliases.add(source.operationId);
  } else if (source.kind === 'data' && source.path !== undefined && source.method !== undefined) {
    aliases.add(`${source.method.toUpperCase()} ${source.path}`);
  }
  return aliases;
}

function declaredEdge(producer: ToolSchema, consumer: ToolSchema, link: DeclaredLink, place = 0): ToolEdge {
  const detail = link.description ?? `${link.direction === 'producer' ? consumer.name : producer.name} declares it`;
  return {
    producer: producer.name,
    consumer: consumer.name,
    from: link.from ?? '',
    to: link.to ?? '',
    confidence: Math.round(1000 * (confidence[link.kind] - Math.min(listing.most, listing.step * place))) / 1000,
    evidence: [{ kind: evidenceKind[link.kind], detail }],
  };
}
