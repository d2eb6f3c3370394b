import { describe, expect, it } from 'vitest';
import { markOf, patternFit } from '../../src/graph/value-patterns.js';
import { ToolGraph } from '../../src/index.js';
import { apiOf } from '../support/openapi.js';

type Json = Record<string, unknown>;

const text = { type: 'string' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: Json, required: string[] = []) => ({ type: 'object', properties, required });
const listOf = (items: Json) => ({ type: 'array', items });

/** An operation that answers with a schema, takes a body and query parameters, each required. */
function operation(details: { returns?: Json; body?: Json; query?: Json }): Json {
  const json = (schema: Json) => ({ 'application/json': { schema } });
  return {
    parameters: Object.entries(details.query ?? {}).map(([name, schema]) => {
      const { description, ...rest } = schema as Json;
      return { name, in: 'query', required: true, description, schema: rest };
    }),
    ...(details.body === undefined ? {} : { requestBody: { required: true, content: json(details.body) } }),
    responses: { 200: { description: 'ok', ...(details.returns ? { content: json(details.returns) } : {}) } },
  };
}

async function graphOf(paths: Json, schemas: Json = {}): Promise<ToolGraph> {
  const graph = new ToolGraph();
  await graph.ingestOpenApi(apiOf(paths, { components: { schemas } }), { validate: false });
  return graph;
}

function into(graph: ToolGraph, consumer: string): string[] {
  const idOf = (name: string) => graph.get(name)?.originalId;
  return graph
    .edges()
    .filter((edge) => idOf(edge.consumer) === consumer)
    .map(({ producer, from, to, evidence }) => `${idOf(producer)} ${from} > ${to} (${evidence[0]?.kind})`);
}

describe('patterns', () => {
  it.each([
    ['^cus_[a-z0-9]+$', 'cus_'],
    ['^(?:cus_[a-z0-9]+)$', 'cus_'],
    ['^PM[0-9a-fA-F]{32}$', 'PM'],
    ['^ord\\-\\d{6}$', 'ord-'],
    ['^abs?[0-9]+$', 'ab'],
    ['cus_[a-z]+', undefined],
    ['.*', undefined],
    ['^[a-z]+$', undefined],
    ['^\\w{1,64}$', undefined],
    ['^\\d{4}-\\d{2}-\\d{2}$', undefined],
    ['^[0-9a-f]{8}-[0-9a-f]{4}$', undefined],
    ['^https?://.+$', undefined],
    ['^(cus_[a-z]+|[0-9]+)$', undefined],
    ['^a+$', undefined],
    ['^[', undefined],
    ['^ab\\', 'ab'],
  ])('%s begins with %s', (pattern, mark) => {
    expect(markOf(pattern)).toBe(mark);
  });

  it('agree when they are one, and exclude each other when they begin differently', () => {
    expect(patternFit('^cus_[a-z]+$', '^cus_[a-z]+$')).toBe(1);
    expect(patternFit('^cus_[a-z]+$', '^ord_[a-z]+$')).toBe(-1);
    expect(patternFit('^cus_[a-z]+$', '^cus_v2_[a-z]+$')).toBe(0);
    expect(patternFit('^[a-z]+$', '^[a-z]+$')).toBe(0);
    expect(patternFit('^cus_[a-z]+$', undefined)).toBe(0);
  });

  const key = (start: string) => ({ type: 'string', pattern: `^${start}_[a-z0-9]+$` });
  const customers = { get: operation({ returns: listOf(object({ id: key('cus'), name: text })) }) };

  it('link an input to what has the very pattern, whatever either is called', async () => {
    const charge = { post: operation({ body: object({ payer: key('cus') }, ['payer']) }) };
    const graph = await graphOf({ '/customers': customers, '/charges': charge });
    expect(into(graph, 'POST /charges')).toEqual(['GET /customers [].id > payer (pattern)']);
  });

  it('link nothing where any word would match', async () => {
    const any = { type: 'string', pattern: '^[a-z]+$' };
    const charge = { post: operation({ body: object({ payer: any }, ['payer']) }) };
    const list = { get: operation({ returns: listOf(object({ id: any })) }) };
    expect(into(await graphOf({ '/customers': list, '/charges': charge }), 'POST /charges')).toEqual([]);
  });

  it('keep a key from an input of another kind that has its name', async () => {
    const charge = { post: operation({ body: object({ customer_id: key('old') }, ['customer_id']) }) };
    expect(into(await graphOf({ '/customers': customers, '/charges': charge }), 'POST /charges')).toEqual([]);
  });

  it('tell nothing where things of four kinds have it', async () => {
    const paths = Object.fromEntries(['ants', 'bees', 'cats', 'dogs'].map((name) => [`/${name}`, customers]));
    const charge = { post: operation({ body: object({ payer: key('cus') }, ['payer']) }) };
    expect(into(await graphOf({ ...paths, '/charges': charge }), 'POST /charges')).toEqual([]);
  });
});

describe('component schemas', () => {
  const schemas = {
    User: object({ id: text, login: text }, ['id']),
    Post: object({ id: text, author: ref('User'), title: text }),
    Crate: object({ id: text, a: text, b: text, c: text, d: text, e: text }),
    CratePatch: object({ a: text, x: text, y: text, z: text }),
  };
  const users = { get: operation({ returns: listOf(ref('User')) }) };
  const posts = { get: operation({ returns: listOf(ref('Post')) }) };

  it('name what the inputs of a body are the properties of', async () => {
    const graph = await graphOf({ '/crates': { post: operation({ body: ref('Crate') }) } }, schemas);
    const [tool] = graph.tools;
    expect(tool?.inputSchema['x-entity']).toBe('Crate');
    expect(tool?.consumes.map(({ path, entity }) => [path, entity])).toContainEqual(['a', 'Crate']);
    expect(JSON.stringify([graph.toOpenAI(), graph.toMcp()])).not.toContain('x-entity');
  });

  it('make a body surer where what is read is of the same component', async () => {
    const one = (body: Json) => ({
      get: operation({ returns: ref('Crate') }),
      put: operation({ body }),
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
    });
    const strength = async (body: Json) => {
      const graph = await graphOf({ '/crates/{id}': one(body) }, schemas);
      return graph.edges().find(({ to }) => to === '')?.confidence ?? 0;
    };
    const properties = schemas.Crate.properties;
    expect(await strength(ref('Crate'))).toBeGreaterThan(await strength(object(properties)));
  });

  it('tell who plays the part that an input is named after', async () => {
    const post = { post: operation({ body: object({ author_id: text, title: text }, ['author_id']) }) };
    const graph = await graphOf({ '/users': users, '/posts': { ...posts, ...post } }, schemas);
    expect(into(graph, 'POST /posts')).toContain('GET /users [].id > author_id (entity-key)');
  });

  it('tell it of the id of a part in the body', async () => {
    const post = { post: operation({ body: object({ reviewer: ref('User') }, ['reviewer']) }) };
    const graph = await graphOf({ '/users': users, '/reviews': post }, schemas);
    expect(into(graph, 'POST /reviews')).toContain('GET /users [].id > reviewer.id (entity-key)');
  });

  it('leave a part alone that is a thing of its own, or is played by several', async () => {
    const post = { post: operation({ body: object({ author_id: text }, ['author_id']) }) };
    const authors = { get: operation({ returns: listOf(object({ id: text })) }) };
    const own = await graphOf({ '/users': users, '/posts': { ...posts, ...post }, '/authors': authors }, schemas);
    expect(into(own, 'POST /posts').filter((edge) => edge.startsWith('GET /users'))).toEqual([]);
    const bots = { get: operation({ returns: listOf(object({ id: text, author: ref('Bot') })) }) };
    const several = await graphOf(
      { '/users': users, '/posts': { ...posts, ...post }, '/notes': bots },
      { ...schemas, Bot: object({ id: text, model: text }) },
    );
    expect(into(several, 'POST /posts').filter((edge) => edge.startsWith('GET /users'))).toEqual([]);
  });
});

describe('descriptions that say outright of what an id is', () => {
  const users = { get: operation({ returns: listOf(object({ id: text, login: text })) }) };
  const files = async (name: string, description: string) => {
    const get = operation({ query: { [name]: { ...text, description } }, returns: listOf(object({ path: text })) });
    return into(await graphOf({ '/users': users, '/files': { get } }), 'GET /files');
  };

  it.each([
    ['owner_id', 'ID of the user'],
    ['ownerId', 'The unique identifier of the user who owns the files. Required.'],
    ['holder_id', 'The id of a user to list the files of'],
  ])('link %s, "%s"', async (name, description) => {
    expect(await files(name, description)).toContain(`GET /users [].id > ${name} (entity-key)`);
  });

  it.each([
    ['cart_id', "The id of the user's cart"],
    ['external_id', 'The external id of the user'],
    ['owner_id', 'The id of the user group owner'],
    ['owner_id', 'Who owns it, for the user'],
  ])('do not link %s, "%s"', async (name, description) => {
    expect(await files(name, description)).toEqual([]);
  });
});
