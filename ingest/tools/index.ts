import { DiagnosticLog } from '../../src/core/diagnostics.js';
import { messageOf, ToolGraphError } from '../../src/core/errors.js';
import { isRecord } from '../../src/core/json-schema.js';
import type { DataSource, IngestResult, ToolSource } from '../../src/core/tool-schema.js';
import type { TextPolicy } from '../text-safety.js';
import { draftTool } from './draft-tool.js';
import { readToolSetEntry } from './live-forms.js';
import { describeValue, readRow } from './read-row.js';
import type { RowReading, ToolRecord } from './tool-record.js';
import { UniqueTools } from './unique-tools.js';

/** How rows of tools are read. */
export interface IngestToolsOptions {
  /**
   * Source id for all rows, which are then that source's complete listing; a row's own source becomes its title.
   * Default: each row's own `source` or `server`, else `tools`; the rows then add to what is there.
   */
  source?: string;
  /** What happens to tools whose text hides something or gives orders to the model. Default `flag`. */
  textPolicy?: TextPolicy;
}

const defaultSource = 'tools';

/**
 * Reads tools that are data or live objects: an array (or any iterable) of rows, `{ tools: [...] }` as MCP lists them,
 * or a record of tools by name as in the AI SDK. Each row's form is told on its own: our own, OpenAI (chat, Responses,
 * namespaces, custom), Anthropic, MCP, Gemini declarations, and tools of the AI SDK, LangChain, Mastra and OpenAI
 * Agents, which stay callable. A bad row is repaired or quarantined alone. Nothing is called or changed.
 *
 * @throws ToolGraphError `INVALID_ARGUMENT` when `rows` is none of these shapes.
 */
export function ingestTools(rows: unknown, options: IngestToolsOptions = {}): IngestResult {
  if (options.source !== undefined && (typeof options.source !== 'string' || options.source === ''))
    throw new ToolGraphError(
      'INVALID_OPTION',
      'options.source must be a non-empty text: the id that the tools are kept under.',
    );
  const logs = new Map<string, DiagnosticLog>();
  const logOf = (source: string): DiagnosticLog => {
    const log = logs.get(source) ?? new DiagnosticLog(source);
    logs.set(source, log);
    return log;
  };
  const unique = new UniqueTools(logOf);
  for (const [item, read] of rowsOf(rows)) {
    const reading = guarded(item, logOf(options.source ?? defaultSource), read);
    if (reading === undefined) continue;
    if ('reason' in reading) {
      logOf(options.source ?? defaultSource).error(reading.code, item, `${item}: ${reading.reason}; it was left out.`);
      continue;
    }
    if (reading.records.length === 0)
      logOf(options.source ?? defaultSource).warn('no-tools', item, `${item}: it lists no tools.`);
    reading.records.forEach((record, index) => {
      const place = reading.records.length === 1 ? item : `${item}[${index}]`;
      const placed = placeRecord(record, options);
      const log = logOf(placed.source.id);
      const draft = guarded(place, log, () => draftTool(placed.record, place, () => placed.source, log));
      if (draft !== undefined) unique.add(draft, place);
    });
  }
  return { tools: unique.tools, diagnostics: [...logs.values()].flatMap((log) => log.entries) };
}

/** Runs a reader over foreign objects, whose getters and proxies may throw; that costs one tool. */
function guarded<T>(item: string, log: DiagnosticLog, read: () => T): T | undefined {
  try {
    return read();
  } catch (thrown) {
    log.error('unreadable-tool', item, `${item}: reading it failed (${messageOf(thrown)}); it was left out.`);
    return undefined;
  }
}

type RowReader = () => RowReading;

/** Every row with what diagnostics call it. */
function* rowsOf(rows: unknown): Generator<readonly [string, RowReader]> {
  if (isIterable(rows)) {
    let index = 0;
    for (const row of rows) yield [`rows[${index++}]`, () => readRow(row)];
  } else if (isRecord(rows) && Array.isArray(rows['tools'])) {
    for (const [index, row] of rows['tools'].entries()) yield [`tools[${index}]`, () => readListed(row)];
  } else if (isRecord(rows) && isSingleRow(rows)) {
    yield ['rows', () => readRow(rows)];
  } else if (isRecord(rows)) {
    for (const [key, value] of Object.entries(rows)) yield [key, () => readNamed(key, value)];
  } else {
    throw new ToolGraphError(
      'INVALID_ARGUMENT',
      `ingestTools takes an array of tool objects, { tools: [...] } or a record of tools by name, not ${describeValue(rows)}.`,
    );
  }
}

/** In a list as MCP gives it, a tool without an input schema is a fault; rows of our own may stand there too. */
function readListed(row: unknown): RowReading {
  const reading = readRow(row);
  const ours = ['parameters', 'source', 'server'];
  const [record] = 'records' in reading ? reading.records : [];
  if (record?.form !== 'toolgraph' || !isRecord(row) || ours.some((key) => key in row)) return reading;
  return { records: [{ ...record, inputOptional: false }] };
}

function readNamed(key: string, value: unknown): RowReading {
  const object = typeof value === 'function' ? (value as unknown as Record<string, unknown>) : value;
  const records =
    isRecord(object) || typeof object === 'function'
      ? readToolSetEntry(key, object as Record<string, unknown>)
      : undefined;
  if (records !== undefined) return { records };
  const reading = readRow(value);
  if (!('records' in reading)) return reading;
  return { records: reading.records.map((record) => (record.name === undefined ? { ...record, name: key } : record)) };
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

function isSingleRow(value: Record<string, unknown>): boolean {
  return (
    typeof value['name'] === 'string' || Array.isArray(value['functionDeclarations']) || isRecord(value['function'])
  );
}

/** A record with the source it is kept under. Under a given id, two origins with one tool name stay apart. */
function placeRecord(record: ToolRecord, options: IngestToolsOptions): { record: ToolRecord; source: ToolSource } {
  const origin = record.source;
  const id = options.source ?? origin ?? defaultSource;
  const title = record.sourceTitle ?? (origin === id ? undefined : origin) ?? record.group;
  const source: DataSource = {
    id,
    kind: 'data',
    form: record.form,
    ...(title === undefined || title === id ? {} : { title }),
    ...(record.method === undefined ? {} : { method: record.method }),
    ...(record.path === undefined ? {} : { path: record.path }),
  };
  if (origin === undefined || origin === id || record.originalId !== undefined || typeof record.name !== 'string')
    return { record, source };
  return { record: { ...record, originalId: `${origin}/${record.name}` }, source };
}
