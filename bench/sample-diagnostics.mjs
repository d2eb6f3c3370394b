/**
 * Draws diagnostics at random, for checking by hand: docs/judged-diagnostics.md has the verdicts on those of seed 50.
 *
 *   node bench/sample-diagnostics.mjs [SEED] [DOCUMENTS] [COUNT]
 *
 * Needs a build in dist/ and the specs in bench/. Takes so many documents of the directory at random (150), as users
 * get them, and of their diagnostics so many at random (50). Of one code at most two a document are in the draw: else
 * the schemas that are cut in a few large documents would be all of it. One JSON object a line.
 */
import { ToolGraph } from '../dist/src/index.js';
import { realSpecs } from './real-specs.mjs';
import { shuffled } from './seeded.mjs';

const [seed = 50, documents = 150, count = 50] = process.argv.slice(2).map(Number);
const specs = shuffled(realSpecs(), seed).slice(0, documents);
const graph = new ToolGraph();
const outcomes = await graph.ingestOpenApiList(specs.map(({ id, file }) => ({ location: file, source: id })));

let all = 0;
const drawn = outcomes.flatMap(({ report }) => {
  const seen = new Map();
  all += report.diagnostics.length;
  return shuffled(report.diagnostics, seed).filter(({ code }) => {
    seen.set(code, (seen.get(code) ?? 0) + 1);
    return seen.get(code) <= 2;
  });
});
process.stderr.write(
  `${graph.tools.length} tools of ${documents} documents, ${all} diagnostics, ${drawn.length} in the draw\n`,
);
for (const diagnostic of shuffled(drawn, seed).slice(0, count)) process.stdout.write(`${JSON.stringify(diagnostic)}\n`);
