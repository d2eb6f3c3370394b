import { describe, expect, it } from 'vitest';
import { usualNearness } from '../../../retrieval/semantic/usual-nearness-data.js';
import { wordVectors } from '../../../retrieval/semantic/word-vectors.js';
import { terms } from '../../../retrieval/tokenize.js';

const vectors = wordVectors();
const term = (word: string): string => terms(word)[0] ?? word;
const related = (word: string): string[] => [...vectors.related(term(word))].map((other) => other.term);

function cosine(a: string, b: string): number {
  const [u, v] = [a, b].map((word) => {
    const sum = new Float32Array(vectors.dimensions);
    expect(vectors.addTo(sum, term(word), 1)).toBe(true);
    return sum;
  }) as [Float32Array, Float32Array];
  const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0);
  return dot(u, v) / Math.sqrt(dot(u, u) * dot(v, v));
}

describe('word vectors', () => {
  it('put words of one meaning nearer than words of another', () => {
    expect(cosine('remove', 'delete')).toBeGreaterThan(cosine('remove', 'weather'));
    expect(cosine('film', 'movie')).toBeGreaterThan(cosine('film', 'invoice'));
    expect(cosine('purchase', 'buy')).toBeGreaterThan(cosine('purchase', 'translate'));
  });

  it('list neighbours nearest first, without the term itself', () => {
    for (const word of ['delete', 'movie', 'physician', 'car']) {
      const similarities = [...vectors.related(term(word))].map((other) => other.similarity);
      expect(similarities.length).toBeGreaterThan(8);
      // Neighbours were ranked before rows were rounded to bytes.
      similarities.slice(1).forEach((value, i) => {
        expect(value).toBeLessThan((similarities[i] ?? 0) + 0.03);
      });
      expect(related(word)).not.toContain(term(word));
    }
  });

  it('know a term only in the form that the tokenizer gives it', () => {
    expect(vectors.has(term('invoices'))).toBe(true);
    expect(vectors.has('qzxvkj')).toBe(false);
    expect([...vectors.related('qzxvkj')]).toEqual([]);
    expect(vectors.has('__proto__')).toBe(false);
    expect(vectors.has('constructor')).toBe(vectors.addTo(new Float32Array(vectors.dimensions), 'constructor', 1));
  });

  it('hold a few thousand terms, all of them as the tokenizer makes them', () => {
    expect(vectors.size).toBeGreaterThan(8000);
    expect(vectors.size).toBeLessThan(65_536);
  });

  it('say how near each of their words usually is to a catalog, common ones nearer', () => {
    expect(vectors.usualNearness(term('get'))).toBeGreaterThan(0.3);
    for (const word of ['dessert', 'trout', 'wizard']) {
      expect(vectors.usualNearness(term(word))).toBeGreaterThan(0);
      expect(vectors.usualNearness(term(word))).toBeLessThan(0.3);
    }
    expect(vectors.usualNearness('qzxvkj')).toBeUndefined();
    expect(Buffer.from(usualNearness, 'base64').length).toBe(vectors.size);
  });

  it('add nothing for a term without a vector', () => {
    const sum = new Float32Array(vectors.dimensions);
    expect(vectors.addTo(sum, 'qzxvkj', 1)).toBe(false);
    expect(sum.every((value) => value === 0)).toBe(true);
  });

  it.each([
    ['colleague', 'staff'],
    ['bag', 'cart'],
    ['alarm', 'silence'],
  ])('lead %s to %s, a word of tools that lies beyond many that no tool uses', (word, wanted) => {
    expect(related(word)).toContain(term(wanted));
  });
});
