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
 * Reads a list of catalogs, `[{ catalog, others, drop? }]`: folders beside the file, whose queries are on topic for
 * `catalog` and off topic when they are of `others`, save those that match the regular expression `drop`, because the
 * catalog may answer them. Yields one record a catalog.
 */
export async function* judgedCatalogs(file, { onTopic = 300, offTopic = 300 } = {}) {
  const from = (folder) => resolve(dirname(file), folder);
  for (const { catalog, others, drop } of JSON.parse(readFileSync(file, 'utf8'))) {
    const { graph, nameOf } = await graphOf(from(catalog));
    const on = sample(lines(join(from(catalog), 'queries.jsonl')), onTopic).map(({ query, gold }) => ({
      query,
      gold: new Set(gold.map((name) => nameOf.get(name))),
    }));
    const pools = others.map((folder) => {
      const dropped = drop === undefined ? undefined : new RegExp(drop, 'i');
      const texts = lines(join(from(folder), 'queries.jsonl')).map(({ query }) => query);
      return sample(
        texts.filter((text) => dropped?.test(text) !== true),
        offTopic,
      );
    });
    const off = [];
    for (let i = 0; off.length < offTopic && pools.some((pool) => i < pool.length); i++)
      for (const pool of pools) if (i < pool.length && off.length < offTopic) off.push(pool[i]);
    const name = catalog.split('/').filter(Boolean).at(-1);
    yield { name, graph, on, off };
  }
}
