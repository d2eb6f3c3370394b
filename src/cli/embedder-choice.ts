import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { type Embedder, messageOf, type RankingNote, type ToolGraph, ToolGraphError } from '../index.js';
import { energeticEmbedder, openAiEmbedder } from '../integrations/embedders/index.js';
import type { CatalogEmbedder, ConfiguredEmbedder, Secrets } from '../service/index.js';
import { oneLine, UsageError } from './failure.js';
import { progress, remark } from './terminal.js';
import { VectorFile } from './vector-file.js';

/** The options that choose a model to rank with. */
export interface EmbedderFlags {
  readonly embedder?: string;
  readonly embedderModel?: string;
  readonly embedderKey?: string;
  /** File that keeps the tools' vectors, of commands that read their sources anew each time. */
  readonly vectors?: string;
}

/** Where the key is looked for when nothing says where. */
const keyVariable = 'TOOLGRAPH_EMBEDDER_KEY';

/** The word for the model that npm ships. */
const npmModel = 'energetic';

/** Gives a command the options of {@link EmbedderFlags} but the file of vectors: a service keeps those in its snapshot. */
export function embedderOptions(command: Command): Command {
  return command
    .option(
      '--embedder <where>',
      `rank with an embedding model too: the address of an OpenAI-compatible endpoint, a module that exports an Embedder, or "${npmModel}" for the model that npm ships`,
    )
    .option('--embedder-model <name>', 'name of the model at the address')
    .option('--embedder-key <variable>', `variable that holds the key of the address (default ${keyVariable})`);
}

/** Gives a command all options of {@link EmbedderFlags}. */
export function keptEmbedderOptions(command: Command): Command {
  return embedderOptions(command).option(
    '--vectors <file>',
    "keep the tools' vectors here, so that the next command embeds only what is new",
  );
}

/**
 * The model that the options ask for; undefined when they ask for none. The key comes from a variable and is never shown.
 *
 * @throws UsageError naming what is missing or does not fit.
 */
export function chosenEmbedder(flags: EmbedderFlags, secrets: Secrets): CatalogEmbedder | undefined {
  const { embedder: where, embedderModel: model, embedderKey: variable, vectors } = flags;
  if (where === undefined) {
    if (vectors !== undefined) throw new UsageError('--vectors keeps what a model made: it needs --embedder <where>');
    if (model !== undefined || variable !== undefined)
      throw new UsageError('--embedder-model and --embedder-key say more of a model: they need --embedder <address>');
    return undefined;
  }
  if (!/^https?:\/\//i.test(where)) {
    if (model !== undefined || variable !== undefined)
      throw new UsageError(`--embedder-model and --embedder-key are for an address, and "${where}" is none`);
    if (where === npmModel) return { key: npmModel, make: async () => energeticEmbedder() };
    const module = resolve(where);
    if (!existsSync(module))
      throw new UsageError(
        `--embedder is an address that begins with http:// or https://, a module's file or "${npmModel}"; there is no file "${where}"`,
      );
    return embedderOf({ module });
  }
  if (model === undefined)
    throw new UsageError(`--embedder ${where} needs the name of a model: --embedder-model nomic-embed-text`);
  const apiKey = secrets.get(variable ?? keyVariable);
  if (apiKey === undefined && variable !== undefined)
    throw new UsageError(`--embedder-key names ${variable}, which is not set — run: export ${variable}=…`);
  return embedderOf({ url: where, model, ...(apiKey === undefined ? {} : { apiKey }) });
}

/** The model of a configuration. */
export function embedderOf(configured: ConfiguredEmbedder): CatalogEmbedder {
  const { timeoutMs, ...rest } = configured;
  return {
    key: createHash('sha256').update(JSON.stringify(configured)).digest('base64url'),
    make: () => ('module' in rest ? moduleEmbedder(rest.module) : endpointEmbedder(rest)),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}

function endpointEmbedder({
  url,
  ...options
}: {
  readonly url: string;
  readonly model: string;
  readonly apiKey?: string;
  readonly dimensions?: number;
}): Promise<Embedder> {
  return openAiEmbedder({ baseUrl: url, ...options });
}

/** What a module exports as `default` or `embedder`: an embedder, or a function that gives one. */
async function moduleEmbedder(path: string): Promise<Embedder> {
  let exported: Record<string, unknown>;
  try {
    exported = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  } catch (thrown) {
    throw new ToolGraphError('SOURCE_UNREADABLE', `The module ${path} cannot be loaded: ${messageOf(thrown, 200)}`, {
      cause: thrown,
    });
  }
  const value = exported['default'] ?? exported['embedder'];
  const made: unknown = typeof value === 'function' ? await (value as () => unknown)() : value;
  if (typeof made === 'object' && made !== null) return made as Embedder; // its parts are checked where it is used
  throw new ToolGraphError(
    'INVALID_ARGUMENT',
    `The module ${path} exports no embedder; export default { id, dimensions, embed(texts) } or a function that gives one.`,
  );
}

/** The chosen model, with a file of vectors where one is named; `keep` writes that. */
export async function keptEmbedder(
  chosen: CatalogEmbedder,
  vectors: string | undefined,
): Promise<{ readonly embedder: Embedder; readonly keep: () => void }> {
  const embedder = await chosen.make();
  if (vectors === undefined) return { embedder, keep: () => undefined };
  const file = new VectorFile(vectors, checkedForFile(embedder));
  return { embedder: file.embedder, keep: () => file.save() };
}

/** What a file goes by. The rest of an embedder is checked where it is used. */
function checkedForFile(embedder: Embedder): Embedder {
  const { id, dimensions } = embedder;
  if (typeof id === 'string' && Number.isInteger(dimensions) && dimensions > 0) return embedder;
  throw new ToolGraphError('INVALID_ARGUMENT', 'The embedder needs an "id" and "dimensions" for --vectors to go by.');
}

/**
 * Embeds the tools of a graph for one command, telling how far it is. When that fails, text ranks alone and standard
 * error says why; a module that is no embedder is an error.
 *
 * @returns Does the model take part from now on?
 */
export async function embedForOnce(
  graph: ToolGraph,
  chosen: CatalogEmbedder,
  secrets: Secrets,
  vectors?: string,
): Promise<boolean> {
  let keep: () => void = () => undefined;
  try {
    const kept = await keptEmbedder(chosen, vectors);
    keep = kept.keep;
    const report = await graph.embedTools(kept.embedder, {
      onProgress: ({ done, total }) => progress(`embedding ${done} of ${total} texts …`),
    });
    progress('');
    const [first] = report.failed;
    if (first !== undefined)
      remark(
        `toolgraph: ${report.failed.length} tools have no vector and rank by text alone; ${first.tool}: ${secrets.hide(oneLine(first.reason))}`,
      );
    return true;
  } catch (thrown) {
    progress('');
    if (!(thrown instanceof ToolGraphError) || thrown.code !== 'MODEL_FAILED') throw thrown;
    remark(`toolgraph: text ranks alone: ${secrets.hide(oneLine(thrown.message))}`);
    return false;
  } finally {
    keep(); // what was embedded before a failure, too
  }
}

/** Says on standard error what a model could not do. */
export function remarkNotes(notes: readonly RankingNote[] | undefined, secrets: Secrets): void {
  for (const { message } of notes ?? []) remark(`toolgraph: ${secrets.hide(message)}`);
}
