import { readFileSync, writeFileSync } from 'node:fs';

const files = [
  { name: 'judged-vendor.jsonl', options: {} },
  { name: 'judged-open.jsonl', options: { prerequisites: false } },
];

/**
 * Asks the judged requests of datasets/public-apis again and, with `write`, puts the new first five in their files. A
 * judgement holds for a request, a source and an operation and stays; `does` of an operation that nobody judged for
 * the request is null. Returns for each file how many requests find one that answers, how many find five, and what
 * is not judged.
 */
export function judgedQueries(graph, { write = false } = {}) {
  return files.map(({ name, options }) => {
    const file = new URL(`../datasets/public-apis/${name}`, import.meta.url);
    const rows = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => asked(JSON.parse(line), graph, options));
    if (write) writeFileSync(file, `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);
    const answering = rows.map(({ top }) => top.filter(({ does }) => does === true).length);
    return {
      name,
      asked: rows.length,
      found: answering.filter((count) => count > 0).length,
      allFive: answering.filter((count) => count === 5).length,
      answering: answering.reduce((sum, count) => sum + count, 0),
      unjudged: rows.flatMap(({ id, top }) =>
        top.filter(({ does }) => does === null).map(({ source, operation }) => `${id} ${source} ${operation}`),
      ),
    };
  });
}

function asked(row, graph, options) {
  const judged = new Map((row.judged ?? row.top).map((entry) => [`${entry.source} ${entry.operation}`, entry]));
  const top = graph.retrieveWithScores(row.query, 5, options).map(({ tool }) => {
    const operation = `${tool.source.method} ${tool.source.path}`;
    const known = judged.get(`${tool.source.id} ${operation}`);
    const entry = { source: tool.source.id, operation, does: known?.does ?? null };
    judged.set(`${entry.source} ${operation}`, entry);
    return entry;
  });
  const known = [...judged.values()].filter(({ does }) => does !== null);
  const { verdict, ...rest } = row;
  const found = top.some(({ does }) => does === true) ? 'found' : 'missed';
  return { ...rest, ...(verdict === undefined ? {} : { verdict: found }), top, judged: known };
}
