/** Requests of one catalog and requests of others, with what speaks for the best hits of each. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { goldNames } from '../../dist/retrieval/gold-names.js';
import { ToolGraph } from '../../dist/src/index.js';

const lines = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));

/** Every n-th, `most` at most. */
export function sample(list, most) {
  const step = Math.max(1, Math.floor(list.length / most));
  return list.filter((_, index) => index % step === 0).slice(0, most);
}

async function graphOf(folder) {
  const graph = new ToolGraph();
  const specs = join(folder, 'specs');
  const rows = join(folder, 'tools.jsonl');
  if (existsSync(rows)) graph.ingestTools(lines(rows));
  else for (const file of readdirSync(specs)) await graph.ingestOpenApi(join(specs, file));
  return { graph, nameOf: goldNames(graph.tools, existsSync(rows) ? lines(rows) : undefined) };
}

/**
 * Reads a list of sets, `[{ set, fields, fold?, others?, drop? }]`: folders beside the file. One with a catalog has a
 * `fold`: those of a fold are judged by what the others teach. A request of any other set counts as off topic, of one of
 * three kinds, each within the one before:
 *
 * - `any`: of any other set;
 * - `field`: of a set that shares no field with the catalog; what is learned from;
 * - `clear`: of one of `others`, if given, and without a word that matches the regular expression `drop`.
 *
 * Those of a set of the field `everyday` are marked. Yields one record a catalog.
 */
export async function* judgedCatalogs(file, { onTopic = 300, ofEach = 14 } = {}) {
  const folder = (set) => resolve(dirname(file), set);
  const nameOfSet = (set) => set.split('/').filter(Boolean).at(-1);
  const sets = JSON.parse(readFileSync(file, 'utf8'));
  const requests = new Map(sets.map(({ set }) => [set, lines(join(folder(set), 'queries.jsonl'))]));
  for (const { set, fields, fold, others, drop } of sets) {
    if (fold === undefined) continue;
    const { graph, nameOf } = await graphOf(folder(set));
    const on = sample(requests.get(set), onTopic)
      .filter(({ gold }) => gold.some((name) => nameOf.has(name)))
      .map(({ query, gold }) => ({ query, gold: new Set(gold.map((name) => nameOf.get(name))) }));
    const dropped = new RegExp(drop ?? '^$', 'i');
    const off = sets
      .filter((other) => other.set !== set)
      .flatMap((other) => {
        const foreign = !other.fields.some((field) => fields.includes(field));
        const clear = (query) => foreign && others?.includes(nameOfSet(other.set)) === true && !dropped.test(query);
        return sample(requests.get(other.set), ofEach).map(({ query }) => ({
          query,
          kind: clear(query) ? 'clear' : foreign ? 'field' : 'any',
          everyday: other.fields.includes('everyday'),
        }));
      });
    yield { name: nameOfSet(set), fold, graph, on, off };
  }
}
