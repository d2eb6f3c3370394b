import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ingestPostmanCollection } from '../../../ingest/postman/index.js';
import { producedFields } from '../../../src/core/fields.js';
import { ToolGraph } from '../../../src/index.js';
import { fixture, readJsonFixture } from '../../support/cases.js';

const collection = readJsonFixture('postman/kiosk.json');
const { tools, diagnostics } = ingestPostmanCollection(collection, 'kiosk');
const named = (name: string) => tools.filter((tool) => tool.originalName === name);
const inputsOf = (name: string) =>
  named(name)[0]?.inputs.map(({ name: key, in: place, required }) => [key, place, required]);

describe('a Postman collection', () => {
  it('gives one tool a request, with folders as tags', () => {
    expect(tools.map((tool) => [tool.originalId, tool.tags ?? []])).toEqual([
      ['Papers / Read a paper', ['Papers']],
      ['Papers / Print', ['Papers']],
      ['Papers / Print (2)', ['Papers']],
      ['Send form', []],
      ['Log in', []],
      ['Ask', []],
      ['Remove', []],
      ['Just an address', []],
    ]);
    expect(named('Read a paper')[0]?.source).toMatchObject({
      kind: 'data',
      form: 'postman',
      title: 'Kiosk API',
      method: 'GET',
      path: '/{{version}}/papers/:paperId/pages/{{page}}',
    });
  });

  it('reads path variables, query and headers, without what lets the caller in', () => {
    expect(inputsOf('Read a paper')).toEqual([
      ['paperId', 'path', true],
      ['page', 'path', true],
      ['full', 'query', false],
      ['limit', 'query', false],
      ['X-Edition', 'header', false],
    ]);
    expect(named('Read a paper')[0]?.inputSchema.properties).toMatchObject({
      paperId: { type: 'integer', description: 'The paper.' },
      full: { type: 'boolean', description: 'With pictures.' },
      limit: { type: 'integer' },
    });
    expect(diagnostics.find((entry) => entry.code === 'credentials-left-out')?.message).toBe(
      "api_key, Authorization, X-Api-Key carry credentials and are the host's to supply.",
    );
  });

  it('infers bodies of every mode', () => {
    expect(inputsOf('Print')).toEqual([
      ['copies', 'query', false],
      ['paperId', 'body', false],
      ['at', 'body', false],
      ['to', 'body', false],
    ]);
    expect(named('Print')[0]?.inputSchema.properties).toMatchObject({
      paperId: {},
      at: { type: 'string', format: 'date' },
      to: { type: 'object', properties: { shop: { type: 'string' } } },
    });
    expect(named('Print')[1]?.inputs).toMatchObject([{ name: 'body', whole: true, required: true }]);
    expect(inputsOf('Send form')).toEqual([
      ['formId', 'path', true],
      ['file', 'body', false],
      ['formId_body', 'body', false],
    ]);
    expect(named('Send form')[0]?.inputSchema.properties?.['file']).toEqual({ type: 'string', format: 'binary' });
    expect(inputsOf('Log in')).toEqual([
      ['user', 'body', false],
      ['password', 'body', false],
    ]);
    expect(inputsOf('Ask')).toEqual([['n', 'body', false]]);
    expect(named('Ask')[0]).toMatchObject({
      annotations: { readOnlyHint: true },
      metadata: { document: expect.stringContaining('query Q') },
    });
  });

  it('takes the output from saved answers of success', () => {
    expect(producedFields(named('Read a paper')[0] as (typeof tools)[number]).map((field) => field.path)).toEqual([
      'paperId',
      'title',
      'pages',
      'editor',
      'pages[].number',
    ]);
  });

  it('hints at what a method does', () => {
    expect(named('Read a paper')[0]?.annotations).toEqual({ readOnlyHint: true });
    expect(named('Remove')[0]?.annotations).toEqual({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
    });
  });

  it('holds no credential and no value of the collection anywhere', () => {
    const text = JSON.stringify([tools, diagnostics]);
    for (const secret of [
      'tok-98765',
      'hunter22',
      'kk_42',
      'abcdef1234567890',
      's3cr3t',
      'pa55word',
      'evening',
      '/home/me',
    ])
      expect(text).not.toContain(secret);
    expect(named('Read a paper')[0]?.description).toBe(
      'Read a paper. Reads one paper. Try it with [redacted] or Bearer [redacted].',
    );
  });

  it('costs only its bad items', () => {
    expect(diagnostics.filter((entry) => entry.severity === 'error').map((entry) => entry.item)).toEqual([
      'Neither',
      'item[7]',
    ]);
  });

  it('is replaced by a new export of itself, wherever it lies', async () => {
    const graph = new ToolGraph();
    expect((await graph.ingestPostman(fixture('postman/kiosk.json'))).added).toBe(8);
    const again = await graph.ingestPostman({ collection });
    expect(again).toMatchObject({ added: 0, unchanged: 8, sources: ['kiosk-api'] });
  });

  it('is refused when it is something else', () => {
    for (const document of [{}, null, [], { requests: [] }, { item: 'x' }])
      expect(() => ingestPostmanCollection(document, 's')).toThrow(
        expect.objectContaining({ code: 'INVALID_DOCUMENT' }),
      );
  });

  it('never breaks on anything in its items', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.object(), fc.record({ name: fc.string(), request: fc.anything() }), fc.anything())),
        (item) => {
          expect(() => ingestPostmanCollection({ item }, 's')).not.toThrow();
        },
      ),
    );
  });
});
