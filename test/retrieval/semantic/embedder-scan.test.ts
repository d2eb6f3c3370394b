import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVector } from '../../../retrieval/semantic/embedder.js';
import { VectorScan } from '../../../retrieval/semantic/embedder-scan.js';
import { textKey } from '../../../retrieval/semantic/embedder-text.js';
import { byteVector, VectorTable } from '../../../retrieval/semantic/embedder-vectors.js';
import { linked, operation } from '../../support/graph.js';

const dimensions = 48;

/** Repeatable numbers of −0.5 to 0.5. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff - 0.5;
  };
}

function unit(next: () => number, near?: Float32Array): Float32Array {
  const vector = readVector(
    Array.from({ length: dimensions }, (_, i) => next() * 0.6 + (near?.[i] ?? 0)),
    dimensions,
  );
  if (typeof vector === 'string') throw new Error(vector);
  return vector;
}

function catalogOf(count: number) {
  const tools = linked(
    Array.from({ length: count }, (_, i) => operation(`GET /thing${i}`, { description: `Thing number ${i}` })),
  ).catalog.tools;
  const next = numbers(7);
  const centres = Array.from({ length: 20 }, () => unit(next));
  const vectors = tools.map((_, i) => unit(next, centres[i % 20]));
  const table = new VectorTable('toy', dimensions);
  tools.forEach((tool, i) => {
    table.set(textKey(tool), vectors[i] as Float32Array);
  });
  return { tools, vectors, table, query: unit(next, centres[3]) };
}

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

describe('a table of vectors', () => {
  it('has the cosines of the vectors, within a hundredth', () => {
    const components = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 48, maxLength: 48 });
    fc.assert(
      fc.property(components, components, (one, other) => {
        const [a, b] = [readVector(one, 48), readVector(other, 48)];
        fc.pre(typeof a !== 'string' && typeof b !== 'string');
        const table = new VectorTable('toy', 48);
        table.set('a', a);
        expect(Math.abs(table.similarity(0, byteVector(b)) - cosine(a, b))).toBeLessThan(0.01);
      }),
    );
  });

  it('reads dimensions that four does not divide', () => {
    for (const length of [1, 2, 3, 5, 7]) {
      const table = new VectorTable('toy', length);
      table.set('x', new Float32Array(length).fill(9));
      table.set('a', new Float32Array(length).fill(1 / Math.sqrt(length)));
      expect(table.similarity(1, byteVector(new Float32Array(length).fill(1)))).toBeCloseTo(1, 5);
    }
  });

  it('is saved for the keys asked for, and restored; not when its parts do not fit', () => {
    const { table, tools, query } = catalogOf(30);
    const keys = tools.slice(0, 10).map(textKey);
    const saved = table.save([...keys, ...keys, 'unknown']);
    expect(saved.keys).toEqual([...keys].sort());
    const restored = VectorTable.restore(saved);
    for (const key of keys)
      expect(restored?.similarity(restored.rowOf(key) as number, byteVector(query))).toBe(
        table.similarity(table.rowOf(key) as number, byteVector(query)),
      );
    expect(VectorTable.restore({ ...saved, dimensions: 47 })).toBeUndefined();
    expect(VectorTable.restore({ ...saved, keys: saved.keys.map(() => 'same') })).toBeUndefined();
    expect(VectorTable.restore({ ...saved, vectors: Buffer.alloc(480).toString('base64') })).toBeUndefined();
  });
});

describe('a scan', () => {
  const { tools, vectors, table, query } = catalogOf(3000);
  const order = tools.map((tool, i) => ({ tool, value: cosine(vectors[i] as Float32Array, query) }));
  order.sort((a, b) => b.value - a.value);
  const exact = new VectorScan(table, tools);
  const bySigns = new VectorScan(table, tools, 100);
  const asked = byteVector(query);

  it('finds the nearest tools, as comparing all does', () => {
    const found = exact.nearest(asked, 20, undefined);
    const best = new Set(order.slice(0, 22).map(({ tool }) => tool)); // the last places may differ by rounding
    expect(found.filter((tool) => best.has(tool))).toHaveLength(20);
    expect(found[0]).toBe(order[0]?.tool);
  });

  it('finds nearly all of them by signs first, with the same filters', () => {
    const best = new Set(exact.nearest(asked, 50, undefined));
    expect(bySigns.nearest(asked, 50, undefined).filter((tool) => best.has(tool)).length).toBeGreaterThanOrEqual(48);
    const isEven = ({ originalId }: { originalId: string }) => /[02468]$/.test(originalId);
    const even = new Set(exact.nearest(asked, 50, isEven));
    const found = bySigns.nearest(asked, 50, isEven);
    expect(found.every(isEven)).toBe(true);
    expect(found.filter((tool) => even.has(tool)).length).toBeGreaterThanOrEqual(48);
  });

  it('knows mean and spread, from a part of a large catalog about the same', () => {
    const mean = order.reduce((sum, { value }) => sum + value, 0) / order.length;
    const variance = order.reduce((sum, { value }) => sum + (value - mean) ** 2, 0) / order.length;
    const all = exact.spread(asked);
    expect(all.mean).toBeCloseTo(mean, 2);
    expect(all.deviation).toBeCloseTo(Math.sqrt(variance), 2);
    expect(Math.abs(bySigns.spread(asked).mean - all.mean)).toBeLessThan(all.deviation / 2);
  });

  it('leaves out tools without a vector and counts them', () => {
    const half = new VectorTable('toy', dimensions);
    tools.slice(0, 1000).forEach((tool, i) => {
      half.set(textKey(tool), vectors[i] as Float32Array);
    });
    const scan = new VectorScan(half, tools);
    expect([scan.size, scan.missing]).toEqual([1000, 2000]);
    expect(scan.similarity(tools[2000] as (typeof tools)[number], asked)).toBeUndefined();
  });
});
