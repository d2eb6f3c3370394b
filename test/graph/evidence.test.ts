import { describe, expect, it } from 'vitest';
import { subjectOf } from '../../src/graph/entity.js';
import { ToolGraph, type ToolSchema } from '../../src/index.js';

type Row = Record<string, unknown>;

function graphOf(...rows: Row[]): ToolGraph {
  const graph = new ToolGraph();
  graph.ingestTools(rows);
  return graph;
}

function operation(method: string, path: string, details: Row = {}): Row {
  return { name: `${method} ${path}`, description: `${method} ${path}`, method, path, source: 'api', ...details };
}

function object(properties: Row, required: string[] = []): Row {
  return { type: 'object', properties, required };
}

function listOf(properties: Row): Row {
  return object({ items: { type: 'array', items: object(properties) } });
}

const inPath = { type: 'string', 'x-in': 'path' };
const text = { type: 'string' };
const list = { type: 'array', items: text };

function into(graph: ToolGraph, consumer: string): string[] {
  const tool = graph.tools.find((one) => one.originalName === consumer);
  return graph
    .producersOf(tool?.name ?? '')
    .map(({ producer, from, to }) => `${graph.get(producer)?.originalName} ${from} > ${to}`);
}

describe('fixed values', () => {
  const choice = { type: 'string', enum: ['slow', 'fast', 'night'] };
  const order = operation('POST', '/orders', { parameters: object({ shipping_mode: choice }, ['shipping_mode']) });

  it('links a choice to the list of what it chooses among', () => {
    const modes = operation('GET', '/shipping-modes', {
      returns: listOf({ shipping_mode: choice, price: { type: 'number' } }),
    });
    expect(into(graphOf(modes, order), 'POST /orders')).toContain(
      'GET /shipping-modes items[].shipping_mode > shipping_mode',
    );
  });

  it('links no choice to a list with other values, nor to what merely has the same ones', () => {
    const other = { type: 'string', enum: ['red', 'blue'] };
    const modes = operation('GET', '/shipping-modes', { returns: listOf({ shipping_mode: other }) });
    const carriers = operation('GET', '/carriers', { returns: listOf({ shipping_mode: choice }) });
    expect(into(graphOf(modes, carriers, order), 'POST /orders')).toEqual([]);
  });
});

describe('formats', () => {
  const read = (format: Row) =>
    operation('GET', '/crates/{crate_id}', {
      parameters: object({ crate_id: { ...inPath, ...format } }, ['crate_id']),
    });
  const list = (id: Row) => operation('GET', '/crates', { returns: listOf({ id, label: { type: 'string' } }) });
  const strengthOf = (graph: ToolGraph) => graph.edges()[0]?.confidence ?? 0;

  it('is surer of a key where both sides are of one format', () => {
    const uuid = { type: 'string', format: 'uuid' };
    expect(strengthOf(graphOf(list(uuid), read({ format: 'uuid' })))).toBeGreaterThan(
      strengthOf(graphOf(list({ type: 'string' }), read({}))),
    );
  });

  it('fills no UUID with a number', () => {
    expect(graphOf(list({ type: 'integer' }), read({ format: 'uuid' })).edges()).toEqual([]);
  });
});

describe('what is read before it is written', () => {
  const inBody = { type: 'string', 'x-in': 'body' };
  const crate = { label: inBody, weight: inBody, colour: inBody };
  const get = operation('GET', '/crates/{id}', {
    parameters: object({ id: inPath }, ['id']),
    returns: object({
      id: { type: 'string' },
      ...crate,
      lines: { type: 'array', items: object({ sku: { type: 'string' }, count: { type: 'integer' } }) },
    }),
  });

  it('gives the body of an update by what reads the same thing', () => {
    const put = operation('PUT', '/crates/{id}', { parameters: object({ id: inPath, ...crate }, ['id', 'label']) });
    expect(into(graphOf(get, put), 'PUT /crates/{id}')).toContain('GET /crates/{id}  > ');
  });

  it('reads the body of what is given in alternatives', () => {
    const either = { oneOf: [object({ id: text, ...crate }), object({ archive: object({ id: text }) })] };
    const patch = operation('PATCH', '/crates/{id}', { parameters: object({ id: inPath, ...crate }, ['id']) });
    const any = operation('GET', '/crates/{id}', { parameters: object({ id: inPath }, ['id']), outputSchema: either });
    expect(into(graphOf(any, patch), 'PATCH /crates/{id}')).toContain('GET /crates/{id}  > ');
  });

  it('gives no body to a change that has hardly a field of what is read', () => {
    const patch = operation('PATCH', '/crates/{id}', {
      parameters: object(
        { id: inPath, note: { type: 'string' }, urgent: { type: 'boolean' }, reason: { type: 'string' } },
        ['id'],
      ),
    });
    expect(into(graphOf(get, patch), 'PATCH /crates/{id}')).toEqual([]);
  });

  it('gives the parts that an action on the thing takes', () => {
    const ship = operation('POST', '/crates/{id}/dispatch', {
      parameters: object(
        {
          id: inPath,
          lines: { type: 'array', items: object({ sku: { type: 'string' }, count: { type: 'integer' } }) },
        },
        ['id', 'lines'],
      ),
    });
    expect(into(graphOf(get, ship), 'POST /crates/{id}/dispatch')).toContain('GET /crates/{id} lines > lines');
  });
});

describe('descriptions', () => {
  it('links an input to the operation whose path it names', () => {
    const lookup = operation('GET', '/lookup', {
      returns: { type: 'array', items: object({ ContractId: { type: 'integer' } }) },
    });
    const order = operation('POST', '/orders', {
      parameters: object({ ContractId: { type: 'integer', description: 'Can be obtained in response to /lookup.' } }),
    });
    expect(into(graphOf(lookup, order), 'POST /orders')).toEqual(['GET /lookup [].ContractId > ContractId']);
  });

  it('reads what a shortened name stands for', () => {
    const list = operation('GET', '/pathways', { returns: listOf({ id: { type: 'string' } }) });
    const info = operation('GET', '/info', {
      parameters: object({ pwId: { type: 'string', 'x-in': 'query', description: 'The pathway identifier' } }, [
        'pwId',
      ]),
    });
    expect(into(graphOf(list, info), 'GET /info')).toEqual(['GET /pathways items[].id > pwId']);
  });
});

describe('objects by what they are made of', () => {
  const person = { id: { type: 'integer' }, name: { type: 'string' }, portrait_path: { type: 'string' } };
  const people = operation('GET', '/people', { returns: listOf(person) });
  const read = operation('GET', '/people/{person_id}', {
    parameters: object({ person_id: { type: 'integer', 'x-in': 'path' } }, ['person_id']),
    returns: object(person),
  });
  const cast = (properties: Row) =>
    operation('GET', '/films/{film_id}/credits', {
      parameters: object({ film_id: { type: 'integer', 'x-in': 'path' } }, ['film_id']),
      returns: object({ cast: { type: 'array', items: object(properties) } }),
    });

  it('takes an object for a person that has what only persons have', () => {
    expect(into(graphOf(people, read, cast(person)), 'GET /people/{person_id}')).toContain(
      'GET /films/{film_id}/credits cast[].id > person_id',
    );
  });

  it('takes no object for a person that shares common fields alone', () => {
    const plain = { id: { type: 'integer' }, name: { type: 'string' } };
    expect(into(graphOf(people, read, cast(plain)), 'GET /people/{person_id}')).toEqual([
      'GET /people items[].id > person_id',
    ]);
  });

  it('takes no object for a person by a field that every third thing has', () => {
    const things = Array.from({ length: 200 }, (_, at) =>
      operation('GET', `/stores/main/part${at}`, { returns: object({ portrait_path: text, size: text }) }),
    );
    expect(into(graphOf(people, read, ...things, cast(person)), 'GET /people/{person_id}')).toEqual([
      'GET /people items[].id > person_id',
    ]);
  });
});

describe('things of one noun in several places', () => {
  const pump = { parameters: object({ yard: inPath, pump_id: inPath }, ['yard', 'pump_id']) };
  const byYard = { parameters: object({ yard: inPath }, ['yard']), returns: listOf({ id: text }) };
  const read = operation('GET', '/yards/{yard}/pumps/{pump_id}', pump);
  const home = operation('GET', '/yards/{yard}/pumps', byYard);
  const pumpsFrom = (...others: Row[]) =>
    into(graphOf(home, read, ...others), 'GET /yards/{yard}/pumps/{pump_id}').filter((edge) =>
      edge.endsWith('pump_id'),
    );

  it('are told by the very collection, not by one that does not say whose they are', () => {
    const firm = operation('GET', '/main/pumps', { returns: listOf({ id: text }) });
    expect(pumpsFrom(firm)).toEqual(['GET /yards/{yard}/pumps items[].id > pump_id']);
  });

  it('are told by another list that says whose they are', () => {
    const all = operation('GET', '/pumps', { returns: listOf({ id: text, yard: object({ id: text }) }) });
    expect(pumpsFrom(all)).toContain('GET /pumps items[].id > pump_id');
  });

  it('are no more special things, whatever the list calls its items', () => {
    const hired = operation('GET', '/yards/{yard}/hired-pumps', {
      parameters: object({ yard: inPath }, ['yard']),
      returns: object({ pumps: { type: 'array', items: object({ id: text }) } }),
    });
    expect(pumpsFrom(hired)).toEqual(['GET /yards/{yard}/pumps items[].id > pump_id']);
  });
});

describe('collections', () => {
  it('puts into a collection what comes from elsewhere', () => {
    const saved = operation('GET', '/me/albums', { returns: listOf({ id: { type: 'string' } }) });
    const all = operation('GET', '/search/albums', { returns: listOf({ id: { type: 'string' } }) });
    const save = operation('PUT', '/me/albums', {
      parameters: object({ ids: { type: 'array', items: { type: 'string' } } }, ['ids']),
    });
    expect(into(graphOf(saved, all, save), 'PUT /me/albums')).toEqual(['GET /search/albums items[].id > ids']);
  });

  it('puts into a collection by its path what comes from elsewhere, and changes what is in it', () => {
    const keys = object({ team: inPath, crate_id: inPath }, ['team', 'crate_id']);
    const inTeam = operation('GET', '/teams/{team}/crates', {
      parameters: object({ team: inPath }, ['team']),
      returns: listOf({ id: text }),
    });
    const all = operation('GET', '/crates', { returns: listOf({ id: text }) });
    const producers = (parameters: Row) => {
      const put = operation('PUT', '/teams/{team}/crates/{crate_id}', { parameters });
      return into(graphOf(inTeam, all, put), 'PUT /teams/{team}/crates/{crate_id}');
    };
    expect(producers(keys)).toEqual(['GET /crates items[].id > crate_id']);
    expect(producers(object({ ...(keys.properties as Row), label: text }, ['team', 'crate_id', 'label']))).toContain(
      'GET /teams/{team}/crates items[].id > crate_id',
    );
  });

  it('takes a key beside the path from the same place, where that gives one of its name', () => {
    const master = operation('GET', '/yards/{yard}/locks/master-key', {
      parameters: object({ yard: inPath }, ['yard']),
      returns: object({ key_id: text, key: text }),
    });
    const own = operation('GET', '/user/keys', { returns: listOf({ id: text }) });
    const put = operation('PUT', '/yards/{yard}/locks/{lock}', {
      parameters: object({ yard: inPath, lock: inPath, key_id: text }, ['yard', 'lock', 'key_id']),
    });
    const found = into(graphOf(master, own, put), 'PUT /yards/{yard}/locks/{lock}');
    expect(found.filter((edge) => edge.endsWith('key_id'))).toEqual([
      'GET /yards/{yard}/locks/master-key key_id > key_id',
    ]);
  });

  it('fills a parameter by its name from the collection before it, however common the name', () => {
    const list = operation('GET', '/types', {
      returns: listOf({ type: { type: 'string' }, title: { type: 'string' } }),
    });
    const read = operation('GET', '/types/{type}', { parameters: object({ type: inPath }, ['type']) });
    expect(into(graphOf(list, read), 'GET /types/{type}')).toEqual(['GET /types items[].type > type']);
  });
});

describe('what a participle at the end of a path means', () => {
  const read = operation('GET', '/crates/{id}', { parameters: object({ id: inPath }, ['id']) });
  const some = (path: string) => operation('GET', path, { returns: { type: 'array', items: object({ id: text }) } });

  it('takes what it lists for some of what stands before', () => {
    expect(into(graphOf(some('/crates/archived'), read), 'GET /crates/{id}')).toContain(
      'GET /crates/archived [].id > id',
    );
    const wanted = operation('POST', '/labels', { parameters: object({ crate_ids: list }, ['crate_ids']) });
    expect(into(graphOf(some('/crates/untagged'), wanted), 'POST /labels')).toEqual([
      'GET /crates/untagged [].id > crate_ids',
    ]);
  });

  it('reads it as a word of its own behind one thing, and where it is none', () => {
    const subject = (method: string, path: string) =>
      subjectOf(graphOf(operation(method, path)).tools[0] as ToolSchema);
    expect(subject('GET', '/crates/archived').nouns).toEqual(['crate']);
    expect(subject('GET', '/crates/list-archived').nouns).toEqual(['crate']);
    expect(subject('GET', '/user/starred').nouns[0]).toBe('starred');
    expect(subject('GET', '/crates/feed').nouns[0]).toBe('feed');
    expect(subject('GET', '/crates/archived').kind).toBe('list');
    expect(subject('POST', '/crates/delivered').kind).toBe('action');
  });
});

describe('makers that are told a key', () => {
  const get = operation('GET', '/labels/{name}', { parameters: object({ name: inPath }, ['name']) });
  const all = operation('GET', '/labels', { returns: listOf({ name: text }) });
  const make = operation('POST', '/labels', {
    parameters: object({ name: text }, ['name']),
    returns: object({ name: text }),
  });

  it('come after the list of their collection', () => {
    expect(into(graphOf(make, all, get), 'GET /labels/{name}')).toEqual([
      'GET /labels items[].name > name',
      'POST /labels name > name',
    ]);
  });

  it('are makers of the thing when the key it gets is another one', () => {
    const run = operation('GET', '/runs/{run_id}', { parameters: object({ run_id: inPath }, ['run_id']) });
    const start = (taken: string) =>
      operation('POST', '/runs', { parameters: object({ [taken]: text }, [taken]), returns: object({ id: text }) });
    const strength = (taken: string) => graphOf(start(taken), run).edges()[0]?.confidence ?? 0;
    expect(strength('external_ref')).toBeGreaterThan(strength('run_id'));
  });
});

it('counts no secret among what a caller has to find first', () => {
  const get = operation('GET', '/crates/{id}', { parameters: object({ id: inPath }, ['id']) });
  const list = (parameters: Row) => operation('GET', '/crates', { parameters, returns: listOf({ id: text }) });
  const strength = (parameters: Row) => graphOf(list(parameters), get).edges()[0]?.confidence;
  expect(strength(object({ api_key: text }, ['api_key']))).toBe(strength(object({})));
});
