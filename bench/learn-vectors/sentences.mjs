/** Short texts of many kinds, for a sentence model to read. */
import { dictionaryTexts } from './lexicon.mjs';
import { shuffle } from './random.mjs';

/** Most texts of each kind, most of one vendor, and letters of a text. */
const most = { operations: 26_000, definitions: 22_000, examples: 18_000, perVendor: 60, letters: 160 };

/**
 * What operations are said to do, definitions behind their word, and examples of the use of words; in an order that
 * `random` gives.
 *
 * @param {Iterable<{ vendor: string, summary: string, description: string }>} operations
 * @returns {string[]}
 */
export function sentences(operations, random) {
  const { definitions, examples } = dictionaryTexts(most.letters);
  return shuffle(
    [
      ...shuffle(summariesOf(operations), random).slice(0, most.operations),
      ...shuffle(definitions, random).slice(0, most.definitions),
      ...shuffle(examples, random).slice(0, most.examples),
    ],
    random,
  );
}

function summariesOf(operations) {
  const seen = new Set();
  const ofVendor = new Map();
  const kept = [];
  for (const { vendor, summary, description } of operations) {
    const said = (summary || description).replace(/\s+/g, ' ').trim().slice(0, most.letters);
    const count = ofVendor.get(vendor) ?? 0;
    if (said.length < 12 || count >= most.perVendor || seen.has(said.toLowerCase())) continue;
    ofVendor.set(vendor, count + 1);
    seen.add(said.toLowerCase());
    kept.push(said);
  }
  return kept;
}
