import { type Columns, numbersOf, textsOf } from '../core/columns.js';
import { isExposedName } from '../core/names.js';
import type { ToolSchema } from '../core/tool-schema.js';
import { toRow } from './catalog-document.js';
import type { Chunk } from './chunk-file.js';
import { bytesOfColumn } from './column-bytes.js';
import { columnParts, type SavedRows } from './saved-rows.js';
import { partsOf, SavedTool } from './saved-tool.js';
import { SourceTemplates, sourceReader } from './source-templates.js';
import { ValueTable } from './value-table.js';

/** Characters of rows that go into one chunk: the least that is unpacked when a tool is looked at. */
const chunkLength = 1_000_000;

/** The kinds of the chunks that hold a catalog, beside columns whose names begin with `catalog.`. */
export const catalogKinds = { rows: 'rows', sources: 'values catalog.sources' } as const;

/**
 * The tools as chunks: what is needed of all at once as columns, the rest as rows, many in a chunk.
 *
 * @param together Places of tools that are looked at together; they have a chunk to themselves.
 */
export function* catalogChunks(tools: readonly ToolSchema[], together: readonly number[]): Generator<Chunk> {
  const shapes = new Map<string, number>();
  const shapeOf = new Int32Array(tools.length);
  const chunkOf = new Int32Array(tools.length);
  const first = new Set(together);
  const order = [...[...first].sort((a, b) => a - b), ...[...tools.keys()].filter((at) => !first.has(at))];
  let [table, chunk] = [new ValueTable(), 0];
  for (const [turn, at] of order.entries()) {
    const row = rowOf(tools[at] as ToolSchema);
    const shape = Object.keys(row).join(' ');
    shapeOf[at] = shapes.get(shape) ?? shapes.set(shape, shapes.size).size - 1;
    chunkOf[at] = chunk;
    table.add(row);
    if (table.length < chunkLength && turn + 1 !== first.size && turn + 1 !== order.length) continue;
    yield { kind: catalogKinds.rows, bytes: Buffer.from(table.text()) };
    [table, chunk] = [new ValueTable(), chunk + 1];
  }
  yield { kind: 'i32 catalog.shapeOf', bytes: bytesOfColumn(shapeOf) };
  yield { kind: 'i32 catalog.chunkOf', bytes: bytesOfColumn(chunkOf) };
  yield* identityChunks(tools, [...shapes.keys()]);
}

function* identityChunks(tools: readonly ToolSchema[], shapes: readonly string[]): Generator<Chunk> {
  const sources = new SourceTemplates();
  const sourceOf = Int32Array.from(tools, (tool) => sources.add(tool));
  const table = new ValueTable();
  for (const template of sources.templates) table.add(template);
  yield { kind: catalogKinds.sources, bytes: Buffer.from(table.text()) };
  yield { kind: 'i32 catalog.sourceOf', bytes: bytesOfColumn(sourceOf) };
  const columns = {
    shapes,
    names: tools.map(({ name }) => name),
    ids: tools.map(({ originalId }) => originalId),
    originalNames: tools.map(({ originalName }) => originalName),
  };
  for (const [name, texts] of Object.entries(columns))
    yield { kind: `texts catalog.${name}`, bytes: Buffer.from(JSON.stringify(texts)) };
}

/** What is not in columns of a tool, without what all tools have when nothing is said. */
function rowOf(tool: ToolSchema): Record<string, unknown> {
  const inColumns = new Set<string>(columnParts);
  return Object.fromEntries(
    Object.entries(toRow(tool)).filter(
      ([key, value]) => value !== undefined && !inColumns.has(key) && !(mayBeEmpty.has(key) && isEmpty(value)),
    ),
  );
}

const mayBeEmpty = new Set(['requires', 'provides', 'tags', 'annotations']);

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Are there columns of a catalog? */
export function holdsCatalog(columns: Columns): boolean {
  return textsOf(columns, 'catalog.names') !== undefined;
}

/**
 * The tools of the chunks of a catalog; undefined when these do not fit one another. The rows stay packed.
 *
 * @param templates What the chunk of sources holds.
 */
export function readSavedTools(
  columns: Columns,
  templates: readonly unknown[],
  rows: readonly SavedRows[],
): SavedTool[] | undefined {
  const found = findColumns(columns);
  if (found === undefined) return undefined;
  const { names, ids, originalNames, shapeOf, chunkOf, sourceOf } = found;
  const parts = found.shapes.map((keys) => partsOf(keys.split(' ')));
  const readers = templates.map(sourceReader);
  const used = new Int32Array(rows.length);
  const tools: SavedTool[] = [];
  for (const [at, name] of names.entries()) {
    const chunk = chunkOf[at] as number;
    const [own, from, reader] = [parts[shapeOf[at] as number], rows[chunk], readers[sourceOf[at] as number]];
    if (own === undefined || from === undefined || reader === undefined) return undefined;
    const named = { originalId: ids[at] as string, originalName: originalNames[at] as string };
    const row = used[chunk] as number;
    used[chunk] = row + 1;
    tools.push(new SavedTool(name, { source: reader(named), ...named }, own, { rows: from, row }));
  }
  return tools;
}

function findColumns(columns: Columns) {
  const texts = (name: string) => textsOf(columns, `catalog.${name}`);
  const numbers = (name: string) => numbersOf(columns, `catalog.${name}`, Int32Array);
  const [shapes, names, ids, originalNames] = [texts('shapes'), texts('names'), texts('ids'), texts('originalNames')];
  const [shapeOf, chunkOf, sourceOf] = [numbers('shapeOf'), numbers('chunkOf'), numbers('sourceOf')];
  if (shapes === undefined || names === undefined || ids === undefined || originalNames === undefined) return undefined;
  if (shapeOf === undefined || chunkOf === undefined || sourceOf === undefined) return undefined;
  const perTool = [ids, originalNames, shapeOf, chunkOf, sourceOf];
  if (perTool.some((column) => column.length !== names.length)) return undefined;
  if (new Set(names).size < names.length || !names.every(isExposedName)) return undefined;
  if (ids.includes('') || originalNames.includes('')) return undefined;
  return { shapes, names, ids, originalNames, shapeOf, chunkOf, sourceOf };
}
