import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { JsonValue, ToolGraph, ToolSchema } from '../../index.js';
import type { Ingested } from '../source-record.js';
import { AsideThread } from './aside-thread.js';
import { type AsideDone, type AsideTool, type Draft, type KnownTool, toolsAtOnce } from './protocol.js';
import { digestOf, draftOf, keyOf } from './tool-digest.js';

/** Sources of fewer tools are read in less time than it takes to ask another thread. */
const fewTools = 50;

/** Digests of tools in catalogs, which never change. */
const digests = new WeakMap<ToolSchema, string>();

/** How a source is read in this thread. */
export type DirectRead = (graph: ToolGraph, own: readonly string[]) => Promise<Ingested>;

/**
 * Refreshes one source without holding up whoever asks meanwhile: another thread reads, parses and checks it, and only
 * the tools that became others come back, some at a time. They are taken in together, by one step. What is small, new
 * in the catalog, or adds to the tools of other sources is read in this thread.
 */
export class AsideSource {
  readonly #module: string;
  readonly #args: JsonValue;
  readonly #direct: DirectRead;

  /**
   * @param module URL of a module that exports `readInto(graph, args, own)`, which reads the source into a graph.
   * @param direct Does the same in this thread.
   */
  constructor(module: string, args: JsonValue, direct: DirectRead) {
    this.#module = module;
    this.#args = args;
    this.#direct = direct;
  }

  /** @throws what reading the source throws; `SOURCE_UNREADABLE` when the other thread ended before it was done. */
  async ingest(graph: ToolGraph, own: readonly string[]): Promise<Ingested> {
    const present = graph.tools.filter((tool) => own.includes(tool.source.id));
    if (present.length < fewTools || !AsideThread.isPossible) return this.#direct(graph, own);
    const known = await knownTools(present);
    const sent: AsideTool[] = [];
    const job = { module: this.#module, args: this.#args, own, textPolicy: graph.textPolicy, known };
    const done = await AsideThread.shared.run(job, (tools) => sent.push(...tools));
    if (!isListing(done, sent, own)) return this.#direct(graph, own);
    const { sources, diagnostics, incomplete } = done;
    const report = graph.takeRead({ tools: draftsOf(sent, present), diagnostics }, sources);
    return { reports: [report], ...(incomplete === undefined ? {} : { incomplete }) };
  }
}

/** The tools by what they hold. Those that are new here are looked at some at a time. */
async function knownTools(tools: readonly ToolSchema[]): Promise<KnownTool[]> {
  const known: KnownTool[] = [];
  let looked = 0;
  for (const tool of tools) {
    let digest = digests.get(tool);
    if (digest === undefined) {
      digest = digestOf(draftOf(tool));
      digests.set(tool, digest);
      if (++looked % toolsAtOnce === 0) await letOthersRun();
    }
    known.push([tool.source.id, tool.originalId, digest]);
  }
  return known;
}

/** Is this the whole of what its sources give? What adds to the tools of other sources has to see them. */
function isListing({ sources }: AsideDone, sent: readonly AsideTool[], own: readonly string[]): boolean {
  const filled = new Set(sent.map((entry) => ('draft' in entry ? entry.draft.source.id : entry.source)));
  return sources.every((id) => filled.has(id) && own.includes(id));
}

/** What was sent, with the tools themselves in place of those that are as they were. */
function draftsOf(sent: readonly AsideTool[], present: readonly ToolSchema[]): Draft[] {
  const tools = new Map(present.map((tool) => [keyOf(tool.source.id, tool.originalId), tool]));
  return sent.flatMap((entry): Draft[] => {
    const draft = 'draft' in entry ? entry.draft : tools.get(keyOf(entry.source, entry.originalId));
    return draft === undefined ? [] : [draft];
  });
}
