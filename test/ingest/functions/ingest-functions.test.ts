import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type as arktype } from 'arktype';
import * as valibot from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod/v3';
import type { AnyFunction, ToolSchema } from '../../../src/index.js';
import { ToolGraph, tool } from '../../../src/index.js';
import { importFixture } from '../../support/modules.js';

const destructured = await importFixture<AnyFunction>('javascript/js-01-destructured/input.js');
const defaults = await importFixture<AnyFunction>('javascript/js-02-defaults-and-rest/input.js');
const minified = await importFixture<AnyFunction>('javascript/js-06-minified/input.js');
const { tools: zodTools } = await importFixture('javascript/js-09-zod/input.mjs');

function ingest(functions: unknown): { graph: ToolGraph; get: (name: string) => ToolSchema } {
  const graph = new ToolGraph();
  graph.ingestFunctions(functions);
  return {
    graph,
    get: (name) => {
      const found = graph.get(name);
      if (found === undefined) throw new Error(`no tool ${name} among ${graph.tools.map((each) => each.name)}`);
      return found;
    },
  };
}

function requiredOf(schema: ToolSchema): string[] {
  return schema.inputs.filter((input) => input.required).map((input) => input.name);
}

function codes(graph: ToolGraph, severity?: string): string[] {
  return graph.diagnostics
    .filter((entry) => severity === undefined || entry.severity === severity)
    .map((entry) => `${entry.code}:${entry.item}`);
}

describe('parameters of bare functions', () => {
  it('gives the keys of an object pattern as inputs and an array pattern as one', () => {
    const { get } = ingest([destructured.plantTree, destructured.water]);
    const plantTree = get('plantTree');
    expect(plantTree.inputs.map((input) => input.name)).toEqual(['species', 'heightCm', 'site', 'rowCol', 'note']);
    expect(requiredOf(plantTree)).toEqual(['species', 'rowCol', 'note']);
    expect(plantTree.inputSchema.properties?.['heightCm']).toEqual({ type: 'number', default: 120 });
    expect(plantTree.inputSchema.properties?.['site']).toEqual({
      type: 'object',
      properties: { lat: {}, lon: {} },
      default: {},
    });
    expect(plantTree.inputSchema.properties?.['rowCol']).toMatchObject({
      type: 'array',
      prefixItems: [{ title: 'row' }, { title: 'col' }],
    });
    expect(requiredOf(get('water'))).toEqual(['bed', 'litres']);
  });

  it('reads defaults as values and rest as an optional array', () => {
    const { get } = ingest([defaults.a, defaults.b, defaults.c, defaults.d, defaults.e, defaults.g]);
    expect(get('a').inputSchema).toEqual({ type: 'object', properties: { x: { type: 'number', default: 2 } } });
    expect(requiredOf(get('b'))).toEqual(['y']);
    expect(requiredOf(get('c'))).toEqual(['first']);
    expect(get('c').inputSchema.properties?.['others']?.type).toBe('array');
    expect(requiredOf(get('d'))).toEqual(['x']);
    expect(get('e').inputs).toEqual([]);
    const g = get('g').inputSchema;
    expect(g.required).toBeUndefined();
    expect(g.properties).toEqual({
      n: { type: 'number', default: -1500 },
      on: { type: 'boolean', default: true },
      s: { type: 'string', default: "it's" },
      u: {},
      z: { default: null },
    });
  });

  it('is not misled by brackets, strings and functions inside defaults', () => {
    const odd = (pattern = /[)},]/, note = 'a, b = (c', make = (x = 1) => ({ x }), list = [1, [2]], last = `t`) => [
      pattern,
      note,
      make,
      list,
      last,
    ];
    const { get } = ingest([odd]);
    expect(get('odd').inputs.map((input) => input.name)).toEqual(['pattern', 'note', 'list', 'last']);
    expect(get('odd').inputSchema.properties?.['note']).toEqual({ type: 'string', default: 'a, b = (c' });
    expect(get('odd').inputSchema.properties?.['list']).toEqual({ type: 'array', items: {}, default: [1, [2]] });
  });

  it('names an input by the key of a pattern, not by its alias', () => {
    const rename = ({ class: kind, 'data-id': id, default: fallback = 3 }: Record<string, unknown>) => [
      kind,
      id,
      fallback,
    ];
    expect(
      ingest([rename])
        .get('rename')
        .inputs.map((input) => input.originalName),
    ).toEqual(['class', 'data-id', 'default']);
  });

  it('takes defaults of a whole pattern for its keys', () => {
    const open = ({ depth, wide = true } = { depth: 4, wide: false }) => [depth, wide];
    const schema = ingest([open]).get('open').inputSchema;
    expect(schema.required).toBeUndefined();
    expect(schema.properties).toEqual({
      depth: { type: 'number', default: 4 },
      wide: { type: 'boolean', default: true },
    });
  });

  it('keeps two keys of one name apart', () => {
    const merge = ({ id }: { id: string }, { id: other }: { id: string }) => id + other;
    expect(
      ingest([merge])
        .get('merge')
        .inputs.map((input) => [input.name, input.originalName]),
    ).toEqual([
      ['id', 'id'],
      ['id2', 'id'],
    ]);
  });

  it('falls back to counting for native and bound functions, and says so', () => {
    const bound = function plant(this: unknown, seed: string, row: number) {
      return [seed, row];
    }.bind(null);
    const { graph, get } = ingest([Math.max, bound]);
    expect(get('plant').inputs.map((input) => input.name)).toEqual(['arg1', 'arg2']);
    expect(get('max').inputs).toHaveLength(2);
    expect(codes(graph)).toContain('unreadable-function:plant');
  });

  it('treats prototype names as ordinary data', () => {
    const odd = { constructor: (__proto__: string, prototype: string) => [__proto__, prototype] };
    const { get } = ingest({ constructor: odd.constructor });
    expect(get('constructor').inputs.map((input) => input.name)).toEqual(['__proto__', 'prototype']);
    expect(Object.keys(get('constructor').inputSchema.properties ?? {})).toEqual(['__proto__', 'prototype']);
  });

  it('flags functions whose names say nothing, and keeps the keys of patterns', () => {
    const { graph, get } = ingest([minified.t, minified.u]);
    expect(codes(graph, 'warning')).toEqual(['low-information:t']);
    expect(graph.diagnostics.find((entry) => entry.item === 't')?.message).toContain('give it a description');
    expect(requiredOf(get('u'))).toEqual(['customerId']);
    expect(get('u').inputSchema.properties?.['limit']?.default).toBe(10);
  });
});

describe('a default that is a function', () => {
  it('hides no parameter beside it, and the parameter it makes a callback is said to be left out', () => {
    const { graph, get } = ingest([
      function render(
        open = '(',
        { pick = (a: string, b: string) => a + b, sep = '),' } = {},
        by = (x: number) => x,
        end = /[)/,]/,
      ) {
        return [open, pick, sep, by, end];
      },
    ]);
    expect(get('render').inputs.map(({ name }) => name)).toEqual(['open', 'sep', 'end']);
    expect(codes(graph, 'info').filter((code) => code.startsWith('opaque'))).toEqual([
      'opaque-parameter:render',
      'opaque-parameter:render',
    ]);
    expect(graph.diagnostics.map(({ message }) => message).join()).toContain('Parameter "by" of "render"');
  });
});

describe('what is no tool', () => {
  it('quarantines a function without a name and goes on', () => {
    const { graph, get } = ingest([() => 1, (x: number) => x, destructured.water]);
    expect(codes(graph, 'error')).toEqual(['nameless-function:functions[0]', 'nameless-function:functions[1]']);
    expect(get('water')).toBeDefined();
  });

  it('quarantines the second of two functions of one name, naming both', () => {
    const first = { search: (q: string) => q };
    const second = { search: (text: string) => text };
    const { graph, get } = ingest([first.search, second.search]);
    expect(get('search').inputs[0]?.name).toBe('q');
    const problem = graph.diagnostics.find((entry) => entry.code === 'duplicate-name');
    expect(problem?.severity).toBe('error');
    expect(problem?.message).toMatch(/functions\[1\].*functions\[0\]/);
  });

  it('refuses a class, a number and null one by one', () => {
    class Shed {}
    const { graph } = ingest([Shed, 5, null, {}]);
    expect(graph.tools).toEqual([]);
    expect(codes(graph)).toEqual([
      'class-not-instance:functions[0]',
      'not-a-function:functions[1]',
      'not-a-function:functions[2]',
      'no-methods:functions[3]',
    ]);
  });

  it('throws for an argument that holds no functions at all', () => {
    expect(() => new ToolGraph().ingestFunctions(7)).toThrow(/takes a list of functions, not a number/);
    expect(() => new ToolGraph().ingestFunctions([], { sources: 'x' } as never)).toThrow(/did you mean "source"/);
  });
});

describe('sources', () => {
  it('adds to the source "functions" and says when a tool is replaced', () => {
    const graph = new ToolGraph();
    graph.ingestFunctions([destructured.water]);
    const added = graph.ingestFunctions([tool((bed: string) => bed, { name: 'water' }), defaults.a]);
    expect(added.map((each) => each.name)).toEqual(['water', 'a']);
    expect(graph.tools).toHaveLength(2);
    expect(graph.get('water')?.inputs.map((input) => input.name)).toEqual(['bed']);
    expect(graph.diagnostics.filter((entry) => entry.code === 'tool-replaced').map((entry) => entry.item)).toEqual([
      'water',
    ]);
  });

  it('takes a call with a source of its own as the complete listing of it', () => {
    const graph = new ToolGraph();
    graph.ingestFunctions([defaults.a, defaults.b], { source: 'garden' });
    graph.ingestFunctions([defaults.b], { source: 'garden' });
    expect(graph.tools.map((each) => [each.name, each.source.id])).toEqual([['b', 'garden']]);
  });
});

describe('tool()', () => {
  const lookup = (customer: string, session: object, ctx: unknown) => [customer, session, ctx];

  it('attaches texts, policy and context keys', () => {
    const described = tool(lookup, {
      name: 'lookup_customer',
      title: 'Look up',
      description: 'Finds a customer',
      returns: { type: 'object', properties: { customerId: { type: 'string' } } },
      requires: ['session'],
      provides: ['customerId'],
      inject: ['ctx'],
      tags: ['crm'],
      purpose: 'who is this client',
      requiresConfirmation: true,
      annotations: { readOnlyHint: true },
    });
    const { get } = ingest([described]);
    const found = get('lookup_customer');
    expect(found.inputs.map((input) => input.name)).toEqual(['customer']);
    expect(found).toMatchObject({
      title: 'Look up',
      description: 'Finds a customer',
      requires: ['session'],
      provides: ['customerId'],
      tags: ['crm'],
      annotations: { readOnlyHint: true },
      metadata: { requiresConfirmation: true },
      keywords: ['who is this client'],
    });
    expect(found.produces.map((field) => field.path)).toEqual(['customerId']);
  });

  it('refuses unknown options, wrong types and contradictions', () => {
    expect(() => tool(lookup, { descripton: 'x' } as never)).toThrow(
      /unknown option "descripton"; did you mean "description"/,
    );
    expect(() => tool(lookup, { tags: 'x' } as never)).toThrow(
      /"tags" of tool "lookup" must be a list of texts, not "x"/,
    );
    expect(() => tool(lookup, { requiresConfirmation: true, externalExecution: true })).toThrow(/exclude each other/);
    expect(() => tool('x' as never)).toThrow(/takes a function first/);
  });

  it('offers what a schema calls read-only: it is an argument like any other', () => {
    const parameters = z.object({ size: z.number().readonly(), names: z.array(z.string()).readonly().optional() });
    const { get } = ingest([tool((input: object) => input, { name: 'resize', parameters })]);
    expect(get('resize').inputs.map(({ name, required }) => [name, required])).toEqual([
      ['size', true],
      ['names', false],
    ]);
    expect(get('resize').inputSchema.properties?.['size']).toMatchObject({ type: 'number' });
  });

  it('lets a schema describe positional parameters', () => {
    const schema = z.object({ customer: z.string().describe('who') });
    const found = ingest([
      tool((customer: string, limit: number) => [customer, limit], { name: 'find', parameters: schema }),
    ]);
    expect(found.get('find').inputSchema.properties?.['customer']).toEqual({ type: 'string', description: 'who' });
    expect(requiredOf(found.get('find'))).toEqual(['customer', 'limit']);
    expect(codes(found.graph)).toContain('parameter-not-in-schema:find');
  });

  it('hands a lone parameter the whole object', () => {
    const found = ingest([
      tool((input: { a: number }) => input.a * 2, { name: 'twice', parameters: z.object({ a: z.number() }) }),
    ]);
    expect(found.get('twice').callable?.({ a: 4 })).toBe(8);
  });
});

describe('schema libraries', () => {
  it('takes a module of Zod tool objects whole', () => {
    const { graph, get } = ingest(zodTools);
    const stamp = get('stamp');
    expect(requiredOf(stamp).sort()).toEqual(['bag', 'code', 'day', 'id', 'kind', 'lvl', 'memo']);
    expect(stamp.inputSchema.properties).toMatchObject({
      id: { type: 'string', description: 'card id' },
      copies: { type: 'number', default: 2 },
      day: { type: 'string', format: 'date-time' },
      kind: { type: 'string', enum: ['in', 'out'] },
      memo: { type: ['string', 'null'] },
      code: { type: 'string' },
      lvl: { type: 'number', enum: [1, 2] },
    });
    expect(requiredOf(get('plain'))).toEqual(['a']);
    expect(requiredOf(get('weird'))).toEqual(['ok']);
    expect(get('weird').inputSchema.properties?.['ok']).toEqual({ type: 'string' });
    expect(codes(graph, 'warning')).toContain('unrepresentable-type:weird');
  });

  it('reads ArkType and Valibot by their Standard JSON Schema', () => {
    const ark = tool((input: object) => input, {
      name: 'ark',
      parameters: arktype({ id: 'string', 'count?': 'number' }),
    });
    const vali = tool((input: object) => input, {
      name: 'vali',
      parameters: toStandardJsonSchema(
        valibot.object({ id: valibot.string(), count: valibot.optional(valibot.number()) }),
      ),
    });
    const { get } = ingest([ark, vali]);
    for (const name of ['ark', 'vali']) {
      expect(requiredOf(get(name))).toEqual(['id']);
      expect(get(name).inputSchema.properties?.['count']).toMatchObject({ type: 'number' });
    }
  });

  it('keeps the rest of an ArkType schema with a date, and says what to do with a bare Valibot schema', () => {
    const ark = tool((input: object) => input, { name: 'ark', parameters: arktype({ day: 'Date', id: 'string' }) });
    const vali = tool((input: object) => input, { name: 'vali', parameters: valibot.object({ id: valibot.string() }) });
    const { graph, get } = ingest([ark, vali]);
    expect(get('ark').inputSchema.properties?.['day']).toMatchObject({ type: 'string', format: 'date-time' });
    expect(get('ark').inputSchema.properties?.['id']).toMatchObject({ type: 'string' });
    expect(get('vali').inputSchema.type).toBe('object');
    expect(graph.diagnostics.find((entry) => entry.item === 'vali')?.message).toContain('toStandardJsonSchema');
  });

  it('reads Zod 3 by its definitions', () => {
    const level = { 1: 'Low', 2: 'High', Low: 1, High: 2 }; // what a numeric TypeScript enum is at run time
    interface Branch {
      kids: Branch[];
    }
    const branch: z3.ZodType<Branch> = z3.lazy(() => z3.object({ kids: z3.array(branch) }));
    const parameters = z3.object({
      id: z3.string().email().describe('who'),
      copies: z3.number().int().min(1).default(2),
      day: z3.date().nullable(),
      lvl: z3.nativeEnum(level),
      pick: z3.union([z3.literal('a'), z3.literal('b')]).optional(),
      code: z3.string().transform((text) => text.length),
      odd: z3.symbol(),
      branch: branch.optional(),
    });
    const { graph, get } = ingest([tool((input: object) => input, { name: 'old', parameters })]);
    expect(requiredOf(get('old'))).toEqual(['id', 'day', 'lvl', 'code', 'odd']);
    expect(get('old').inputSchema.properties).toMatchObject({
      id: { type: 'string', format: 'email', description: 'who' },
      copies: { type: 'integer', minimum: 1, default: 2 },
      day: { type: ['string', 'null'], format: 'date-time' },
      lvl: { enum: [1, 2] },
      pick: { type: 'string', enum: ['a', 'b'] },
      code: { type: 'string' },
    });
    expect(get('old').inputSchema.properties?.['branch']?.properties?.['kids']).toEqual({ type: 'array', items: {} });
    expect(codes(graph, 'warning')).toEqual(['unrepresentable-type:old']);
  });

  it('keeps the list when a schema or an object throws while it is read', () => {
    const broken = z3.lazy(() => {
      throw new Error('no schema today');
    });
    const hostile = {
      get description(): string {
        throw new Error('no words today');
      },
    };
    const { graph, get } = ingest([
      tool((input: object) => input, { name: 'loose', parameters: z3.object({ a: broken }) }),
      hostile,
      destructured.water,
    ]);
    expect(graph.tools.map((each) => each.name)).toEqual(['loose', 'water']);
    expect(get('loose').inputSchema.type).toBe('object');
    expect(codes(graph)).toEqual(expect.arrayContaining(['unreadable-schema:loose', 'invalid-tool:functions[1]']));
  });

  it('cuts a recursive schema instead of following it for ever', () => {
    interface Branch {
      name: string;
      kids: Branch[];
    }
    const branch: z.ZodType<Branch> = z.lazy(() => z.object({ name: z.string(), kids: z.array(branch) }));
    const { get } = ingest([tool((input: Branch) => input, { name: 'tree', parameters: z.object({ root: branch }) })]);
    expect(JSON.stringify(get('tree').inputSchema)).toContain('"x-cut":"cycle"');
  });
});

describe('objects and instances', () => {
  class Bed {
    litres = 0;
    #secret = 1;
    water(amount: number) {
      this.litres += amount;
      return this.litres + this.#secret - 1;
    }
    _dig() {
      return 1;
    }
    get depth(): number {
      throw new Error('a getter was run');
    }
  }
  class RaisedBed extends Bed {
    async harvest(crop: string, { ripe = true } = {}) {
      return [crop, ripe];
    }
  }

  it('gives own and inherited public methods, bound to their instance', () => {
    const bed = new RaisedBed();
    const { get, graph } = ingest([bed]);
    expect(graph.tools.map((each) => each.name)).toEqual(['harvest', 'water']);
    expect(get('harvest').inputs.map((input) => input.name)).toEqual(['crop', 'ripe']);
    expect(get('water').callable?.({ amount: 3 })).toBe(3);
    expect(bed.litres).toBe(3);
  });

  it('names the functions of a record by their keys', () => {
    const { graph } = ingest({ sow: (seed: string) => seed, reap: tool(() => 1, { description: 'Cuts' }), title: 'x' });
    expect(graph.tools.map((each) => each.name)).toEqual(['sow', 'reap']);
  });
});

describe('objects of the runtime itself', () => {
  it.each([
    ['Map', new Map([['a', 1]])],
    ['Set', new Set([1])],
    ['Date', new Date(0)],
    ['Promise', Promise.resolve(1)],
  ])('offer no tools: %s', (name, value) => {
    const graph = new ToolGraph();
    const found = graph.ingestFunctions([
      value,
      function kept({ a }: { a: number }) {
        return a;
      },
    ]);
    expect(found.map((entry) => entry.name)).toEqual(['kept']);
    const errors = graph.diagnostics.filter((entry) => entry.severity === 'error');
    expect(errors).toHaveLength(1);
    expect(errors[0]?.message).toContain(`a ${name} of JavaScript itself`);
  });
});
