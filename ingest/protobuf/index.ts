import { ToolGraphError } from '../../src/core/errors.js';
import { isRecord } from '../../src/core/json-schema.js';
import type { IngestResult } from '../../src/core/tool-schema.js';
import { type DocumentSourceOptions, loadDocument } from '../document-source.js';
import { ingestProtoFiles, type ProtobufLibrary } from './ingest-proto.js';

/** How `.proto` files are found and named. */
export interface ProtoOptions extends DocumentSourceOptions {
  /** Id of the source. Default: the first file's name without extension, else `grpc`. */
  readonly source?: string;
}

/** `.proto` texts and where they came from. */
export interface LoadedProto {
  readonly files: ReadonlyMap<string, string>;
  readonly defaultId: string;
  readonly origin: string;
}

/**
 * Finds `.proto` definitions: a path, a URL or a text, a list of these, or a record of texts by file name.
 *
 * @throws ToolGraphError when one cannot be read, `INVALID_ARGUMENT` for anything else.
 */
export async function loadProto(source: unknown, options: ProtoOptions = {}): Promise<LoadedProto> {
  if (isRecord(source) && !(source instanceof URL) && Object.values(source).every((text) => typeof text === 'string')) {
    const { origin } = await loadDocument(source, 'the .proto files');
    return { files: new Map(Object.entries(source) as [string, string][]), defaultId: 'grpc', origin };
  }
  const list: unknown[] = Array.isArray(source) ? source : [source];
  const files = new Map<string, string>();
  const origins: string[] = [];
  let defaultId: string | undefined;
  for (const [index, item] of list.entries()) {
    const { content, name, placeId, origin } = await loadDocument(item, `.proto text ${index + 1}`, options);
    if (typeof content !== 'string')
      throw new ToolGraphError(
        'INVALID_ARGUMENT',
        `ingestProto takes paths, URLs and texts; item ${index + 1} is ${content === null ? 'null' : `a ${typeof content}`}.`,
      );
    files.set(files.has(name) ? `${name} (${index + 1})` : name, content);
    origins.push(origin);
    defaultId ??= placeId;
  }
  if (files.size === 0) throw new ToolGraphError('INVALID_ARGUMENT', 'ingestProto was given an empty list of files.');
  return { files, defaultId: defaultId ?? 'grpc', origin: origins.join(' ') };
}

/**
 * Makes tools of loaded definitions under a source id, with the optional package protobufjs.
 *
 * @throws ToolGraphError `MISSING_DEPENDENCY` when protobufjs is not installed; as {@link ingestProtoFiles} does.
 */
export async function draftProto(loaded: LoadedProto, source: string): Promise<IngestResult> {
  return ingestProtoFiles(loaded.files, source, await protobufLibrary());
}

/** Loads protobufjs, or says how to get it. `load` stands in for the import in tests. */
export async function protobufLibrary(
  load: () => Promise<unknown> = () => import('protobufjs'),
): Promise<ProtobufLibrary> {
  try {
    const module = (await load()) as { readonly default?: ProtobufLibrary };
    return module.default ?? (module as unknown as ProtobufLibrary);
  } catch (error) {
    throw new ToolGraphError(
      'MISSING_DEPENDENCY',
      'Reading .proto files needs the package protobufjs: npm install protobufjs@8',
      { cause: error },
    );
  }
}
