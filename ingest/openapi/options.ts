import { ToolGraphError } from '../../src/core/errors.js';
import { isRecord } from '../../src/core/json-schema.js';
import type { FetchLike } from '../fetch-guard.js';
import { defaultSourceLimits, type SourceLimits } from '../read-source.js';

/** Which references out of the document are followed. Default: none. */
export interface ReferencePolicy {
  /**
   * `true`: files in the document's own folder and below. A path: files in that folder and below. Symbolic links that
   * lead out are refused. Default: no file.
   */
  readonly files?: true | string;
  /** Hosts (`schemas.example.com`, with `:port` when it is not the default) that may be asked. Default: none. */
  readonly hosts?: readonly string[];
  /** Allow those hosts to have private, loopback or link-local addresses. Default false. */
  readonly privateAddresses?: boolean;
}

/** What a filter is asked about. */
export interface OperationInfo {
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
}

/** How {@link ingestOpenApi} reads a document. */
export interface OpenApiOptions {
  /**
   * Id of the source. Default: the file name or last URL segment without its extension (`petstore`); for a document
   * given as an object or text, its title (`swagger-petstore`).
   */
  readonly source?: string;
  /** Base URL of every tool, instead of the servers that the document names. */
  readonly server?: string;
  readonly refs?: ReferencePolicy;
  readonly limits?: Partial<SourceLimits>;
  /** Check the document against the specification and report what is wrong. Default true; large documents are not checked. */
  readonly validate?: boolean;
  /** Only operations for which this returns true become tools. Default: all. */
  readonly filter?: (operation: OperationInfo) => boolean;
  /** Headers for the download of a URL, sent to its own host only. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Transport for downloads. It must not follow redirects. Default: one that connects to the checked address only. */
  readonly fetch?: FetchLike;
  /**
   * May the URL's own host have a private, loopback or link-local address? Default true: the caller named it. A
   * service that takes addresses from others says false.
   */
  readonly privateAddress?: boolean;
  readonly signal?: AbortSignal;
}

const known = [
  'source',
  'server',
  'refs',
  'limits',
  'validate',
  'filter',
  'headers',
  'fetch',
  'privateAddress',
  'signal',
] as const;
const knownRefs = ['files', 'hosts', 'privateAddresses'] as const;

/** Checks the options and fills in the limits. @throws ToolGraphError `INVALID_OPTION` */
export function checkOptions(options: OpenApiOptions): OpenApiOptions & { readonly limits: SourceLimits } {
  rejectUnknown(options, known, '');
  if (options.source !== undefined && (typeof options.source !== 'string' || options.source.trim() === ''))
    throw invalidOption('source', options.source, 'a non-empty string');
  if (options.server !== undefined && typeof options.server !== 'string')
    throw invalidOption('server', options.server, 'a URL');
  if (options.filter !== undefined && typeof options.filter !== 'function')
    throw invalidOption('filter', options.filter, 'a function');
  if (options.fetch !== undefined && typeof options.fetch !== 'function')
    throw invalidOption('fetch', options.fetch, 'a function');
  checkRefs(options.refs);
  return { ...options, limits: checkLimits(options.limits) };
}

function checkRefs(refs: ReferencePolicy | undefined): void {
  if (refs === undefined) return;
  rejectUnknown(refs, knownRefs, 'refs.');
  if (refs.files !== undefined && refs.files !== true && (typeof refs.files !== 'string' || refs.files === ''))
    throw invalidOption('refs.files', refs.files, 'true or the path of a folder');
  if (refs.hosts !== undefined && !(Array.isArray(refs.hosts) && refs.hosts.every((host) => typeof host === 'string')))
    throw invalidOption('refs.hosts', refs.hosts, 'a list of host names');
}

function checkLimits(given: Partial<SourceLimits> = {}): SourceLimits {
  rejectUnknown(given, Object.keys(defaultSourceLimits), 'limits.');
  const limits = { ...defaultSourceLimits };
  for (const key of Object.keys(limits) as (keyof SourceLimits)[]) {
    const value = given[key];
    if (value === undefined) continue;
    if (!(Number.isInteger(value) && value > 0)) throw invalidOption(`limits.${key}`, value, 'a whole number above 0');
    Object.assign(limits, { [key]: value });
  }
  return limits;
}

function rejectUnknown(given: unknown, names: readonly string[], prefix: string): void {
  if (!isRecord(given)) throw invalidOption(prefix === '' ? 'options' : prefix.slice(0, -1), given, 'an object');
  for (const name of Object.keys(given)) {
    if (!names.includes(name))
      throw new ToolGraphError(
        'INVALID_OPTION',
        `Unknown option ${JSON.stringify(prefix + name)} of ingestOpenApi; known: ${names.map((key) => prefix + key).join(', ')}.`,
      );
  }
}

function invalidOption(name: string, value: unknown, wanted: string): ToolGraphError {
  const shown = typeof value === 'string' || typeof value === 'number' ? JSON.stringify(value) : typeof value;
  return new ToolGraphError('INVALID_OPTION', `Option ${name} of ingestOpenApi must be ${wanted}, not ${shown}.`);
}
