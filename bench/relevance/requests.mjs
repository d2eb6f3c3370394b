/** Requests of catalogs and requests of others, with the graph that they are asked of. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { goldNames } from '../../dist/retrieval/gold-names.js';
import { ToolGraph } from '../../dist/src/index.js';
import { shuffled } from '../seeded.mjs';

export const lines = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));

/** Every n-th, `most` at most. */
export function sample(list, most) {
  const step = Math.max(1, Math.floor(list.length / most));
  return list.filter((_, index) => index % step === 0).slice(0, most);
}

/** Everyday requests, which no tool answers. Every second is learned from, so that the others can be reported. */
export const everyday = lines(new URL('../../datasets/off-topic/queries.jsonl', import.meta.url)).map(
  ({ query }, index) => ({ query, kind: 'everyday', learn: index % 2 === 0 }),
);

async function graphOf(folder) {
  const graph = new ToolGraph();
  const specs = join(folder, 'specs');
  const rows = join(folder, 'tools.jsonl');
  if (existsSync(rows)) graph.ingestTools(lines(rows));
  else for (const file of readdirSync(specs)) await graph.ingestOpenApi(join(specs, file));
  return { graph, nameOf: goldNames(graph.tools, existsSync(rows) ? lines(rows) : undefined) };
}

const nameOfSet = (set) => set.split('/').filter(Boolean).at(-1);
const wanted = ({ query, gold }, nameOf) => ({
  query,
  gold: new Set(gold.filter((name) => nameOf.has(name)).map((name) => nameOf.get(name))),
});

/**
 * Reads a list of sets, `[{ set, fields, fold?, others?, drop?, few? }]`: folders beside the file. One with a catalog has a
 * `fold`: those of a fold are judged by what the others teach. A request of any other set counts as off topic, of one of
 * three kinds, each within the one before:
 *
 * - `any`: of any other set; many of these the catalog can answer, and none is learned from;
 * - `field`: of a set that shares no field with the catalog;
 * - `clear`: of one of `others`, if given, and without a word that matches the regular expression `drop`.
 *
 * Yields one record a catalog, and for sets marked `few` one for each size of {@link fewTools} beside it.
 */
export async function* judgedSets(file, { onTopic = 300, ofEach = 14 } = {}) {
  const folder = (set) => resolve(dirname(file), set);
  const sets = JSON.parse(readFileSync(file, 'utf8'));
  const requests = new Map(sets.map(({ set }) => [set, lines(join(folder(set), 'queries.jsonl'))]));
  for (const { set, fields, fold, others, drop, few } of sets) {
    if (fold === undefined || fold === null) continue;
    const { graph, nameOf } = await graphOf(folder(set));
    const on = sample(requests.get(set), onTopic)
      .map((row) => wanted(row, nameOf))
      .filter(({ gold }) => gold.size > 0);
    const dropped = new RegExp(drop ?? '^$', 'i');
    const off = sets
      .filter((other) => other.set !== set && !other.fields.includes('everyday'))
      .flatMap((other) => {
        const foreign = !other.fields.some((field) => fields.includes(field));
        const clear = (query) => foreign && others?.includes(nameOfSet(other.set)) === true && !dropped.test(query);
        return sample(requests.get(other.set), ofEach).map(({ query }) => ({
          query,
          kind: clear(query) ? 'clear' : foreign ? 'field' : 'any',
          learn: foreign,
        }));
      });
    const kind = graph.tools.length > 1000 ? 'public sets, over 1,000 tools' : 'public sets, up to 1,000 tools';
    const group = set.includes('datasets/') ? 'our sets' : kind;
    yield { name: nameOfSet(set), group, fold, weight: 1, asked: [{ graph, on, off: [...off, ...everyday] }] };
    if (few) yield* small(nameOfSet(set), fold, graph, requests.get(set), nameOf);
  }
}

/** Numbers of tools of the small catalogs that are drawn from a large one. */
const fewTools = [2, 6, 20];

/** A catalog of few tools for each of some requests: those that it needs, and others, of the same source where there are enough. */
function* small(name, fold, graph, requests, nameOf) {
  for (const size of fewTools) {
    const asked = sample(requests, 40).flatMap((row, at) => {
      const gold = [...wanted(row, nameOf).gold].slice(0, size);
      if (gold.length === 0) return [];
      const source = graph.get(gold[0])?.source.id;
      const near = graph.tools.filter((tool) => tool.source.id === source && !gold.includes(tool.name));
      const pool = near.length >= size ? near : graph.tools.filter((tool) => !gold.includes(tool.name));
      const tools = [...gold.map((tool) => graph.get(tool)), ...shuffled(pool, at).slice(0, size - gold.length)];
      const part = new ToolGraph();
      part.ingestTools(
        tools.map(({ name, description, inputSchema, tags }) => ({ name, description, parameters: inputSchema, tags })),
      );
      const off = shuffled(everyday, at).slice(0, 5);
      return [{ graph: part, on: [{ query: row.query, gold: new Set(gold) }], off }];
    });
    yield { name: `${size} of ${name}`, group: '2 to 20 tools', fold, weight: 0.25, asked };
  }
}
