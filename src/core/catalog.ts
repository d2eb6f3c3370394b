import { isNamed, NamedTool } from './named-tool.js';
import { compareCodeUnits, NameTable } from './names.js';
import type { ToolAnnotations, ToolDraft, ToolSchema } from './tool-schema.js';

/** What one change did to the catalog. A tool whose content differs is in `changed` with its new form. */
export interface CatalogChange {
  readonly added: readonly ToolSchema[];
  readonly changed: readonly ToolSchema[];
  readonly unchanged: readonly ToolSchema[];
  readonly removed: readonly ToolSchema[];
}

/**
 * Every ToolSchema one ToolGraph holds, by source and original id. Gives each tool its exposed name and keeps it:
 * a tool that goes and comes back, in a refresh or after `removeSource`, has the name it had.
 */
export class ToolCatalog {
  readonly #names = new NameTable();
  readonly #sources = new Map<string, Map<string, ToolSchema>>();
  readonly #byName = new Map<string, ToolSchema>();
  #list: readonly ToolSchema[] | undefined;

  /** All tools, by source in order of first ingestion, within a source in its own order. */
  get tools(): readonly ToolSchema[] {
    this.#list ??= [...this.#sources.values()].flatMap((source) => [...source.values()]);
    return this.#list;
  }

  get size(): number {
    return this.#byName.size;
  }

  /** Ids of the sources that have tools now, in order of first ingestion. */
  get sourceIds(): readonly string[] {
    return [...this.#sources.keys()];
  }

  get(name: string): ToolSchema | undefined {
    return this.#byName.get(name);
  }

  /** Exposed names of all identities ever seen, for a snapshot. */
  get names(): NameTable {
    return this.#names;
  }

  /**
   * Reserves the exposed names that identities had elsewhere. An identity that has a name keeps it, and a name that
   * another identity holds is not taken over; an empty name asks for nothing.
   */
  reserveNames(drafts: readonly Pick<ToolDraft, 'source' | 'originalId'>[], names: readonly string[]): void {
    drafts.forEach(({ source, originalId }, index) => {
      const name = names[index] ?? '';
      if (name !== '' && !this.#names.holds(name) && this.#names.get(source.id, originalId) === undefined)
        this.#names.restore(source.id, originalId, name);
    });
  }

  /**
   * Takes back tools under the names they had in another catalog, or in another process. Of several with one identity the
   * first counts, and a name that another identity holds is not taken over. Tools that have their names already, as those
   * of a catalog have, are taken as they are, without being looked into.
   */
  restore(drafts: readonly ToolDraft[], names: readonly string[]): CatalogChange {
    const added: ToolSchema[] = [];
    const others: ToolDraft[] = [];
    drafts.forEach((draft, index) => {
      const { source, originalId } = draft;
      const name = names[index] ?? '';
      const known = this.#names.get(source.id, originalId);
      const tools = this.#sourceMap(source.id);
      if (tools.has(originalId)) return;
      if (!isNamed(draft, name) || (known === undefined ? this.#names.holds(name) : known !== name)) {
        this.reserveNames([draft], [name]);
        others.push(draft);
        return;
      }
      this.#names.restore(source.id, originalId, name);
      tools.set(originalId, draft);
      this.#byName.set(name, draft);
      added.push(draft);
    });
    this.#list = undefined;
    if (others.length === 0) return { added, changed: [], unchanged: [], removed: [] };
    const change = this.apply(others);
    return { ...change, added: [...added, ...change.added] };
  }

  /** Tools of one source; empty when there is none of that id. */
  toolsOf(sourceId: string): readonly ToolSchema[] {
    return [...(this.#sources.get(sourceId)?.values() ?? [])];
  }

  /**
   * Takes in drafts. Identities already present are replaced; with `complete`, the listed sources are complete
   * listings and lose every tool that the drafts no longer hold. Drafts must be unique by (source, original id):
   * of several with one identity the first counts.
   */
  apply(drafts: readonly ToolDraft[], complete: readonly string[] = []): CatalogChange {
    const names = this.#names.assign(
      drafts.map((draft) => ({
        sourceId: draft.source.id,
        originalId: draft.originalId,
        originalName: draft.originalName,
        ...(draft.suggestedName === undefined ? {} : { suggestedName: draft.suggestedName }),
      })),
    );
    const before = new Map(complete.map((id) => [id, this.#sources.get(id)] as const));
    for (const id of before.keys()) if (this.#sources.has(id)) this.#sources.set(id, new Map()); // keeps its place
    const added: ToolSchema[] = [];
    const changed: ToolSchema[] = [];
    const unchanged: ToolSchema[] = [];
    drafts.forEach((draft, index) => {
      const source = this.#sourceMap(draft.source.id);
      if (before.has(draft.source.id) && source.has(draft.originalId)) return;
      const previous = before.get(draft.source.id)?.get(draft.originalId) ?? source.get(draft.originalId);
      const same = previous !== undefined && sameContent(previous, draft);
      const tool =
        same && previous.callable === draft.callable ? previous : new CatalogTool(names[index] as string, draft);
      source.set(draft.originalId, tool);
      this.#byName.set(tool.name, tool);
      (previous === undefined ? added : same ? unchanged : changed).push(tool);
    });
    const removed = [...before].flatMap(([id, tools]) =>
      [...(tools?.values() ?? [])].filter((tool) => !this.#sources.get(id)?.has(tool.originalId)),
    );
    for (const tool of removed) this.#byName.delete(tool.name);
    for (const id of before.keys()) if (this.#sources.get(id)?.size === 0) this.#sources.delete(id);
    this.#list = undefined;
    return { added, changed, unchanged, removed };
  }

  /** Takes single tools out, by their identity; those that were there. */
  remove(identities: readonly Pick<ToolDraft, 'source' | 'originalId'>[]): readonly ToolSchema[] {
    const removed = identities.flatMap(({ source, originalId }) => {
      const tools = this.#sources.get(source.id);
      const tool = tools?.get(originalId);
      if (tools === undefined || tool === undefined) return [];
      tools.delete(originalId);
      if (tools.size === 0) this.#sources.delete(source.id);
      this.#byName.delete(tool.name);
      return [tool];
    });
    if (removed.length > 0) this.#list = undefined;
    return removed;
  }

  /** Takes a source out; its tools, or an empty list when there was none. */
  removeSource(sourceId: string): readonly ToolSchema[] {
    const removed = this.toolsOf(sourceId);
    this.#sources.delete(sourceId);
    for (const tool of removed) this.#byName.delete(tool.name);
    this.#list = undefined;
    return removed;
  }

  #sourceMap(id: string): Map<string, ToolSchema> {
    let source = this.#sources.get(id);
    if (source === undefined) {
      source = new Map();
      this.#sources.set(id, source);
    }
    return source;
  }
}

/** A draft with its exposed name. */
class CatalogTool extends NamedTool implements ToolSchema {
  readonly name: string;
  readonly source: ToolSchema['source'];
  readonly originalId: string;
  readonly originalName: string;
  declare readonly suggestedName?: string;
  declare readonly title?: string;
  readonly description: string;
  readonly inputSchema: ToolSchema['inputSchema'];
  declare readonly outputSchema?: NonNullable<ToolSchema['outputSchema']>;
  readonly inputs: ToolSchema['inputs'];
  readonly requires: readonly string[];
  readonly provides: readonly string[];
  readonly tags: readonly string[];
  readonly annotations: ToolAnnotations;
  declare readonly deprecated?: boolean;
  declare readonly links?: NonNullable<ToolSchema['links']>;
  declare readonly keywords?: readonly string[];
  declare readonly metadata?: NonNullable<ToolSchema['metadata']>;
  declare readonly callable?: NonNullable<ToolSchema['callable']>;

  constructor(name: string, draft: ToolDraft) {
    super();
    this.name = name;
    this.source = draft.source;
    this.originalId = draft.originalId;
    this.originalName = draft.originalName;
    if (draft.suggestedName !== undefined) this.suggestedName = draft.suggestedName;
    if (draft.title !== undefined) this.title = draft.title;
    this.description = draft.description;
    this.inputSchema = draft.inputSchema;
    if (draft.outputSchema !== undefined) this.outputSchema = draft.outputSchema;
    this.inputs = draft.inputs;
    this.requires = draft.requires ?? [];
    this.provides = draft.provides ?? [];
    this.tags = draft.tags ?? [];
    this.annotations = draft.annotations ?? {};
    if (draft.deprecated !== undefined) this.deprecated = draft.deprecated;
    if (draft.links !== undefined) this.links = draft.links;
    if (draft.keywords !== undefined) this.keywords = draft.keywords;
    if (draft.metadata !== undefined) this.metadata = draft.metadata;
    if (draft.callable !== undefined) this.callable = draft.callable;
  }
}

/** Same content apart from the callable: compared as JSON with sorted top-level keys. */
function sameContent(tool: ToolSchema, draft: ToolDraft): boolean {
  return tool === draft || contentOf(tool) === contentOf(draft);
}

function contentOf(tool: ToolDraft): string {
  const { source, title, description, inputSchema, outputSchema, inputs, annotations, deprecated, links, metadata } =
    tool;
  const sorted = [tool.requires ?? [], tool.provides ?? [], tool.tags ?? [], tool.keywords ?? []];
  return JSON.stringify([
    source, tool.originalName, title, description, inputSchema, outputSchema, inputs, annotations ?? {}, deprecated, links, metadata, sorted,
  ]); // biome-ignore format: one list
}

/** Sorted by name, for every place whose outcome must not depend on ingest order. */
export function byName<T extends { readonly name: string }>(tools: readonly T[]): T[] {
  return [...tools].sort((a, b) => compareCodeUnits(a.name, b.name));
}
