import { resolve } from 'node:path';
import type { McpServerConfig } from '../../index.js';
import type { McpSourceOptions } from '../mcp-source.js';
import type {
  ConfiguredCatalog,
  ConfiguredEmbedder,
  ConfiguredSource,
  WrittenCalls,
  WrittenCatalog,
  WrittenEmbedder,
  WrittenSource,
} from './config-file.js';

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** The longest time that Node waits for. */
const longest = 2_147_483_647;

/** A duration that fits the schema's pattern, in milliseconds; at most the longest time that a timer can take. */
export function milliseconds(duration: string): number {
  const match = /^(\d+)(ms|s|m|h|d)$/.exec(duration);
  return Math.min(longest, Number(match?.[1]) * (units[match?.[2] ?? ''] ?? Number.NaN));
}

/** A catalog as it is written, with paths made absolute from the folder of the file. */
export function catalogOf(
  { sources = [], calls, embedder, textPolicy, snapshot }: WrittenCatalog,
  folder: string,
): ConfiguredCatalog {
  return {
    sources: sources.map((source) => sourceOf(source, folder)),
    ...(textPolicy === undefined ? {} : { textPolicy }),
    ...(embedder === undefined ? {} : { embedder: embedderOf(embedder, folder) }),
    ...(snapshot === undefined ? {} : { snapshot: resolve(folder, snapshot) }),
    ...(calls === undefined || calls.enabled === false ? {} : { calls: callsOf(calls), ...exposureOf(calls) }),
  };
}

function embedderOf(
  { url = '', model = '', apiKey, dimensions, module, timeout }: WrittenEmbedder,
  folder: string,
): ConfiguredEmbedder {
  const common = timeout === undefined ? {} : { timeoutMs: milliseconds(timeout) };
  if (module !== undefined) return { ...common, module: resolve(folder, module) };
  return {
    ...common,
    url,
    model,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(dimensions === undefined ? {} : { dimensions }),
  };
}

function sourceOf(source: WrittenSource, folder: string): ConfiguredSource {
  if (typeof source === 'string') return { kind: 'place', place: placeOf(source, folder) };
  const { path, url, mcp, name, refresh } = source;
  const common = {
    ...(name === undefined ? {} : { name }),
    ...(refresh === undefined ? {} : { refreshEveryMs: milliseconds(refresh) }),
  };
  if (mcp === undefined) return { ...common, kind: 'place', place: placeOf(path ?? url ?? '', folder) };
  return {
    ...common,
    kind: 'mcp',
    name: name ?? '',
    server: serverOf(mcp, folder),
    terms: termsOf(mcp),
  };
}

type WrittenServer = NonNullable<Exclude<WrittenSource, string>['mcp']>;

function termsOf({
  timeout,
  callTimeout,
  idle,
  maxConcurrent,
  maxQueued,
  lazy,
  perSession,
}: WrittenServer): McpSourceOptions {
  return {
    ...(timeout === undefined ? {} : { timeoutMs: milliseconds(timeout) }),
    ...(callTimeout === undefined ? {} : { callTimeoutMs: milliseconds(callTimeout) }),
    ...(idle === undefined ? {} : { idleMs: milliseconds(idle) }),
    ...(maxConcurrent === undefined ? {} : { maxConcurrent }),
    ...(maxQueued === undefined ? {} : { maxQueued }),
    ...(lazy === undefined ? {} : { lazy }),
    ...(perSession === undefined ? {} : { perSession }),
  };
}

function serverOf(
  { command, args = [], env = {}, cwd, url = '', headers = {} }: WrittenServer,
  folder: string,
): McpServerConfig {
  if (command === undefined) return { url, headers };
  return { command, args: [...args], env: { ...env }, ...(cwd === undefined ? {} : { cwd: resolve(folder, cwd) }) };
}

function placeOf(place: string, folder: string): string {
  return /^https?:\/\//i.test(place) ? place : resolve(folder, place);
}

function callsOf(calls: WrittenCalls): NonNullable<ConfiguredCatalog['calls']> {
  const { allowDestructive = [], allowPrivate = [], credentials = {}, timeout, maxResponseBytes } = calls;
  return {
    allowDestructive,
    allowPrivate,
    credentials: new Map(
      Object.entries(credentials).map(([id, schemes]) => [id, new Map(Object.entries(schemes))] as const),
    ),
    ...(timeout === undefined ? {} : { timeoutMs: milliseconds(timeout) }),
    ...(maxResponseBytes === undefined ? {} : { maxResponseBytes }),
  };
}

function exposureOf({ pin, listFound }: WrittenCalls): Pick<ConfiguredCatalog, 'expose'> {
  if (pin === undefined && listFound === undefined) return {};
  return {
    expose: {
      ...(pin === undefined ? {} : { pinned: pin }),
      ...(listFound === undefined ? {} : { searched: listFound }),
    },
  };
}
