import type { DeclaredLink, OperationReference, ToolDraft, WorkflowLink } from './tool-schema.js';

/** What documents state, by document. */
export type StatedLinks = readonly (readonly [source: string, links: readonly WorkflowLink[]])[];

/**
 * The links that workflow documents state, by document, and their way onto the tools they are about. Documents and
 * tools may come in any order: links stay here, and every draft is asked for as it enters the catalog.
 */
export class WorkflowLinks {
  readonly #bySource = new Map<string, readonly WorkflowLink[]>();
  readonly #byConsumer = new Map<string, WorkflowLink[]>();
  /** Links that this table put onto tools, to be told from those a snapshot brought. */
  readonly #attached = new WeakSet<DeclaredLink>();

  /** Replaces what a document states. */
  set(source: string, links: readonly WorkflowLink[]): void {
    this.#bySource.set(source, links);
    this.#index();
  }

  /** Forgets a document. False when it was not known. */
  delete(source: string): boolean {
    const known = this.#bySource.delete(source);
    if (known) this.#index();
    return known;
  }

  /** What each document states, for a snapshot. */
  entries(): StatedLinks {
    return [...this.#bySource];
  }

  /** Takes back what {@link WorkflowLinks.entries} gave; links that the drafts already have from it count as put there by it. */
  restore(entries: StatedLinks, drafts: readonly ToolDraft[]): void {
    for (const [source, links] of entries) this.#bySource.set(source, links);
    this.#index();
    if (this.#byConsumer.size === 0) return;
    for (const draft of drafts) {
      if (draft.links === undefined) continue;
      const stated = new Set(this.#statedOf(draft).map((link) => JSON.stringify(declared(link))));
      for (const link of draft.links) if (stated.has(JSON.stringify(link))) this.#attached.add(link);
    }
  }

  #statedOf(draft: ToolDraft): WorkflowLink[] {
    return operationKeys(draft).flatMap((key) => this.#byConsumer.get(key) ?? []);
  }

  /** The draft with the links that are stated about it now; the same object when nothing changes. */
  attach(draft: ToolDraft): ToolDraft {
    const stated = this.#statedOf(draft);
    const before = draft.links ?? [];
    const kept = before.filter((link) => !this.#attached.has(link));
    if (stated.length === 0 && kept.length === before.length) return draft;
    const links = [...kept, ...[...new Set(stated)].map(declared)];
    if (JSON.stringify(links) === JSON.stringify(before)) return draft;
    for (const link of links.slice(kept.length)) this.#attached.add(link);
    const { links: _, ...rest } = draft;
    return links.length === 0 ? rest : { ...rest, links };
  }

  #index(): void {
    this.#byConsumer.clear();
    for (const link of [...this.#bySource.values()].flat()) {
      const key = keyOf(link.consumer);
      const links = this.#byConsumer.get(key);
      if (links === undefined) this.#byConsumer.set(key, [link]);
      else links.push(link);
    }
  }
}

/** Which of these operations no tool stands for, in their order, each once. */
export function unknownOperations(
  operations: readonly OperationReference[],
  tools: readonly ToolDraft[],
): OperationReference[] {
  const known = new Set(tools.flatMap(operationKeys));
  const missing = operations.filter((operation) => !known.has(keyOf(operation)));
  return [...new Map(missing.map((operation) => [keyOf(operation), operation])).values()];
}

/** An operation reference as text: its id, else its method and path. */
export function keyOf(operation: OperationReference): string {
  return operation.operationId ?? operation.path ?? '';
}

function operationKeys(draft: ToolDraft): string[] {
  const { source } = draft;
  const path = 'path' in source && 'method' in source ? [`${source.method?.toUpperCase()} ${source.path}`] : [];
  const id = source.kind === 'openapi' && source.operationId !== undefined ? [source.operationId] : [];
  return [...new Set([draft.originalName, draft.originalId, ...id, ...path])];
}

function declared(link: WorkflowLink): DeclaredLink {
  return {
    kind: 'workflow-step',
    tool: keyOf(link.producer),
    direction: 'producer',
    ...(link.from === undefined ? {} : { from: link.from }),
    ...(link.to === undefined ? {} : { to: link.to }),
    description: `step ${link.step} of workflow ${link.workflow} takes it from ${keyOf(link.producer)}`,
  };
}
