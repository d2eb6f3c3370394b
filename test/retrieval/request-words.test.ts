import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitNegation } from '../../retrieval/negation.js';
import { splitClauses } from '../../retrieval/query.js';
import { quotedWords, withoutValues } from '../../retrieval/query-values.js';
import { readText, signs } from '../../retrieval/request-words.js';
import { tokenize } from '../../retrieval/tokenize.js';

const pieces =
  "list don't do not without delete except and then so which y e luego Orders orders user's IPv4 APIs getUserID 2fa ord_5512 2024-05-06 a@b.io x'without l'été naïve café 日本 주문을 after"
    .split(' ')
    .concat([',', '.', ';', '!', '?', ':', '\n', '"', "'", '`', '“', ' ', '  ', '\t', '_', '-', '/', "'s"]);
const texts = fc.array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom('', ' ', ', ', '. ')), { maxLength: 14 });

describe('reading a request in one pass', () => {
  it('gives the words of the tokenizer and misses no sign of what a closer reading would find', () => {
    fc.assert(
      fc.property(texts, (list) => {
        const text = list.flat().join('');
        const read = readText(text);
        expect(read.words.map(({ surface, term, whole }) => ({ surface, term, ...(whole && { whole }) }))).toEqual(
          tokenize(text),
        );
        const sees = (sign: number): boolean => (read.signs & sign) !== 0;
        if (!sees(signs.negation)) expect(splitNegation(text)).toEqual({ asked: text, negated: [] });
        if (!sees(signs.value)) expect(withoutValues(text, () => false)).toBe(text);
        if (!sees(signs.border | signs.foreignBorder)) expect(splitClauses(text)).toEqual([text]);
        if (!sees(signs.quote)) expect(quotedWords(text)).toEqual(new Set());
      }),
      { numRuns: 2000 },
    );
  });

  it('sees nothing special in a plain request', () => {
    expect(readText('list all open pull requests').signs).toBe(0);
  });
});
