// Loads a snapshot and answers one query, as a process that starts does; prints the figures as one line of JSON.
//
//   node --expose-gc bench/load-snapshot.mjs SNAPSHOT QUERY
//
// `load` and `answer` are seconds from the call of ToolGraph.load, wall and CPU; `process` those of the whole process so far.

import { argv, cpuUsage } from 'node:process';
import { ToolGraph } from '../dist/src/index.js';
import { cpuSeconds, memory } from './stop-watch.mjs';

const [, , path, query] = argv;
const [wall, cpu] = [performance.now(), cpuSeconds()];
const since = () => ({ wall: (performance.now() - wall) / 1000, cpu: cpuSeconds() - cpu });
const graph = await ToolGraph.load(path);
const load = since();
const hits = graph.retrieveWithScores(query, 10);
const answer = since();
const { user, system } = cpuUsage();
const whole = { wall: performance.now() / 1000, cpu: (user + system) / 1e6 };
const first = hits.map(({ tool, score }) => [tool.name, score]);
process.stdout.write(`${JSON.stringify({ load, answer, process: whole, ...memory(), first })}\n`);
