/**
 * What each use of the word vectors adds: flat rankings of every set with neither, with one and with both.
 *
 *   node bench/ablation.mjs FOLDER…        prints a Markdown table; needs the compiled library
 *
 * At most 400 queries a set, evenly drawn.
 */

import { evaluate, loadDatasets } from '../dist/retrieval/evaluate.js';
import { Retriever } from '../dist/retrieval/retriever.js';
import { WordVectors } from '../dist/retrieval/semantic/word-vectors.js';
import { ToolGraph } from '../dist/src/index.js';

/** Words stand in for unknown ones, but tools are not compared by meaning. */
class StandInsOnly extends WordVectors {
  addTo() {
    return false;
  }
}

/** Tools are compared by meaning, but no word stands in for another. */
class MeaningOnly extends WordVectors {
  related() {
    return [][Symbol.iterator]();
  }
}

/** No word is known. */
class Nothing extends StandInsOnly {
  has() {
    return false;
  }
  related() {
    return [][Symbol.iterator]();
  }
}

const variants = {
  'text alone': new Nothing(),
  '+ stand-ins': new StandInsOnly(),
  '+ meaning': new MeaningOnly(),
  both: new WordVectors(),
};
const noProducers = { producersOf: () => [] };
const percent = (share) => (100 * share).toFixed(1);

console.log(`| set | tools | queries | ${Object.keys(variants).join(' | ')} |`);
console.log(`|---|---|---|${'---|'.repeat(Object.keys(variants).length)}`);
for (const folder of process.argv.slice(2)) {
  for (const dataset of loadDatasets(folder)) {
    const { tools } = await graphOf(dataset);
    const cells = Object.values(variants).map((words) => {
      const retriever = new Retriever(noProducers, words);
      retriever.apply({ added: tools, changed: [], unchanged: [], removed: [] });
      const searched = { tools, retrieveWithScores: (query, k, options) => retriever.retrieve(query, k, options) };
      const { flat, queries } = evaluate(searched, dataset, { maxQueries: 400 });
      const [at5, at10] = flat.at;
      return {
        queries,
        text: `${percent(at5.recall)} / ${percent(at10.recall)} / ${percent(at10.complete)} / ${flat.mrr.toFixed(3)}`,
      };
    });
    console.log(
      `| ${dataset.name} | ${tools.length} | ${cells[0].queries} | ${cells.map(({ text }) => text).join(' | ')} |`,
    );
  }
}

async function graphOf({ tools, specs }) {
  const graph = new ToolGraph();
  if (tools.length > 0) graph.ingestTools(tools);
  for (const spec of specs) await graph.ingestOpenApi(spec);
  return graph;
}
