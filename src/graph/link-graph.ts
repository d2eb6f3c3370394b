import { MultiDirectedGraph } from 'graphology';
import type { CatalogChange, ToolCatalog } from '../core/catalog.js';
import type { ToolEdge } from '../core/tool-edge.js';

/** The typed producer → consumer edges over one catalog. */
export class LinkGraph {
  readonly #graph = new MultiDirectedGraph<object, ToolEdge>();
  readonly catalog: ToolCatalog;

  constructor(catalog: ToolCatalog) {
    this.catalog = catalog;
  }

  apply(change: CatalogChange): void {
    for (const tool of change.removed) if (this.#graph.hasNode(tool.name)) this.#graph.dropNode(tool.name);
    for (const tool of change.added) this.#graph.mergeNode(tool.name);
  }

  edges(): readonly ToolEdge[] {
    return this.#graph.mapEdges((_key, edge) => edge);
  }

  producersOf(name: string, field?: string): readonly ToolEdge[] {
    return this.edges().filter((edge) => edge.consumer === name && (field === undefined || edge.to === field));
  }

  consumersOf(name: string): readonly ToolEdge[] {
    return this.edges().filter((edge) => edge.producer === name);
  }
}
