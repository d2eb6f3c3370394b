import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../bench/seeded.mjs';
import { intentFactors } from '../../retrieval/intent.js';
import { LexicalIndex } from '../../retrieval/lexical-index.js';
import type { AnalyzedQuery, QueryClause } from '../../retrieval/query.js';
import { RangeScoring } from '../../retrieval/range-scoring.js';
import { MaxScores, ScorePass } from '../../retrieval/score-pass.js';
import { ToolGraph } from '../../src/index.js';

const settings = { share: 0.2, full: 0.35 };
const documents = 9000;

/** An index of three ranges, a third of it replaced since, with words of every frequency. */
function largeIndex() {
  const graph = new ToolGraph();
  graph.ingestTools([{ name: 'any', description: 'Any tool' }]);
  const [any] = graph.tools;
  if (any === undefined) throw new Error('the tool was not taken in');
  const index = new LexicalIndex();
  const random = seededRandom(3);
  const weights = () =>
    new Map(
      Array.from({ length: 12 }, (_, word) => [`w${word}`, 0.2 + 4 * random()] as const).filter(
        (_, word) => random() < 1 / (1 + word),
      ),
    );
  for (let at = 0; at < documents; at++) index.add({ ...any, name: `t${at}` }, weights());
  for (let at = 0; at < documents; at += 3) index.remove(`t${at}`);
  for (let at = 0; at < documents; at += 3) index.add({ ...any, name: `u${at}` }, weights());
  const intents = Uint16Array.from({ length: documents }, () => Math.floor(random() * 512));
  return { index, intents };
}

const clause = (intents: number, ...words: readonly number[]): QueryClause => ({
  terms: words.map((word) => ({ term: `w${word}`, word: `w${word}`, match: 'exact', weight: 1 / (1 + (word % 3)) })),
  intents,
  words: [],
  own: false,
  meant: [],
});

const request = (intents: number, avoided: number, clauses: readonly QueryClause[], ...words: number[]) =>
  ({
    ...clause(intents, ...words),
    clauses,
    avoided,
    unknown: [],
    negated: [],
    quoted: new Set<string>(),
  }) satisfies AnalyzedQuery;

/** Every document's final score and best clause, one pass after another over all of them. */
function inFull(query: AnalyzedQuery, index: LexicalIndex, intents: Uint16Array) {
  const scored = ({ terms }: QueryClause, factors: Float64Array) => {
    const { scores } = new ScorePass().run({ terms }, index);
    return Array.from({ length: documents }, (_, doc) => (scores[doc] ?? 0) * (factors[intents[doc] ?? 0] ?? 0));
  };
  const whole = scored(query, intentFactors(query.intents, query.avoided));
  const best = Math.max(...whole);
  const parts = query.clauses.map((part) => {
    const scores = scored(part, intentFactors(part.intents));
    const own = Math.max(...scores);
    const unit = (settings.share * best * Math.min(1, own / (settings.full * best))) / own;
    return scores.map((score) => score * unit);
  });
  return whole.map((score, doc) => {
    if (parts.length === 0) return { doc, score, clause: -1 };
    const most = Math.max(...parts.map((part) => part[doc] ?? 0));
    return {
      doc,
      score: score * (1 - settings.share) + most,
      clause: most === 0 ? -1 : parts.findIndex((part) => part[doc] === most),
    };
  });
}

describe('scoring by ranges', () => {
  const { index, intents } = largeIndex();
  const ranges = new RangeScoring(settings);
  const whole = new ScorePass();
  const clauseBest = new MaxScores();
  it.each([
    ['a rare and a common word', request(1, 0, [], 11, 0)],
    ['common words alone, and something to avoid', request(2, 4, [], 0, 1, 2)],
    ['two clauses', request(5, 0, [clause(1, 0, 9), clause(4, 1, 7)], 0, 9, 1, 7)],
    ['a clause that counts little', request(1, 8, [clause(1, 11, 10, 9, 8), clause(8, 0)], 11, 10, 9, 8, 0)],
    ['clauses that share words', request(1, 0, [clause(1, 3, 4), clause(2, 4, 5), clause(0, 3)], 3, 4, 5)],
    ['words that nobody holds', request(1, 0, [], 99)],
  ])('finds the best of %s with the scores of passes over all', (_, query) => {
    for (const keep of [1, 10, 100]) {
      const best = ranges.run(query, index, intents, keep, whole, clauseBest);
      const all = inFull(query, index, intents);
      const wanted = all.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || a.doc - b.doc);
      const found = Array.from(whole.touched.subarray(0, whole.count), (doc) => ({
        doc,
        score: whole.scores[doc],
        clause: query.clauses.length === 0 ? -1 : clauseBest.clauseOf(doc),
      })).sort((a, b) => (b.score ?? 0) - (a.score ?? 0) || a.doc - b.doc);
      expect(found.slice(0, keep)).toEqual(wanted.slice(0, keep));
      for (const hit of found) expect(hit).toEqual(all[hit.doc]);
      const alone = inFull({ ...query, clauses: [] }, index, intents);
      expect(best).toBe(Math.max(...alone.map(({ score }) => score)));
      if (keep === 10 && wanted.length > 1000) expect(found.length).toBeLessThan(wanted.length / 2);
      whole.clear();
    }
  });
});
