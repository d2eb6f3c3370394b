import { readFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';

/** Reads rows of a JSON file as source "rows". A row can ask which thread reads it, or for the end of a thread that is not `here`. */
export async function readInto(graph, path, _own, here) {
  const rows = JSON.parse(readFileSync(path, 'utf8'));
  if (rows.some((row) => row.name === 'end_thread') && threadId !== here) process.exit(3);
  const told = rows.map((row) => ({
    ...row,
    description: row.description.replace('THREAD', `thread ${threadId}`),
  }));
  const report = graph.ingestTools(told, { source: 'rows' });
  return { reports: [report] };
}
