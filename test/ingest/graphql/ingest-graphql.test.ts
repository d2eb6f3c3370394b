import { readFileSync } from 'node:fs';
import { buildClientSchema, buildSchema, type GraphQLSchema, introspectionFromSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { ingestGraphqlSchema } from '../../../ingest/graphql/ingest-graphql.js';
import { producedFields } from '../../../src/core/fields.js';
import type { ToolDraft } from '../../../src/core/tool-schema.js';
import { ToolGraph } from '../../../src/index.js';
import { fixture } from '../../support/cases.js';

const sdl = (name: string) => readFileSync(fixture(`graphql/${name}.graphql`), 'utf8');

function toolNamed(tools: readonly ToolDraft[], name: string): ToolDraft {
  const tool = tools.find((one) => one.originalName === name);
  if (tool === undefined) throw new Error(`no tool ${name} among ${tools.map((one) => one.originalName).join(', ')}`);
  return tool;
}

/** Every prepared document must be one that the schema accepts. */
function documentErrors(tools: readonly ToolDraft[], schema: GraphQLSchema): string[] {
  return tools.flatMap((tool) =>
    validate(schema, parse(String(tool.metadata?.['document']))).map((error) => `${tool.originalId}: ${error.message}`),
  );
}

describe('root types', () => {
  it('are those the schema names (gq-01)', () => {
    const { tools } = ingestGraphqlSchema(sdl('custom-roots'));
    expect(tools.map((tool) => [tool.originalName, tool.annotations?.readOnlyHint])).toEqual([
      ['barge', true],
      ['sinkBarge', false],
    ]);
    const barge = toolNamed(tools, 'barge');
    expect(barge.description).toBe('Find one barge');
    expect(barge.inputSchema.required).toEqual(['id']);
    expect(producedFields(barge).map((field) => [field.path, field.entity])).toEqual([
      ['id', 'Barge'],
      ['name', 'Barge'],
    ]);
  });

  it('are found the same in introspection JSON, with and without data', () => {
    const result = introspectionFromSchema(buildSchema(sdl('custom-roots')));
    const expected = ingestGraphqlSchema(sdl('custom-roots')).tools;
    for (const form of [result, { data: result }, JSON.stringify(result), JSON.stringify({ data: result }, null, 2)])
      expect(ingestGraphqlSchema(form).tools).toEqual(expected);
  });

  it('may be extended, also where they are not defined', () => {
    const { tools } = ingestGraphqlSchema(`
      extend schema @link(url: "https://specs.example/federation") { mutation: Writes }
      extend type Query { a: Int }
      extend type Query { b(id: ID!): String }
      type Writes { c: Boolean }
      extend type Writes { d: Boolean }
    `);
    expect(tools.map((tool) => tool.originalId)).toEqual(['query a', 'query b', 'mutation c', 'mutation d']);
  });

  it('may both hold a field of one name, and stay two tools', async () => {
    const graph = new ToolGraph();
    const report = await graph.ingestGraphql('type Query { user: String } type Mutation { user: String }');
    expect(report.added).toBe(2);
    expect(new Set(report.tools.map((tool) => tool.name)).size).toBe(2);
  });

  it('can be limited by kind', () => {
    const text = 'type Query { a: Int } type Mutation { b: Int } type Subscription { c: Int }';
    expect(ingestGraphqlSchema(text, { operations: ['query'] }).tools.map((tool) => tool.originalName)).toEqual(['a']);
    const all = ingestGraphqlSchema(text).tools;
    expect(all.map((tool) => [tool.source.kind === 'graphql' && tool.source.operation])).toEqual([
      ['query'],
      ['mutation'],
      ['subscription'],
    ]);
  });
});

describe('arguments', () => {
  it('map types, defaults, lists and recursion (gq-02)', () => {
    const kites = toolNamed(ingestGraphqlSchema(sdl('type-mapping')).tools, 'kites');
    expect(kites.description).toBe('Search kites.');
    expect(kites.inputSchema).toEqual({
      type: 'object',
      required: ['filter', 'ids'],
      properties: {
        filter: {
          type: 'object',
          'x-entity': 'Filter',
          required: ['text'],
          properties: {
            text: { type: 'string' },
            size: { type: 'string', enum: ['S', 'M'], default: 'M' },
            and: { type: 'array', items: { 'x-entity': 'Filter', 'x-cut': 'cycle' } },
          },
        },
        first: { type: 'integer', default: 20 },
        tags: { type: 'array', items: { type: 'array', items: { type: 'string' } } },
        ids: { type: 'array', items: { type: 'string' } },
        at: { type: 'string', format: 'date-time' },
        old: { type: 'string', description: 'Deprecated: use tags', deprecated: true },
      },
    });
    expect(kites.inputs.map((input) => [input.name, input.required])).toEqual([
      ['filter', true],
      ['first', false],
      ['tags', false],
      ['ids', true],
      ['at', false],
      ['old', false],
    ]);
    expect(producedFields(kites).map((field) => field.path)).toContain('[].kiteId');
  });

  it('know custom scalars by name and by specification, and say the name of others', () => {
    const { tools } = ingestGraphqlSchema(`
      scalar UUID
      scalar Moment @specifiedBy(url: "https://www.rfc-editor.org/rfc/rfc3339")
      "Anything at all."
      scalar JSON
      scalar Opaque
      scalar BigInt
      type Query { q(a: UUID!, b: Moment, c: JSON, d: Opaque, e: BigInt): Int }
    `);
    expect(tools[0]?.inputSchema.properties).toEqual({
      a: { type: 'string', format: 'uuid' },
      b: { type: 'string', format: 'date-time', description: 'Format as in https://www.rfc-editor.org/rfc/rfc3339.' },
      c: { description: 'Anything at all.' },
      d: { description: 'Custom scalar Opaque.' },
      e: { type: ['string', 'integer'] },
    });
  });

  it('of a oneOf input ask for exactly one of its fields', () => {
    const { tools } = ingestGraphqlSchema(`
      input By @oneOf { id: ID, email: String }
      type Query { user(by: By!): Int }
    `);
    expect(tools[0]?.inputSchema.properties?.['by']).toMatchObject({
      properties: { id: { type: 'string' }, email: { type: 'string' } },
      oneOf: [{ required: ['id'] }, { required: ['email'] }],
      description: 'Give exactly one of id, email.',
    });
  });

  it('keep defaults of objects and lists as plain JSON', () => {
    const { tools } = ingestGraphqlSchema(`
      input Page { size: Int! = 10, order: [Dir!] = [UP] }
      enum Dir { "from small to large" UP DOWN }
      type Query { list(page: Page = { size: 5 }): Int }
    `);
    const page = tools[0]?.inputSchema.properties?.['page'];
    expect(JSON.parse(JSON.stringify(page?.default))).toEqual({ size: 5, order: ['UP'] });
    expect(page?.required).toBeUndefined();
    expect(page?.properties?.['order']).toMatchObject({
      items: { enum: ['UP', 'DOWN'], description: 'UP: from small to large' },
      default: ['UP'],
    });
  });

  it('stay finite however input objects refer to each other', () => {
    const names = Array.from({ length: 12 }, (_, index) => `I${index}`);
    const inputs = names.map((name) => `input ${name} { ${names.map((other) => `f${other}: [${other}!]`).join(' ')} }`);
    const { tools, diagnostics } = ingestGraphqlSchema(`${inputs.join('\n')} type Query { q(i: I0!): Int }`);
    expect(JSON.stringify(tools[0]?.inputSchema).length).toBeLessThan(2_000_000);
    expect(diagnostics.map((entry) => entry.code)).toContain('schema-cut');
  });
});

describe('the prepared document', () => {
  const shop = `
    interface Node { id: ID! }
    type Product implements Node { id: ID! title: String! price(currency: String!): Float maker: Maker tags: [String!]! }
    type Maker implements Node { id: ID! title: String products(first: Int): ProductConnection! boss: Maker }
    type ProductConnection { edges: [ProductEdge] nodes: [Product] pageInfo: PageInfo! totalCount: Int }
    type ProductEdge { cursor: String node: Product }
    type PageInfo { endCursor: String hasNextPage: Boolean! }
    union Hit = Product | Maker
    type Empty { only(id: ID!): Int }
    type Query {
      product(id: ID!, size: Int! = 3): Product
      products(first: Int, after: String): ProductConnection!
      maker: Maker
      hits: [Hit!]!
      node(id: ID!): Node
      empty: Empty
      count: Int!
    }
  `;
  const { tools } = ingestGraphqlSchema(shop);

  it('is one the schema accepts, for every field', () => {
    expect(documentErrors(tools, buildSchema(shop))).toEqual([]);
    expect(toolNamed(tools, 'count').metadata?.['document']).toBe('query count { count }');
    expect(toolNamed(tools, 'empty').metadata?.['document']).toBe('query empty { empty { __typename } }');
  });

  it('skips fields that need arguments and types above themselves, and opens connections', () => {
    expect(toolNamed(tools, 'product').metadata?.['document']).toBe(
      'query product($id: ID!, $size: Int) { product(id: $id, size: $size) { id title tags maker { id title products(first: 10) { totalCount pageInfo { endCursor hasNextPage } } } } }',
    );
    expect(toolNamed(tools, 'products').metadata?.['document']).toBe(
      'query products($first: Int, $after: String) { products(first: $first, after: $after) { totalCount pageInfo { endCursor hasNextPage } nodes { id title tags maker { id title } } } }',
    );
    expect(producedFields(toolNamed(tools, 'products')).map((field) => [field.path, field.entity])).toContainEqual([
      'nodes[].maker.id',
      'Maker',
    ]);
  });

  it('spells out the members of unions and gives clashing fields an alias', () => {
    const hits = toolNamed(tools, 'hits');
    expect(hits.metadata?.['document']).toContain('... on Product { id title_Product: title');
    expect(hits.metadata?.['document']).toContain('... on Maker { id title_Maker: title');
    expect(hits.outputSchema?.items?.oneOf?.map((member) => member['x-entity'])).toEqual(['Product', 'Maker']);
    expect(toolNamed(tools, 'node').outputSchema?.['x-entity']).toBe('Node');
  });

  it('keeps to the limits it is given, and refuses senseless ones', () => {
    const small = ingestGraphqlSchema(shop, { selectionDepth: 1, selectionFields: 2 }).tools;
    expect(toolNamed(small, 'product').metadata?.['document']).toMatch(/\{ id title \} \}$/);
    expect(() => ingestGraphqlSchema(shop, { selectionDepth: 0 })).toThrow(/selectionDepth must be at least 1, not 0/);
  });
});

describe('hints', () => {
  it('mark writes, and as destructive those whose words say so', () => {
    const { tools } = ingestGraphqlSchema(`type Query { deletedItems: Int }
      type Mutation { deleteItem: Int, removeX: Int, createDeletion: Int, itemDelete: Int, undelete: Int }`);
    expect(tools.map((tool) => tool.annotations?.destructiveHint === true)).toEqual([
      false,
      true,
      true,
      false,
      true,
      false,
    ]);
  });

  it('carry deprecation and its reason', () => {
    const [tool] = ingestGraphqlSchema('type Query { "Old one." a: Int @deprecated(reason: "use b") }').tools;
    expect(tool).toMatchObject({ deprecated: true, description: 'Old one. Deprecated: use b' });
  });
});

describe('a GraphQL source', () => {
  it('is replaced when its file or id comes again, and told from another text', async () => {
    const graph = new ToolGraph();
    await graph.ingestGraphql(fixture('graphql/custom-roots.graphql'));
    expect(await graph.ingestGraphql(fixture('graphql/custom-roots.graphql'))).toMatchObject({
      unchanged: 2,
      added: 0,
      sources: ['custom-roots'],
    });
    await graph.ingestGraphql('type Query { a: Int }');
    const other = await graph.ingestGraphql('type Query { b: Int }');
    expect(other).toMatchObject({ added: 1, removed: 0, sources: ['graphql-2'] });
    expect(await graph.ingestGraphql('type Query { c: Int }', { source: 'graphql-2' })).toMatchObject({
      added: 1,
      removed: 1,
    });
  });

  it('may be an endpoint, asked once more without newer fields, and its headers and secrets are kept nowhere', async () => {
    const answer = introspectionFromSchema(buildSchema(sdl('custom-roots')));
    const asked: { headers: unknown; body: string }[] = [];
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      asked.push({ headers: init?.headers, body: String(init?.body) });
      const old = asked.length === 1;
      return Response.json(old ? { errors: [{ message: 'Cannot query field "isOneOf"' }] } : { data: answer });
    };
    const graph = new ToolGraph();
    const report = await graph.ingestGraphql('https://me:pw-1@api.example.com/graphql?key=k-1', {
      headers: { authorization: 'Bearer t-1' },
      fetch,
    });
    expect(report).toMatchObject({ added: 2, sources: ['api.example.com'] });
    expect(asked.map(({ body }) => body.includes('isOneOf'))).toEqual([true, false]);
    expect(asked[0]?.headers).toMatchObject({ authorization: 'Bearer t-1' });
    expect(report.tools[0]?.source).toMatchObject({ endpoint: 'https://api.example.com/graphql' });
    expect(JSON.stringify([report, graph.diagnostics])).not.toMatch(/pw-1|k-1|t-1/);
  });

  it('that redirects, is no JSON, is too large or too slow is refused and changes nothing', async () => {
    const graph = new ToolGraph();
    const at = (fetch: typeof globalThis.fetch, options: object = {}) =>
      graph.ingestGraphql('https://api.example.com/graphql', { fetch, ...options });
    await expect(
      at(async () => new Response(null, { status: 302, headers: { location: 'http://10.0.0.1/' } })),
    ).rejects.toMatchObject({ code: 'REFUSED' });
    await expect(at(async () => new Response('<html>', { status: 403 }))).rejects.toMatchObject({
      code: 'SOURCE_UNREADABLE',
    });
    await expect(at(async () => new Response('x'.repeat(5000)), { maxBytes: 1000 })).rejects.toMatchObject({
      code: 'LIMIT_EXCEEDED',
    });
    const never: typeof globalThis.fetch = (_url, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('timed out'))));
    await expect(at(never, { timeoutMs: 20 })).rejects.toMatchObject({ code: 'SOURCE_UNREADABLE' });
    expect(graph.tools).toEqual([]);
  });
});

describe('documents that are not right', () => {
  it('are refused when they are no schema', () => {
    for (const text of [
      '<!DOCTYPE html><html></html>',
      'type Query {',
      '{"openapi": "3.0.0"}',
      '{"data": null}',
      'query { a }',
      '',
      '{',
    ]) {
      expect(() => ingestGraphqlSchema(text), text).toThrow(expect.objectContaining({ code: 'INVALID_DOCUMENT' }));
    }
    for (const value of [null, 7, [], {}]) expect(() => ingestGraphqlSchema(value)).toThrow(/introspection/);
    expect(() => ingestGraphqlSchema({ errors: [{ message: 'introspection is off' }] })).toThrow(
      /introspection is off/,
    );
  });

  it('cost only what is wrong in them', () => {
    const { tools, diagnostics } = ingestGraphqlSchema(`
      type Query { a: Missing, b(x: Gone!): Int, c: Thing }
      type Thing implements Nowhere { id: ID!, id: ID!, more: [Missing!] @made(up: 1) }
      union U = Thing | Lost
    `);
    expect(tools.map((tool) => tool.originalName)).toEqual(['a', 'b', 'c']);
    expect(
      diagnostics
        .filter((entry) => entry.code === 'unknown-type')
        .map((entry) => entry.item)
        .sort(),
    ).toEqual(['Gone', 'Lost', 'Missing', 'Nowhere']);
    const result = JSON.parse(JSON.stringify(introspectionFromSchema(buildSchema(sdl('type-mapping')))));
    result.__schema.types = result.__schema.types.filter((type: { name: string }) => type.name !== 'Size');
    const partial = ingestGraphqlSchema(result);
    expect(partial.tools.length).toBe(1);
    expect(partial.diagnostics[0]).toMatchObject({ code: 'unknown-type', item: 'Size', repaired: true });
  });

  it('of thousands of brackets stay small, and beyond what can be read are refused', () => {
    const deep = (levels: number) => `${'['.repeat(levels)}Int${']'.repeat(levels)}`;
    const [tool] = ingestGraphqlSchema(`type Query { a(x: ${deep(300)}): ${deep(300)} }`).tools;
    expect(JSON.stringify([tool?.inputSchema, tool?.outputSchema]).length).toBeLessThan(2000);
    expect(JSON.stringify(tool?.outputSchema)).toContain('"x-cut":"depth"');
    expect(() => ingestGraphqlSchema(`type Query { a: ${deep(200_000)} }`)).toThrow(
      expect.objectContaining({ code: 'LIMIT_EXCEEDED' }),
    );
  });

  it('without operations give a warning', () => {
    expect(ingestGraphqlSchema('type A { id: ID }').diagnostics[0]?.code).toBe('no-operations');
  });
});

describe('the schema of a large public API', () => {
  const folder = new URL('../../../node_modules/@octokit/graphql-schema/', import.meta.url);
  for (const file of ['schema.graphql', 'schema.json']) {
    it(`in ${file} gives every root field as a tool, in time`, () => {
      const text = readFileSync(new URL(file, folder), 'utf8');
      const cpu = process.cpuUsage();
      const { tools, diagnostics } = ingestGraphqlSchema(text);
      const used = process.cpuUsage(cpu);
      expect((used.user + used.system) / 1e6).toBeLessThan(10);
      const schema = file.endsWith('json')
        ? buildClientSchema(JSON.parse(text).data ?? JSON.parse(text))
        : buildSchema(text, { assumeValid: true, assumeValidSDL: true });
      const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
        Object.keys(type?.getFields() ?? {}),
      );
      expect(tools.map((tool) => tool.originalName).sort()).toEqual(fields.sort());
      expect(diagnostics.filter((entry) => entry.severity === 'error')).toEqual([]);
      const largest = Math.max(...tools.map((tool) => JSON.stringify([tool.outputSchema, tool.metadata]).length));
      expect(largest).toBeLessThan(60_000);
      expect(
        documentErrors(
          tools.filter((_, index) => index % 12 === 0),
          schema,
        ),
      ).toEqual([]);
    });
  }
});
