import type { EmbedContext, Embedder, EmbeddingVector } from '../../src/index.js';

/** Words that the toy model takes for one. */
const synonyms: Readonly<Record<string, string>> = {
  loaf: 'bread',
  money: 'refund',
  back: 'refund',
  sheep: 'wool',
  fleece: 'wool',
  fee: 'price',
  zorp: 'blick',
};

/** An embedder whose vectors are counts of words, a few words alike, and that remembers what it was asked. */
export class ToyEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions: number;
  readonly batchSize?: number;
  readonly calls: { readonly texts: readonly string[]; readonly purpose: EmbedContext['purpose'] }[] = [];
  /** Takes the place of the answer. */
  answer: ((texts: readonly string[], context: EmbedContext) => Promise<unknown>) | undefined;

  constructor(id = 'toy', dimensions = 64, batchSize?: number) {
    this.id = id;
    this.dimensions = dimensions;
    if (batchSize !== undefined) this.batchSize = batchSize;
  }

  async embed(texts: readonly string[], context: EmbedContext): Promise<readonly EmbeddingVector[]> {
    this.calls.push({ texts: [...texts], purpose: context.purpose });
    if (this.answer !== undefined) return (await this.answer(texts, context)) as readonly EmbeddingVector[];
    return texts.map((text) => this.vector(text));
  }

  /** All texts of tools it was ever asked for. */
  get toolTexts(): readonly string[] {
    return this.calls.filter(({ purpose }) => purpose === 'tool').flatMap(({ texts }) => texts);
  }

  vector(text: string): number[] {
    const vector = new Array<number>(this.dimensions).fill(0);
    vector[0] = 0.2;
    for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
      const known = Object.hasOwn(synonyms, word) ? synonyms[word] : word;
      const at = placeOf(known ?? word, this.dimensions);
      vector[at] = (vector[at] ?? 0) + 1;
    }
    return vector;
  }
}

function placeOf(word: string, dimensions: number): number {
  let hash = 7;
  for (const letter of word) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return hash % dimensions;
}
