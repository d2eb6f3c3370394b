import { catalogFormat, type IngestReport, type ToolGraph, ToolGraphError } from '../index.js';

/** A file of a source, read; `path` is as the user or the folder listing gave it, or the path of the URL. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  /** Where it was downloaded from; absent for a local file. */
  readonly url?: string;
}

/** A format the command line can read. */
export interface SourceFormat {
  /** One word for it, as messages and help name it. */
  readonly word: string;
  /** What a reader would call such a file. */
  readonly label: string;
  /** Names of the files of a format that is told by name alone; such a file is not read to be recognised. */
  readonly names?: RegExp;
  /** Is a file with another name of this format, by its content? */
  readonly recognises?: (file: ProbedFile) => boolean;
  /** `id` is a source id that is free in the graph; `isChosen`: the user wants it and no other. */
  readonly ingest: (
    graph: ToolGraph,
    file: ProbedFile,
    id: string,
    isChosen: boolean,
  ) => Promise<IngestReport> | IngestReport;
  /** Files of this format that follow each other are taken in by one call, several at a time. */
  readonly together?: true;
  /** Files that refer to their neighbours are taken in as one source a folder; `paths` are those of the format. */
  readonly ingestFolder?: (
    graph: ToolGraph,
    folder: string,
    id: string,
    paths: readonly string[],
  ) => Promise<IngestReport> | IngestReport;
}

/** Every format, in the order in which they are tried: what is told by content first, then what only its name tells. */
export const sourceFormats: readonly SourceFormat[] = [
  {
    word: 'openapi',
    label: 'an OpenAPI or Swagger document (JSON or YAML)',
    recognises: (file) => file.hasTopLevelKey('openapi', 'swagger'),
    ingest: (graph, file, id, isChosen) => graph.ingestOpenApi(file.url ?? file.path, isChosen ? { source: id } : {}),
    together: true,
  },
  {
    word: 'arazzo',
    label: 'an Arazzo document of workflows (JSON or YAML)',
    recognises: (file) => file.hasTopLevelKey('arazzo'),
    ingest: (graph, file, id) => graph.ingestArazzo(file.text, { source: id }),
  },
  {
    word: 'catalog',
    label: 'a catalog written by "toolgraph ingest -o"',
    recognises: (file) => isRecord(file.json) && file.json['format'] === catalogFormat,
    ingest: (graph, file, id, isChosen) => {
      if (!isChosen) return graph.ingestCatalog(file.json);
      throw new ToolGraphError(
        'INVALID_OPTION',
        `${file.path} is a catalog and keeps the source ids in it; give it no name (${id}).`,
      );
    },
  },
  {
    word: 'mcp',
    label: 'an MCP tools/list result',
    recognises: (file) => isToolsListing(file.json),
    ingest: (graph, file, id) => graph.ingestMcpTools(file.json, { source: id }),
  },
  {
    word: 'tools',
    label: 'a list of tools (JSON or JSON lines)',
    recognises: (file) => toolRows(file) !== undefined,
    ingest: (graph, file, id, isChosen) => ingestRows(graph, toolRows(file) ?? [], id, isChosen),
  },
  {
    word: 'graphql',
    label: 'a GraphQL schema (SDL or introspection JSON)',
    names: /\.(graphqls?|gql)$/i,
    recognises: (file) => isIntrospection(file.json),
    ingest: (graph, file, id) => graph.ingestGraphql(file.json ?? file.text, { source: id }),
  },
  {
    word: 'postman',
    label: 'a Postman collection',
    recognises: (file) => isPostmanCollection(file.json),
    ingest: (graph, file, id) => graph.ingestPostman(file.json, { source: id }),
  },
  {
    word: 'protobuf',
    label: 'a protobuf definition (.proto)',
    names: /\.proto$/i,
    recognises: (file) => isProtobuf(file.text),
    ingest: (graph, file, id) => graph.ingestProto([file.text], { source: id }),
    ingestFolder: (graph, _folder, id, paths) => graph.ingestProto(paths, { source: id }),
  },
  {
    word: 'code',
    label: 'Python, JavaScript or TypeScript code',
    names: /(?:\.py[wi]?|(?<!\.d)\.[cm]?[jt]sx?)$/i,
    ingest: (graph, file, id) => ingestCode(graph, file, id),
    ingestFolder: (graph, folder, id) => graph.ingestSource(folder, { source: id }),
  },
];

const dataNames = /\.(json|jsonl|ndjson|ya?ml)$/i;

/** May a file of this name in a folder be a source? Others are not opened. */
export function isSourceName(name: string): boolean {
  return dataNames.test(name) || formatOfName(name) !== undefined;
}

/** The format that a file's name alone tells, or undefined. */
export function formatOfName(name: string): SourceFormat | undefined {
  return sourceFormats.find((format) => format.names?.test(name) === true);
}

/** The format of a file by name or content, or undefined when no format claims it. */
export function detectFormat(file: ProbedFile): SourceFormat | undefined {
  return formatOfName(file.path) ?? sourceFormats.find((format) => format.recognises?.(file) === true);
}

/** A file with what the formats ask about it; each answer is worked out once. */
export class ProbedFile implements SourceFile {
  readonly path: string;
  readonly text: string;
  readonly url?: string;
  #json: { readonly value: unknown } | undefined;
  #lines: readonly unknown[] | undefined;

  constructor({ path, text, url }: SourceFile) {
    this.path = path;
    if (url !== undefined) this.url = url;
    this.text = text.startsWith('\ufeff') ? text.slice(1) : text;
  }

  /** The text as one JSON object or list; undefined when it is not JSON, or a bare text or number. */
  get json(): unknown {
    this.#json ??= { value: this.#looksLikeJson ? parseJson(this.text) : undefined };
    return this.#json.value;
  }

  /** Is the text meant to be JSON, by its first character or the file's name, without being it? */
  get isBrokenJson(): boolean {
    const meant = this.#looksLikeJson || /\.json$/i.test(this.path);
    return meant && this.text.trim() !== '' && this.json === undefined && this.jsonLines.length === 0;
  }

  get #looksLikeJson(): boolean {
    return /^\s*[[{]/.test(this.text.slice(0, 1000));
  }

  /** The text as JSON lines; a line that is not JSON stays text. Empty when the first line is no JSON object. */
  get jsonLines(): readonly unknown[] {
    if (this.#lines === undefined) {
      const lines = this.text.split('\n').filter((line) => line.trim() !== '');
      const first = lines.length === 1 ? this.json : parseJson(lines[0] ?? '');
      this.#lines = isRecord(first) ? lines.map((line) => parseJson(line) ?? line) : [];
    }
    return this.#lines;
  }

  /** Does the document have one of these keys at its root, as JSON or YAML? Works on truncated documents too. */
  hasTopLevelKey(...keys: readonly string[]): boolean {
    const names = keys.join('|');
    if (/^\s*[[{]/.test(this.text.slice(0, 1000))) {
      if (new RegExp(`^\\s*\\{\\s*"(?:${names})"\\s*:`).test(this.text.slice(0, 1000))) return true;
      const { json } = this;
      if (json !== undefined) return isRecord(json) && keys.some((key) => Object.hasOwn(json, key));
      return new RegExp(`^\\s{0,8}"(?:${names})"\\s*:`, 'm').test(this.text);
    }
    return new RegExp(`^["']?(?:${names})["']?\\s*:(\\s|$)`, 'm').test(this.text);
  }
}

/** What an MCP server answers to `tools/list`: bare, in its JSON-RPC envelope, or a list of its pages. */
function isToolsListing(json: unknown): boolean {
  if (Array.isArray(json)) return json.length > 0 && json.every((page) => isRecord(page) && isToolsListing(page));
  if (!isRecord(json)) return false;
  const tools = isRecord(json['result']) ? json['result']['tools'] : json['tools'];
  return (
    Array.isArray(tools) &&
    tools.some((tool) => isRecord(tool) && typeof tool['name'] === 'string' && 'inputSchema' in tool)
  );
}

/** An introspection result, bare or in the envelope of a GraphQL response. */
function isIntrospection(json: unknown): boolean {
  if (!isRecord(json)) return false;
  return isRecord(json['__schema']) || (isRecord(json['data']) && isRecord(json['data']['__schema']));
}

/** A collection of format 2, bare or as the API of Postman wraps it. */
function isPostmanCollection(json: unknown): boolean {
  if (!isRecord(json)) return false;
  if (isRecord(json['collection'])) return isPostmanCollection(json['collection']);
  const { info, item } = json;
  if (!isRecord(info) || !Array.isArray(item)) return false;
  return '_postman_id' in info || (typeof info['schema'] === 'string' && /postman/i.test(info['schema']));
}

/** A statement of the syntax or edition, or a service with methods: what no other format begins a line with. */
function isProtobuf(text: string): boolean {
  const head = text.slice(0, 100_000);
  if (/^[ \t]*(?:syntax|edition)[ \t]*=[ \t]*["']\w+["'][ \t]*;/m.test(head)) return true;
  return /^[ \t]*service[ \t]+\w+[ \t]*\{/m.test(head) && /^[ \t]*rpc[ \t]+\w+[ \t]*\(/m.test(head);
}

/** Code is read from files only: it is parsed with its neighbours. */
function ingestCode(graph: ToolGraph, file: SourceFile, id: string): IngestReport {
  if (file.url === undefined) return graph.ingestSource(file.path, { source: id });
  throw new ToolGraphError('REFUSED', `${file.path} is source code behind a URL; download it and name the file.`);
}

/** Rows that say where they come from keep that, unless the user chose an id; others are kept under `id`. */
function ingestRows(graph: ToolGraph, rows: readonly unknown[], id: string, isChosen: boolean): IngestReport {
  const named =
    !isChosen && rows.some((row) => isRecord(row) && (row['source'] !== undefined || row['server'] !== undefined));
  return graph.ingestTools(rows, named ? {} : { source: id });
}

/** The rows of a list of tools in any of its wrappings, or undefined when the file holds none. */
function toolRows(file: ProbedFile): readonly unknown[] | undefined {
  const lists = isRecord(file.json) ? wrappedLists(file.json) : [file.json];
  const listed = lists.find((list): list is unknown[] => Array.isArray(list) && list.some(looksLikeTool));
  if (listed !== undefined) return listed;
  if (isRecord(file.json)) {
    const isRow = hasInputs(file.json) || /\.(jsonl|ndjson)$/i.test(file.path);
    return isRow && looksLikeTool(file.json) ? [file.json] : undefined;
  }
  return file.json === undefined && file.jsonLines.some(looksLikeTool) ? file.jsonLines : undefined;
}

function wrappedLists(document: Record<string, unknown>): unknown[] {
  const result = document['result'];
  return [document['tools'], document['functions'], isRecord(result) ? result['tools'] : undefined];
}

const inputKeys = ['parameters', 'inputSchema', 'input_schema', 'parametersJsonSchema'] as const;

function hasInputs(row: Record<string, unknown>): boolean {
  return inputKeys.some((key) => isRecord(row[key])) || isRecord(row['function']);
}

function looksLikeTool(row: unknown): boolean {
  if (!isRecord(row)) return false;
  if (Array.isArray(row['functionDeclarations']) || Array.isArray(row['function_declarations'])) return true;
  if (row['type'] === 'namespace' || isRecord(row['function'])) return true;
  return typeof row['name'] === 'string' && (hasInputs(row) || typeof row['description'] === 'string');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON: another format may claim the text
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
