import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, timed } from './stop-watch.mjs';

const loader = fileURLToPath(new URL('load-snapshot.mjs', import.meta.url));
const runs = 3;

/**
 * Saves a graph and loads it in processes of their own: bytes, seconds of saving, and the medians of several processes of
 * loading and of the first answer, which has to be this graph's.
 */
export async function snapshotFigures(graph, query) {
  const folder = mkdtempSync(join(tmpdir(), 'toolgraph-bench-'));
  try {
    const path = join(folder, 'catalog.tgs');
    const save = await timed(() => graph.save(path));
    const loads = Array.from({ length: runs }, () => loadAside(path, query));
    const wanted = JSON.stringify(graph.retrieveWithScores(query, 10).map(({ tool, score }) => [tool.name, score]));
    if (loads.some(({ first }) => JSON.stringify(first) !== wanted))
      throw new Error('a loaded snapshot answers differently');
    const middle = (read) => median(loads.map(read));
    return {
      bytes: statSync(path).size,
      save: { wall: save.wall, cpu: save.cpu },
      load: { wall: middle(({ load }) => load.wall), cpu: middle(({ load }) => load.cpu) },
      answer: { wall: middle(({ answer }) => answer.wall), cpu: middle(({ answer }) => answer.cpu) },
      process: { wall: middle((run) => run.process.wall), cpu: middle((run) => run.process.cpu) },
      heapMb: middle(({ heapMb }) => heapMb),
      rssMb: middle(({ rssMb }) => rssMb),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function loadAside(path, query) {
  const flags = ['--expose-gc', '--max-old-space-size=8000', loader, path, query];
  const { status, stdout, stderr } = spawnSync(process.execPath, flags, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`loading the snapshot failed: ${stderr}`);
  return JSON.parse(stdout);
}
