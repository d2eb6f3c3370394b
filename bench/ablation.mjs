/**
 * What each part of the ranking adds: every set ranked whole, and with one part after another left out.
 *
 *   node bench/ablation.mjs [--write] FOLDER…   a Markdown table; --write puts it into docs/ranking.md
 *
 * At most 400 queries a set, evenly drawn. Needs the compiled library.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { evaluate, loadDatasets } from '../dist/retrieval/evaluate.js';
import { intentFactors } from '../dist/retrieval/intent.js';
import { NameCoverage } from '../dist/retrieval/name-coverage.js';
import { OperationAgreement } from '../dist/retrieval/operation-agreement.js';
import { Retriever } from '../dist/retrieval/retriever.js';
import { MaxScores, ScorePass } from '../dist/retrieval/score-pass.js';
import { WordVectors } from '../dist/retrieval/semantic/word-vectors.js';
import { clauseShare } from '../dist/retrieval/text-ranking.js';
import { ToolGraph } from '../dist/src/index.js';

/** Each part by how it is taken out: methods of a class replaced while the set is ranked. */
const parts = {
  intent: [
    [ScorePass, 'drain', (drain) => noIntent(drain)],
    [ScorePass, 'applyIntents', (apply) => noIntent(apply)],
  ],
  clauses: [
    [MaxScores, 'raise', () => () => {}],
    [MaxScores, 'addTo', () => scaleBack],
    [MaxScores, 'clauseOf', () => (doc) => doc],
  ],
  names: [[NameCoverage, 'factorOf', () => () => 1]],
  operation: [[OperationAgreement, 'factorOf', () => () => 1]],
  'stand-ins': [[WordVectors, 'related', () => () => [][Symbol.iterator]()]],
  meaning: [[WordVectors, 'addTo', () => () => false]],
};

/** The method with a table of intents that tells none apart. */
function noIntent(method) {
  return function (_, ...rest) {
    return method.call(this, intentFactors(0), ...rest);
  };
}

/** Without the share of the best clause, the whole's share is all there is. */
function scaleBack(scores) {
  for (let doc = 0; doc < scores.length; doc++) scores[doc] /= 1 - clauseShare;
}

/** Runs `action` with a part taken out. */
function without(part, action) {
  const originals = parts[part].map(([owner, name]) => owner.prototype[name]);
  parts[part].forEach(([owner, name, replace], at) => {
    owner.prototype[name] = replace(originals[at]);
  });
  try {
    return action();
  } finally {
    parts[part].forEach(([owner, name], at) => {
      owner.prototype[name] = originals[at];
    });
  }
}

/** Nothing is refused as off topic: refusing reads meaning too, and would count as a loss of the part that is left out. */
const measured = { maxQueries: 400, retrieve: { minRelevance: 0 } };

const noProducers = { producersOf: () => [] };
const names = Object.keys(parts);
const percent = (share) => (100 * share).toFixed(1);
const change = (whole, left) =>
  Math.abs(left - whole) < 0.0005 ? '0' : `${left > whole ? '+' : '−'}${percent(Math.abs(left - whole))}`;

const folders = process.argv.slice(2).filter((argument) => argument !== '--write');
const lines = [
  `| set | tools | queries | whole | ${names.map((name) => `− ${name}`).join(' | ')} | + prerequisites |`,
  `|---|---|---|---|${'---|'.repeat(names.length + 1)}`,
];
for (const folder of folders) for (const dataset of loadDatasets(folder)) lines.push(await row(dataset));
console.log(lines.join('\n'));
if (process.argv.includes('--write')) write(lines.join('\n'));

async function row(dataset) {
  const graph = await graphOf(dataset);
  const { flat, ranked, queries } = evaluate(graph, dataset, measured);
  const [at5, at10] = flat.at;
  const cells = names.map((part) => without(part, () => differences(flat, ranking(graph.tools, dataset))));
  return `| ${dataset.name} | ${graph.tools.length} | ${queries} | ${percent(at5.recall)} / ${percent(at10.recall)} / ${percent(at10.complete)} | ${cells.join(' | ')} | ${differences(flat, ranked)} |`;
}

function ranking(tools, dataset) {
  const retriever = new Retriever(noProducers, new WordVectors());
  retriever.apply({ added: tools, changed: [], unchanged: [], removed: [] });
  const searched = { tools, retrieveWithScores: (query, k, options) => retriever.retrieve(query, k, options) };
  return evaluate(searched, dataset, measured).flat;
}

function differences(whole, other) {
  const at = (cutoff, key) => change(whole.at[cutoff][key], other.at[cutoff][key]);
  return `${at(0, 'recall')} / ${at(1, 'recall')} / ${at(1, 'complete')}`;
}

async function graphOf({ tools, specs }) {
  const graph = new ToolGraph();
  if (tools.length > 0) graph.ingestTools(tools);
  else for (const spec of specs) await graph.ingestOpenApi(spec);
  return graph;
}

function write(table) {
  const page = new URL('../docs/ranking.md', import.meta.url);
  const text = readFileSync(page, 'utf8');
  const marked = /(<!-- ablation: begin -->\n)[\s\S]*?(<!-- ablation: end -->)/;
  writeFileSync(
    page,
    text.replace(marked, (_, begin, end) => `${begin}\n${table}\n\n${end}`),
  );
}
