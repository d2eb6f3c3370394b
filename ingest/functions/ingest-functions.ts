import { DiagnosticLog } from '../../src/core/diagnostics.js';
import { messageOf, ToolGraphError } from '../../src/core/errors.js';
import type { IngestResult, ToolDraft } from '../../src/core/tool-schema.js';
import { type Candidate, collectCandidates } from './collect.js';
import { type DraftContext, draftOf } from './draft.js';
import { moduleFacts } from './module-facts.js';
import { refuseUnknownOptions } from './tool-options.js';

/** How {@link ingestFunctions} names and describes what it takes in. */
export interface IngestFunctionsOptions {
  /**
   * `import.meta.url` of the module that holds the functions: its own text is read (never run) for JSDoc and
   * TypeScript types, and the file's base name is the source id, to which calls add. Any other text is the source id
   * itself, and the call is then a complete listing of that source. Default: the source "functions", to which calls add.
   */
  readonly source?: string | URL;
  /** Parameter names that the host supplies in every tool here (`ctx`, `agent`). Default: none. */
  readonly inject?: readonly string[];
}

/** Id of the source of functions that were handed over without one. */
export const defaultFunctionSource = 'functions';

/** What {@link ingestFunctions} returns: the result, its source, and whether it lists all of that source. */
export interface FunctionIngestResult extends IngestResult {
  readonly sourceId: string;
  readonly complete: boolean;
}

/**
 * Makes tools of functions of this process: bare functions, `tool()` and `toolkit()` definitions, tool objects
 * (`{ description, parameters, execute }`), objects and class instances (their public methods), and records of these.
 * Parameter lists are read from the functions' own text by a parser; nothing is called.
 *
 * A function without a name, a second one of the same name, and what is no function are left out with an error.
 *
 * @param isKnown Is a tool of that name in the source already? It is then replaced, which a diagnostic says.
 * @throws ToolGraphError INVALID_ARGUMENT when `functions` is neither a list nor an object; INVALID_OPTION; for a
 * `file:` source SOURCE_NOT_FOUND.
 */
export function ingestFunctions(
  functions: unknown,
  options: IngestFunctionsOptions = {},
  isKnown: (sourceId: string, name: string) => boolean = () => false,
): FunctionIngestResult {
  refuseUnknownOptions(options, ['source', 'inject'], 'ingestFunctions');
  if ((typeof functions !== 'object' || functions === null) && typeof functions !== 'function')
    throw new ToolGraphError(
      'INVALID_ARGUMENT',
      `ingestFunctions takes a list of functions, not ${functions === null ? 'null' : `a ${typeof functions}`}; write graph.ingestFunctions([fn]).`,
    );
  const source = sourceOf(options.source);
  const log = new DiagnosticLog(source.id);
  const facts = source.url === undefined ? undefined : moduleFacts(source.url, log);
  const context: DraftContext = {
    sourceId: source.id,
    log,
    inject: options.inject ?? [],
    ...facts,
  };
  const tools = draftsOf(collectCandidates(functions, log), context, (name) => isKnown(source.id, name));
  return { tools, diagnostics: log.entries, sourceId: source.id, complete: source.complete };
}

function draftsOf(
  candidates: readonly Candidate[],
  context: DraftContext,
  isKnown: (name: string) => boolean,
): ToolDraft[] {
  const { log } = context;
  const drafts: ToolDraft[] = [];
  const seen = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const { name, item } = candidate;
    if (name === '') {
      log.error('nameless-function', item, `${item} has no name; give it one with tool(fn, { name: "…" }).`);
      continue;
    }
    const first = seen.get(name);
    if (first !== undefined) {
      reportRepeat(first, candidate, log);
      continue;
    }
    seen.set(name, candidate);
    try {
      drafts.push(draftOf(candidate, context));
      if (isKnown(name))
        log.info('tool-replaced', name, `Tool ${JSON.stringify(name)} of an earlier call was replaced by ${item}.`);
    } catch (error) {
      // What is handed over may be anything, also objects whose getters throw: the others still count.
      log.error('invalid-tool', name, `${item} (${JSON.stringify(name)}) is left out: ${messageOf(error)}`);
    }
  }
  return drafts;
}

function reportRepeat(first: Candidate, second: Candidate, log: DiagnosticLog): void {
  if (first.fn !== undefined && first.fn === second.fn && first.self === second.self) {
    log.info('repeated-function', second.name, `${second.item} is the same function as ${first.item}; it counts once.`);
    return;
  }
  log.error(
    'duplicate-name',
    second.name,
    `${second.item} has the name ${JSON.stringify(second.name)} of ${first.item} and is left out; rename it with tool(fn, { name: "…" }).`,
  );
}

interface FunctionSourceId {
  readonly id: string;
  readonly complete: boolean;
  readonly url?: string;
}

function sourceOf(source: string | URL | undefined): FunctionSourceId {
  if (source === undefined) return { id: defaultFunctionSource, complete: false };
  const text = String(source);
  if (text.trim() === '')
    throw new ToolGraphError('INVALID_OPTION', 'Option "source" is empty; give a name or import.meta.url.');
  if (!text.startsWith('file:')) return { id: text, complete: true };
  const path = decodeURIComponent(new URL(text).pathname);
  return { id: path.slice(path.lastIndexOf('/') + 1), complete: false, url: text };
}
