import type { McpTool, ToolGraph } from '../../index.js';
import { matches } from '../access.js';

/** Which tools of the catalog an MCP client is shown as tools of their own, beside search_tools and its kin. */
export interface ExposureOptions {
  /** Exposed names of tools that are listed always; a trailing `*` stands for any rest. Default none. */
  readonly pinned?: readonly string[];
  /**
   * How many of the tools that a session found last are listed in that session, >= 0. For clients that follow changes
   * of the list, over connections that know sessions. Default 0.
   */
  readonly searched?: number;
}

/** More are not listed: models choose badly from long lists, and some hosts refuse them. */
const mostPinned = 64;

/** The tools of the catalog that one session lists: those that are pinned, and those that it found last. */
export class SessionTools {
  readonly #options: ExposureOptions;
  readonly #graph: () => ToolGraph;
  readonly #reserved: ReadonlySet<string>;
  /** Found last comes last. */
  #found: readonly string[] = [];

  /**
   * @param graph What the session may see now.
   * @param reserved Names that are taken by the server's own tools.
   */
  constructor(options: ExposureOptions, graph: () => ToolGraph, reserved: ReadonlySet<string>) {
    this.#options = options;
    this.#graph = graph;
    this.#reserved = reserved;
  }

  /** Names of the listed tools that are in the catalog now, pinned ones first. */
  get names(): readonly string[] {
    const graph = this.#graph();
    const { pinned = [] } = this.#options;
    const always =
      pinned.length === 0
        ? []
        : graph.tools.map((tool) => tool.name).filter((name) => matches(pinned, name) && !this.#reserved.has(name));
    const found = this.#found.filter((name) => graph.get(name) !== undefined);
    return [...new Set([...always.slice(0, mostPinned), ...found])];
  }

  /** The listed tools as MCP has them, with what their own servers say of them. */
  definitions(): readonly McpTool[] {
    const graph = this.#graph();
    const { names } = this;
    if (names.length === 0) return [];
    return (graph.toMcp(names).tools ?? []).map((definition) => {
      if (graph.get(definition.name)?.source.kind === 'mcp') return definition;
      const { outputSchema: _notStructured, ...rest } = definition; // other tools answer with text
      return rest;
    });
  }

  /** Notes what a search found, best first. */
  found(names: readonly string[]): void {
    const most = this.#options.searched ?? 0;
    if (most === 0) return;
    const best = names.filter((name) => !this.#reserved.has(name)).slice(0, most);
    const kept = this.#found.filter((name) => !best.includes(name));
    this.#found = [...kept.slice(Math.max(0, kept.length - (most - best.length))), ...best];
  }
}
