import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inferSchema } from '../../src/core/infer-schema.js';

describe('inferSchema', () => {
  it('lets the caller read texts that stand for something else', () => {
    const schema = inferSchema(
      { a: 'int', b: 'x' },
      { readText: (text) => (text === 'int' ? { type: 'integer' } : undefined) },
    );
    expect(schema.properties).toEqual({ a: { type: 'integer' }, b: { type: 'string' } });
  });

  it('describes keys, types and formats and copies no value', () => {
    const schema = inferSchema({
      id: 7,
      price: 1.5,
      secret: 'sk-live-abcdef',
      at: '2026-01-02T03:04:05Z',
      day: '2026-01-02',
      ref: '6f1f2a0e-1111-4222-8333-abcdefabcdef',
      mail: 'ann@example.org',
      link: 'https://example.org/a',
    });
    expect(schema).toEqual({
      type: 'object',
      properties: {
        id: { type: 'integer' },
        price: { type: 'number' },
        secret: { type: 'string' },
        at: { type: 'string', format: 'date-time' },
        day: { type: 'string', format: 'date' },
        ref: { type: 'string', format: 'uuid' },
        mail: { type: 'string', format: 'email' },
        link: { type: 'string', format: 'uri' },
      },
    });
    expect(JSON.stringify(schema)).not.toContain('sk-live');
  });

  it('merges the elements of an array', () => {
    expect(inferSchema([{ a: 1 }, { a: 1.5, b: null }, { b: 'x', tags: [] }, { tags: ['t'] }])).toEqual({
      type: 'array',
      items: {
        type: 'object',
        properties: {
          a: { type: 'number' },
          b: { type: ['string', 'null'] },
          tags: { type: 'array', items: { type: 'string' } },
        },
      },
    });
  });

  it('keeps keys such as __proto__ as data', () => {
    const schema = inferSchema(JSON.parse('{"__proto__": 1, "constructor": "x"}'));
    expect(Object.keys(schema.properties ?? {})).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(schema.properties)).toBe(Object.prototype);
  });

  it('cuts a value that contains itself, a deep one and a wide one', () => {
    const loop: Record<string, unknown> = { name: 'x' };
    loop['self'] = loop;
    expect(inferSchema(loop).properties?.['self']).toEqual({ type: 'object', 'x-cut': 'cycle' });
    let deep: unknown = 1;
    for (let level = 0; level < 5000; level++) deep = [deep];
    expect(JSON.stringify(inferSchema(deep))).toContain('"x-cut":"depth"');
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, index]));
    const schema = inferSchema(wide);
    expect(Object.keys(schema.properties ?? {}).length).toBeLessThan(1000);
    expect(schema['x-cut']).toBe('nodes');
  });

  it('never throws and is finite for any value', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(JSON.stringify(inferSchema(value)).length).toBeLessThan(200_000);
      }),
    );
  });
});
