import { DiagnosticLog } from '../src/core/diagnostics.js';
import { ToolGraphError } from '../src/core/errors.js';
import type { IngestResult, ToolDraft } from '../src/core/tool-schema.js';
import { type CodeFunction, type DraftedFunction, draftOfCode } from './code-function.js';
import { refuseUnknownOptions } from './functions/tool-options.js';
import { readFunctions } from './ingest-source.js';

/** Folders (or files) to look for tools in. */
export interface DiscoverOptions {
  /** Tools that every project shares. */
  readonly global?: string | readonly string[];
  /** The project's own; they win over global ones of the same name. */
  readonly project?: string | readonly string[];
}

/** Ids of the two sources that discovery fills. */
export const discoverySources = ['global', 'project'] as const;

type Scope = (typeof discoverySources)[number];

/**
 * Finds the tools in folders of source files: public functions at module level that have a description and a type for
 * every parameter, and tool definitions. What is public but lacks one of these is named in the diagnostics. Nothing is
 * imported or run; a broken file costs a diagnostic, and so does a folder that does not exist.
 *
 * @throws ToolGraphError INVALID_OPTION for an unknown option.
 */
export function discoverTools(options: DiscoverOptions): IngestResult {
  refuseUnknownOptions(options, discoverySources, 'discoverTools');
  const found = discoverySources.map((scope) => discover(scope, options[scope]));
  const [shared, own] = found as [Discovery, Discovery];
  const kept = shared.tools.filter((tool) => {
    const winner = own.tools.find((other) => other.originalName === tool.originalName);
    if (winner === undefined) return true;
    shared.log.info(
      'tool-overridden',
      tool.originalName,
      `The global tool ${JSON.stringify(tool.originalName)} (${place(tool)}) is overridden by the project's (${place(winner)}).`,
    );
    return false;
  });
  return { tools: [...kept, ...own.tools], diagnostics: found.flatMap((each) => each.log.entries) };
}

interface Discovery {
  readonly tools: readonly ToolDraft[];
  readonly log: DiagnosticLog;
}

function discover(scope: Scope, paths: string | readonly string[] | undefined): Discovery {
  const log = new DiagnosticLog(scope);
  const tools = new Map<string, ToolDraft>();
  const list = paths === undefined ? [] : typeof paths === 'string' ? [paths] : paths;
  for (const path of list) {
    for (const module of modulesOf(path, log)) {
      for (const fn of module.functions) {
        const reason = refusal(fn);
        if (reason !== undefined) {
          if (reason !== 'private')
            log.info('not-discoverable', fn.id, `${fn.id} (${module.path}:${fn.line}) is no tool: ${reason}.`);
          continue;
        }
        const source = {
          kind: 'code',
          id: scope,
          language: module.language,
          file: module.path,
          line: fn.line,
        } as const;
        add(draftOfCode(fn, source, log), tools, log);
      }
    }
  }
  return { tools: [...tools.values()], log };
}

function modulesOf(path: string, log: DiagnosticLog): ReturnType<typeof readFunctions> {
  try {
    return readFunctions([path], log);
  } catch (error) {
    if (!(error instanceof ToolGraphError) || error.code !== 'SOURCE_NOT_FOUND') throw error;
    log.warn('source-not-found', path, error.message);
    return [];
  }
}

/** Why a function is no tool; undefined when it is one. */
function refusal(fn: CodeFunction | DraftedFunction): string | undefined {
  if (!fn.public || fn.name.startsWith('_')) return 'private';
  if (fn.id.includes('.')) return 'it is a method, not a function of the module';
  if (fn.description === undefined) return 'it has no description; write one in its doc comment';
  return fn.typed ? undefined : 'a parameter has no type; give each one a type';
}

function add(draft: ToolDraft, tools: Map<string, ToolDraft>, log: DiagnosticLog): void {
  const first = tools.get(draft.originalName);
  if (first === undefined) tools.set(draft.originalName, draft);
  else
    log.error(
      'duplicate-name',
      draft.originalName,
      `${JSON.stringify(draft.originalName)} (${place(draft)}) has the name of the tool in ${place(first)} and is left out; rename one.`,
    );
}

function place(tool: ToolDraft): string {
  return tool.source.kind === 'code' ? `${tool.source.file}:${tool.source.line}` : tool.source.id;
}
