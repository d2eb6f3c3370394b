import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ToolGraph } from '../../../src/index.js';
import { apiOf, ingestDocument, inputNames, inputSchemaOf, onlyTool, toolAt } from '../../support/openapi.js';

const ok = { responses: { 200: { description: 'ok' } } };
const noCheck = { validate: false };

function json(schema: object, required = true): object {
  return { requestBody: { required, content: { 'application/json': { schema } } } };
}

describe('parameters', () => {
  it('adds what the template names and drops what it does not', async () => {
    const report = await ingestDocument(
      apiOf({
        '/a/{x}/b': {
          get: { ...ok, parameters: [{ name: 'y', in: 'path', required: true, schema: { type: 'integer' } }] },
        },
      }),
      noCheck,
    );
    expect(toolAt(report, 'GET /a/{x}/b').inputs).toEqual([
      { name: 'x', originalName: 'x', in: 'path', required: true },
    ]);
    expect(report.diagnostics.map(({ code }) => code)).toEqual(['unused-path-parameter', 'undeclared-path-parameter']);
    expect(report.repaired).toBe(1);
  });

  it('requires a path parameter whatever it says', async () => {
    const tool = await onlyTool(
      { parameters: [{ name: 'id', in: 'path', schema: { type: 'string' } }] },
      {},
      '/things/{id}',
    );
    expect(inputNames(tool, true)).toEqual(['id']);
  });

  it('reads what is required by a text, and says so', async () => {
    const query = (name: string, required: unknown): object => ({ name, in: 'query', required, schema: {} });
    const report = await ingestDocument(
      apiOf({
        '/a': {
          post: {
            ...ok,
            parameters: [query('x', 'true'), query('y', 'False'), query('z', 1), query('w', true)],
            requestBody: {
              required: 'true',
              content: { 'application/json': { schema: { properties: { v: {} }, type: 'object', required: ['v'] } } },
            },
          },
        },
      }),
      noCheck,
    );
    expect(inputNames(toolAt(report, 'POST /a'), true)).toEqual(['v', 'w', 'x']);
    expect(report.diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['required-as-text', 'The query parameter "x" has required: "true", a text; it is read as true.'],
      ['required-as-text', 'The query parameter "y" has required: "False", a text; it is read as false.'],
      [
        'invalid-required',
        'The query parameter "z" has required: 1, which is neither true nor false; it is read as false.',
      ],
      ['required-as-text', 'The request body has required: "true", a text; it is read as true.'],
    ]);
    expect(report.repaired).toBe(1);
  });

  it('does not ask for headers that HTTP itself sets', async () => {
    const header = (name: string): object => ({ name, in: 'header', schema: { type: 'string' } });
    const tool = await onlyTool({ parameters: ['Accept', 'content-type', 'Authorization', 'X-Trace'].map(header) });
    expect(tool.inputs.map(({ originalName }) => originalName)).toEqual(['X-Trace']);
    expect(tool.metadata).toEqual({ ignoredHeaderParameters: 3 });
  });

  it('gives every name a legal form and keeps the original', async () => {
    const query = (name: string): object => ({ name, in: 'query', schema: { type: 'string' } });
    const tool = await onlyTool({
      parameters: ['filter[name]', '$top', '@type', 'top', '이름', 'a'.repeat(80)].map(query),
    });
    const names = tool.inputs.map(({ name }) => name);
    expect(names.slice(0, 4)).toEqual(['filter_name', 'top_query', 'type', 'top']);
    expect(new Set(names).size).toBe(6);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_.-]{1,64}$/);
    expect(tool.inputs.map(({ originalName }) => originalName)[0]).toBe('filter[name]');
  });

  it('reads a parameter that is serialised as JSON, styles and examples', async () => {
    const tool = await onlyTool({
      parameters: [
        {
          name: 'f',
          in: 'query',
          content: { 'application/json': { schema: { type: 'object', properties: { a: { type: 'string' } } } } },
        },
        {
          name: 's',
          in: 'query',
          style: 'pipeDelimited',
          explode: false,
          schema: { type: 'array', items: { type: 'string' } },
        },
        { name: 'e', in: 'query', example: 'x1', schema: { type: 'string' } },
        { name: 'm', in: 'query', examples: { one: { value: 5 } }, schema: { type: 'integer' } },
        { name: 'd', in: 'query', style: 'form', explode: true, schema: { type: 'string' } },
      ],
    });
    expect(tool.inputs[0]).toMatchObject({ contentType: 'application/json' });
    expect(tool.inputs[1]).toMatchObject({ style: 'pipeDelimited' });
    expect(tool.inputs[1]).not.toHaveProperty('explode');
    expect(inputSchemaOf(tool, 'e').examples).toEqual(['x1']);
    expect(inputSchemaOf(tool, 'm').examples).toEqual([5]);
    expect(tool.inputs[4]).toEqual({ name: 'd', originalName: 'd', in: 'query', required: false });
  });

  it('survives references that lead to themselves or nowhere', async () => {
    const report = await ingestDocument(
      apiOf(
        {
          '/a': {
            get: {
              parameters: [{ $ref: '#/components/parameters/P' }, { $ref: '#/nope' }, { name: 'q', in: 'query' }],
              responses: { 200: { $ref: '#/components/responses/R' } },
            },
          },
        },
        {
          components: {
            parameters: { P: { $ref: '#/components/parameters/P' } },
            responses: { R: { $ref: '#/components/responses/R' } },
          },
        },
      ),
      noCheck,
    );
    expect(toolAt(report, 'GET /a').inputs.map(({ name }) => name)).toEqual(['q']);
    expect(report.diagnostics.map(({ code, item }) => [code, item])).toEqual(
      Array(3).fill(['unresolved-ref', 'GET /a']),
    );
  });
});

describe('bodies', () => {
  it('keeps a free map whole and an optional body optional', async () => {
    const map = await onlyTool(json({ type: 'object', properties: {}, additionalProperties: { type: 'string' } }));
    expect(map.inputs).toMatchObject([{ originalName: 'body', whole: true, required: true }]);
    expect(inputSchemaOf(map, 'body').additionalProperties).toEqual({ type: 'string' });
    const optional = await onlyTool(
      json({ type: 'object', required: ['a'], properties: { a: { type: 'string' } } }, false),
    );
    expect([inputNames(optional, true), inputNames(optional, false)]).toEqual([[], ['a']]);
  });

  it('shows every variant of a union and requires the tag', async () => {
    const components = {
      schemas: {
        Card: {
          type: 'object',
          required: ['kind', 'number'],
          properties: { kind: { type: 'string' }, number: { type: 'string' } },
        },
        Bank: {
          type: 'object',
          required: ['kind', 'iban'],
          properties: { kind: { type: 'string' }, iban: { type: 'string' } },
        },
      },
    };
    const union = { oneOf: [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Bank' }] };
    const tagged = {
      ...union,
      discriminator: { propertyName: 'kind', mapping: { card: '#/components/schemas/Card' } },
    };
    const tool = await onlyTool(json(tagged), { components });
    expect([inputNames(tool, true), inputNames(tool, false)]).toEqual([['kind'], ['iban', 'number']]);
    expect(inputSchemaOf(tool, 'kind')).toMatchObject({ type: 'string', enum: ['card', 'Bank'] });
    expect(inputNames(await onlyTool(json(union), { components }), true)).toEqual(['kind']);
  });

  it('shows the fields of schemas that extend a tagged base', async () => {
    const components = {
      schemas: {
        Pet: {
          type: 'object',
          discriminator: { propertyName: 'petType' },
          required: ['petType'],
          properties: { petType: { type: 'string' } },
        },
        Dog: {
          allOf: [{ $ref: '#/components/schemas/Pet' }, { type: 'object', properties: { bark: { type: 'string' } } }],
        },
        Cat: {
          allOf: [
            { $ref: '#/components/schemas/Pet' },
            { type: 'object', required: ['lives'], properties: { lives: { type: 'integer' } } },
          ],
        },
      },
    };
    const tool = await onlyTool(json({ $ref: '#/components/schemas/Pet' }), { components });
    expect([inputNames(tool, true), inputNames(tool, false)]).toEqual([['petType'], ['bark', 'lives']]);
    expect(inputSchemaOf(tool, 'petType').enum).toEqual(['Dog', 'Cat']);
    const dog = await onlyTool(json({ $ref: '#/components/schemas/Dog' }), { components });
    expect(inputNames(dog, false)).toEqual(['bark']);
    const list = await onlyTool(json({ type: 'array', items: { $ref: '#/components/schemas/Pet' } }), { components });
    expect(JSON.stringify(inputSchemaOf(list, 'body'))).toContain('bark');
  });

  it('prefers JSON and says which other types there are', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    const tool = await onlyTool({
      requestBody: {
        content: { 'text/xml': { schema }, 'application/vnd.x+json': { schema }, 'multipart/form-data': { schema } },
      },
    });
    expect(tool.inputs[0]).toMatchObject({ contentType: 'application/vnd.x+json' });
    expect(tool.metadata).toEqual({
      requestContentTypes: ['application/vnd.x+json', 'multipart/form-data', 'text/xml'],
    });
  });

  it('reads bytes and media types without a schema', async () => {
    const tool = await onlyTool({ requestBody: { content: { 'image/png': {} } } });
    expect(inputSchemaOf(tool, 'body')).toMatchObject({ type: 'string', format: 'binary' });
  });

  it('gives properties the values of an example of the whole body', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } } };
    const tool = await onlyTool({
      requestBody: { content: { 'application/json': { schema, example: { a: 'hi', b: 3 } } } },
    });
    expect([inputSchemaOf(tool, 'a').examples, inputSchemaOf(tool, 'b').examples]).toEqual([['hi'], [3]]);
  });
});

describe('responses', () => {
  const content = (name: string): object => ({
    'application/json': { schema: { type: 'object', properties: { [name]: { type: 'string' } } } },
  });

  it.each([
    [
      'the lowest success with content',
      {
        204: { description: '' },
        202: { description: '', content: content('b') },
        201: { description: '', content: content('a') },
      },
      ['a'],
    ],
    [
      'the range',
      { '2XX': { description: '', content: content('r') }, default: { description: '', content: content('error') } },
      ['r'],
    ],
    [
      'default alone',
      { default: { description: '', content: content('d') }, 404: { description: '', content: content('n') } },
      ['d'],
    ],
    [
      'nothing when success has no content',
      { 204: { description: '' }, default: { description: '', content: content('error') } },
      undefined,
    ],
  ])('take %s', async (_, responses, expected) => {
    const tool = await onlyTool({ responses });
    expect(tool.outputSchema === undefined ? undefined : Object.keys(tool.outputSchema.properties ?? {})).toEqual(
      expected,
    );
  });

  it('carry links as declared links, repeated inputs left out', async () => {
    const links = {
      one: {
        operationId: 'getThing',
        parameters: { 'path.id': '$response.body#/data/0/id', tenant: '$request.path.tenant' },
      },
      two: {
        operationRef: '#/paths/~1things~1{id}/delete',
        parameters: { id: '$response.body#/next' },
        description: 'remove it',
      },
      bad: { parameters: {} },
    };
    const report = await ingestDocument(
      apiOf({ '/things': { get: { responses: { 200: { description: 'ok', links } } } } }),
      noCheck,
    );
    expect(toolAt(report, 'GET /things').links).toEqual([
      { kind: 'openapi-link', tool: 'getThing', direction: 'consumer', from: 'data[].id', to: 'id' },
      {
        kind: 'openapi-link',
        tool: 'DELETE /things/{id}',
        direction: 'consumer',
        description: 'remove it',
        from: 'next',
        to: 'id',
      },
    ]);
    expect(report.diagnostics).toMatchObject([{ code: 'invalid-link' }]);
  });
});

describe('operations', () => {
  it('have texts without markup, annotations by method and resolved security', async () => {
    const tool = await onlyTool(
      {
        summary: 'Cancel an *order*',
        description: '<p>See [the guide](https://docs.example/x) &amp; `orders`.</p>',
        tags: ['orders', 'orders'],
        deprecated: true,
        security: [{ key: [] }, {}],
      },
      {
        tags: [{ name: 'orders', description: 'Purchases of a customer' }],
        components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
      },
      '/orders',
      'delete',
    );
    expect(tool).toMatchObject({
      title: 'Cancel an order',
      description: 'Cancel an order. See the guide & orders.',
      tags: ['orders'],
      deprecated: true,
      keywords: ['Purchases of a customer'],
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
      source: {
        title: 'Test API',
        security: [[{ scheme: 'key', type: 'apiKey', in: 'header', name: 'X-Key', scopes: [] }], []],
      },
    });
    expect(tool.inputs).toEqual([]);
  });

  it('keep a long description searchable where it is cut', async () => {
    const report = await ingestDocument(
      apiOf({ '/a': { get: { ...ok, description: `${'word '.repeat(600)}zebra` } } }),
      noCheck,
    );
    const tool = toolAt(report, 'GET /a');
    expect(tool.description.length).toBeLessThanOrEqual(2000);
    expect(tool.keywords?.join(' ')).toContain('zebra');
    expect(report.diagnostics).toMatchObject([{ code: 'description-cut', item: 'GET /a' }]);
  });

  it('of one operationId are both kept', async () => {
    const report = await ingestDocument(
      apiOf({ '/a': { get: { ...ok, operationId: 'x' }, put: { ...ok, operationId: 'x' } } }),
      noCheck,
    );
    expect(report.tools.map(({ name, originalName }) => [name, originalName])).toEqual([
      ['x', 'x'],
      ['put_a', 'PUT /a'],
    ]);
    expect(report.diagnostics).toMatchObject([{ code: 'duplicate-operation-id', item: 'PUT /a', repaired: true }]);
  });

  it('that are broken are quarantined by name, and the rest stays', async () => {
    const report = await ingestDocument(apiOf({ '/a': { get: null, post: ok }, '/b': 7 }), noCheck);
    expect(report.tools.map(({ originalId }) => originalId)).toEqual(['POST /a']);
    expect(report.diagnostics.map(({ severity, item }) => [severity, item])).toEqual([
      ['error', 'GET /a'],
      ['error', '/b'],
    ]);
    expect(report.quarantined).toBe(2);
  });

  it('of 3.2 include query and additional methods; webhooks and callbacks are no tools', async () => {
    const report = await ingestDocument(
      {
        openapi: '3.2.0',
        info: { title: 'T', version: '1' },
        paths: { '/a': { query: { ...ok, callbacks: { done: {} } }, additionalOperations: { COPY: ok } } },
        webhooks: { ping: { post: ok }, 'x-hidden': true, 'x-group': {} },
      },
      noCheck,
    );
    expect(report.tools.map(({ originalId }) => originalId)).toEqual(['QUERY /a', 'COPY /a']);
    expect(report.diagnostics.map(({ code }) => code)).toEqual(['webhooks', 'callbacks']);
    expect(report.diagnostics[0]?.message).toBe('1 webhook(s) are calls that the API makes, not tools: ping.');
    const older = await ingestDocument(apiOf({ '/a': { query: ok } }), noCheck);
    expect(older.tools).toEqual([]);
  });

  it('can be filtered, and the report says so', async () => {
    const report = await ingestDocument(apiOf({ '/a': { get: { ...ok, tags: ['in'] }, put: ok } }), {
      ...noCheck,
      filter: ({ tags }: { tags: string[] }) => tags.includes('in'),
    });
    expect(report.tools.map(({ originalId }) => originalId)).toEqual(['GET /a']);
    expect(report.diagnostics).toMatchObject([{ code: 'filtered' }]);
  });

  it('resolve relative servers against the address of the document', async () => {
    const body = JSON.stringify(apiOf({ '/a': { get: ok } }, { servers: [{ url: '/v3/' }] }));
    const fetch = async () => ({ status: 200, headers: { get: () => null }, body: new Blob([body]).stream() });
    const report = await ingestDocument('https://u:secret@api.example/specs/shop.json?key=secret', {
      ...noCheck,
      fetch,
    });
    expect(report.sources).toEqual(['shop']);
    expect(report.tools[0]?.source).toMatchObject({ baseUrl: 'https://api.example/v3' });
    expect(JSON.stringify(report)).not.toContain('secret');
    const overridden = await ingestDocument(apiOf({ '/a': { get: ok } }), {
      ...noCheck,
      server: 'https://other.example/',
    });
    expect(overridden.tools[0]?.source).toMatchObject({ baseUrl: 'https://other.example' });
  });
});

describe('documents in memory', () => {
  it('are refused with a typed error when reading them throws, and leave the catalog as it was', async () => {
    const graph = new ToolGraph();
    await graph.ingestOpenApi(apiOf({ '/a': { get: ok } }), { source: 'api' });
    const before = graph.exportCatalog();
    const trap = {
      get description(): string {
        throw new Error('no such thing');
      },
    };
    await expect(
      graph.ingestOpenApi(apiOf({ '/a': { get: { ...ok }, post: trap } }), { source: 'api' }),
    ).rejects.toThrow(
      expect.objectContaining({ code: 'INVALID_DOCUMENT', message: 'The document cannot be read: no such thing.' }),
    );
    expect(graph.exportCatalog()).toEqual(before);
  });

  it('may be named by a URL object', async () => {
    const file = pathToFileURL(join(mkdtempSync(join(tmpdir(), 'toolgraph-')), 'tiny.json'));
    writeFileSync(file, JSON.stringify(apiOf({ '/a': { get: ok } })));
    const report = await ingestDocument(file);
    expect([report.sources, report.tools.map(({ originalId }) => originalId)]).toEqual([['tiny'], ['GET /a']]);
  });

  it('are called by no JavaScript jargon when the check refuses them as a whole', async () => {
    const { diagnostics } = await ingestDocument({ openapi: '3.1.0', info: { title: 'x', version: '1' } });
    expect(diagnostics.map(({ code }) => code)).toContain('invalid-spec');
    expect(JSON.stringify(diagnostics)).not.toContain('[object');
  });
});

describe('the scheme of a Swagger 2.0 address', () => {
  const addressOf = async (schemes: readonly string[]) => {
    const graph = new ToolGraph();
    const document = { swagger: '2.0', info: { title: 'x', version: '1' }, host: 'api.example.com', basePath: '/v1' };
    await graph.ingestOpenApi({ ...document, schemes, paths: { '/a': { get: ok } } }, noCheck);
    const source = graph.tools[0]?.source;
    return source?.kind === 'openapi' ? source.baseUrl : undefined;
  };

  it('is one that a request can be sent over, wherever it is listed', async () => {
    expect(await addressOf(['ws', 'http'])).toBe('http://api.example.com/v1');
    expect(await addressOf(['wss', 'ws', 'http', 'https'])).toBe('https://api.example.com/v1');
    expect(await addressOf(['wss'])).toBe('wss://api.example.com/v1');
  });
});
