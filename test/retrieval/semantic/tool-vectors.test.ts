import { describe, expect, it } from 'vitest';
import { directionOf, ToolVectors } from '../../../retrieval/semantic/tool-vectors.js';
import { wordVectors } from '../../../retrieval/semantic/word-vectors.js';
import { terms } from '../../../retrieval/tokenize.js';

const words = wordVectors();
const weighted = (text: string): (readonly [string, number])[] => terms(text).map((term) => [term, 1] as const);

describe('tool vectors', () => {
  it('agree with unrounded cosines to a hundredth', () => {
    const tools = new ToolVectors(words);
    const texts = ['delete a file', 'send an email to a customer', 'forecast the weather', 'buy a ticket'];
    texts.forEach((text, doc) => {
      tools.set(doc, weighted(text));
    });
    const query = directionOf(weighted('remove the document'), words);
    texts.forEach((text, doc) => {
      const exact = directionOf(weighted(text), words).reduce((sum, value, i) => sum + value * (query[i] ?? 0), 0);
      expect(Math.abs(tools.similarity(doc, query) - exact)).toBeLessThan(0.01);
    });
  });

  it('know nothing of a text without known words', () => {
    const tools = new ToolVectors(words);
    tools.set(0, weighted('qzxvkj'));
    expect(tools.similarity(0, directionOf(weighted('remove the document'), words))).toBe(0);
  });

  it('keep every document while they grow, and forget what a document was before', () => {
    const tools = new ToolVectors(words);
    const query = directionOf(weighted('weather'), words);
    for (let doc = 0; doc < 500; doc++) tools.set(doc, weighted(doc % 2 === 0 ? 'weather' : 'invoice'));
    expect(tools.similarity(0, query)).toBeCloseTo(1, 1);
    expect(tools.similarity(498, query)).toBe(tools.similarity(0, query));
    expect(tools.similarity(499, query)).toBeLessThan(0.8);
    tools.set(498, weighted('invoice'));
    expect(tools.similarity(498, query)).toBe(tools.similarity(499, query));
  });

  it('give a direction of unit length, whatever the weights', () => {
    const direction = directionOf([['weather', 40] as const, ['invoic', 3] as const], words);
    expect(Math.hypot(...direction)).toBeCloseTo(1, 5);
  });
});
