import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolSchema } from '../../src/index.js';
import { SourceTemplates, sourceReader } from '../../src/storage/source-templates.js';

const tool = (source: object, originalId: string, originalName = originalId) =>
  ({ source, originalId, originalName }) as ToolSchema;

/** The sources of tools after they were written and read. */
function again(tools: readonly ToolSchema[]): { sources: unknown[]; templates: number } {
  const written = new SourceTemplates();
  const numbers = tools.map((each) => written.add(each));
  const readers = (JSON.parse(JSON.stringify(written.templates)) as unknown[]).map(sourceReader);
  return {
    sources: tools.map((each, at) => readers[numbers[at] ?? 0]?.(each)),
    templates: written.templates.length,
  };
}

describe('templates of sources', () => {
  it('are one for all operations of an API', () => {
    const tools = ['GET /pets', 'POST /pets', 'GET /pets/{id}', 'PUT /a b/{id}'].map((id, at) => {
      const [method, ...path] = id.split(' ');
      const source = {
        id: 'pets',
        title: 'Pets',
        kind: 'openapi',
        method,
        path: path.join(' '),
        operationId: `op${at}`,
      };
      return tool(source, id, `op${at}`);
    });
    const { sources, templates } = again(tools);
    expect(sources).toEqual(tools.map(({ source }) => source));
    expect(JSON.stringify(sources)).toBe(JSON.stringify(tools.map(({ source }) => source)));
    expect(templates).toBe(1);
  });

  it('give back every source as it was, whatever its words have in common with the tool', () => {
    const word = fc.constantFrom('', ' ', 'a', 'a b', 'GET', 'GET /a', '/a', '__proto__', 'b');
    const source = fc.dictionary(
      fc.oneof(word, fc.constantFrom('title', 'method', 'path')),
      fc.oneof(word, fc.constant(7)),
    );
    const tools = fc.array(fc.tuple(source, word, word), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(tools, (list) => {
        const all = list.map(([more, id, name]) => tool({ ...more, id: 'a', kind: 'data' }, id, name));
        expect(JSON.stringify(again(all).sources)).toBe(JSON.stringify(all.map(({ source }) => source)));
      }),
    );
  });

  it.each([
    null,
    [],
    {},
    { keys: ['id', 'kind'], fixed: { id: 7, kind: 'data' }, derived: {} },
    { keys: ['id', 'kind'], fixed: { id: 'a', kind: 'no kind' }, derived: {} },
    { keys: [7], fixed: { id: 'a', kind: 'data' }, derived: {} },
    { keys: ['id', 'path'], fixed: { id: 'a', kind: 'data' }, derived: { path: 'constructor' } },
    { keys: ['id', 'path'], fixed: { id: 'a', kind: 'data' }, derived: { path: 7 } },
  ])('are not read of what is none: %j', (value) => {
    expect(sourceReader(value)).toBeUndefined();
  });
});
