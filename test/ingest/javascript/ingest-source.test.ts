import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type IngestReport, ToolGraph, type ToolSchema } from '../../../src/index.js';
import { fixture } from '../../support/cases.js';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Writes files into a folder of their own and ingests it. */
function ingest(files: Record<string, string>): {
  graph: ToolGraph;
  report: IngestReport;
  get: (name: string) => ToolSchema;
} {
  const folder = mkdtempSync(join(tmpdir(), 'toolgraph-'));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return read(folder);
}

function read(path: string): { graph: ToolGraph; report: IngestReport; get: (name: string) => ToolSchema } {
  const graph = new ToolGraph();
  const report = graph.ingestSource(path);
  return {
    graph,
    report,
    get: (name) => {
      const found = graph.get(name);
      if (found === undefined) throw new Error(`no tool ${name} among ${graph.tools.map((each) => each.name)}`);
      return found;
    },
  };
}

function requiredOf(tool: ToolSchema): string[] {
  return tool.inputs.filter((input) => input.required).map((input) => input.name);
}

function properties(tool: ToolSchema) {
  return tool.inputSchema.properties ?? {};
}

function codes(report: IngestReport): string[] {
  return report.diagnostics.map((entry) => `${entry.severity}:${entry.code}:${entry.item}`);
}

describe('plain JavaScript', () => {
  it('reads destructured parameters', () => {
    const { get } = read(fixture('javascript/js-01-destructured/input.js'));
    const plantTree = get('plantTree');
    expect(plantTree.inputs.map((input) => input.name)).toEqual(['species', 'heightCm', 'site', 'rowCol', 'note']);
    expect(requiredOf(plantTree)).toEqual(['species', 'rowCol', 'note']);
    expect(properties(plantTree)['heightCm']).toMatchObject({ type: 'number', default: 120 });
    expect(Object.keys(properties(plantTree)['site']?.properties ?? {})).toEqual(['lat', 'lon']);
    expect(requiredOf(get('water'))).toEqual(['bed', 'litres']);
  });

  it('reads defaults and rest', () => {
    const { get } = read(fixture('javascript/js-02-defaults-and-rest/input.js'));
    expect(properties(get('a'))).toEqual({ x: { type: 'number', default: 2 } });
    expect(requiredOf(get('b'))).toEqual(['y']);
    expect(requiredOf(get('c'))).toEqual(['first']);
    expect(properties(get('c'))['others']?.type).toBe('array');
    expect(requiredOf(get('d'))).toEqual(['x']);
    expect(get('e').inputs).toEqual([]);
    expect(properties(get('g'))).toMatchObject({
      n: { type: 'number', default: -1500 },
      on: { type: 'boolean', default: true },
      s: { type: 'string', default: "it's" },
    });
    expect(requiredOf(get('g'))).toEqual([]);
  });

  it('binds dotted JSDoc names to the pattern by position', () => {
    const { get } = read(fixture('javascript/js-04-jsdoc-nested/input.js'));
    const tool = get('makeCircle');
    expect(tool.description).toBe('Make a study circle.');
    expect(tool.inputs.map((input) => input.name)).toEqual(['title', 'host', 'seats', 'tags']);
    expect(requiredOf(tool)).toEqual(['title', 'host', 'tags']);
    expect(properties(tool)).toMatchObject({
      title: { type: 'string', description: 'name shown' },
      host: {
        type: 'object',
        description: 'who leads',
        properties: { mail: { type: 'string', description: 'contact' } },
        required: ['mail'],
      },
      seats: { type: 'number', default: 12, description: 'places' },
      tags: { type: 'array', items: { type: 'string' }, description: 'topics' },
    });
    expect(tool.produces.map((field) => field.path)).toEqual(['circleId']);
  });

  it('nests dotted names in a parameter that has a name, typed or not', () => {
    const { get } = ingest({
      'a.js': `/**
 * Books a room.
 * @param {string|null} room - Which room.
 * @param options How.
 * @param {number} options.seats places
 * @param {('am'|'pm')} [options.half='am'] half of the day
 * @param {Object[]} guests people
 * @param {string} guests[].mail address
 * @returns {Promise<{bookingId: string, seats: number|null}>} the booking
 * @deprecated use bookRoomV2
 * @example bookRoom('blue')
 */
exports.bookRoom = async function (room, options, guests) {};`,
    });
    const tool = get('bookRoom');
    expect(properties(tool)).toMatchObject({
      room: { type: ['string', 'null'], description: 'Which room.' },
      options: {
        type: 'object',
        description: 'How.',
        properties: { seats: { type: 'number', description: 'places' }, half: { enum: ['am', 'pm'], default: 'am' } },
        required: ['seats'],
      },
      guests: {
        type: 'array',
        items: { type: 'object', properties: { mail: { type: 'string', description: 'address' } } },
      },
    });
    expect(tool.outputSchema).toMatchObject({
      description: 'the booking',
      properties: { bookingId: { type: 'string' }, seats: { type: ['number', 'null'] } },
    });
    expect(tool.deprecated).toBe(true);
    expect(tool.keywords).toEqual(["bookRoom('blue')"]);
  });

  it('reads what is said of a member on the line of the brace or of the member before it', () => {
    const text = [
      'export interface Trunk { /** what it weighs */ weight: number; /** its colour */ colour?: string;',
      '  lid: boolean; /** of the lid, not of the lock */',
      '  lock: string; /* no doc */ key: string }',
      'export function pack(trunk: Trunk): void {}',
    ];
    const trunk = properties(ingest({ 'a.ts': text.join('\n') }).get('pack'));
    const said = Object.entries(trunk['trunk']?.properties ?? {}).map(([name, schema]) => [name, schema.description]);
    expect(said).toEqual([
      ['weight', 'what it weighs'],
      ['colour', 'its colour'],
      ['lid', undefined],
      ['lock', undefined],
      ['key', undefined],
    ]);
  });

  it('says where the words of a tool belong in its language', () => {
    const { report } = ingest({ 'a.py': 'def m(e, t): ...\n', 'b.js': 'export function n(e, t) {}\n' });
    const said = report.diagnostics.filter(({ code }) => code === 'low-information').map(({ message }) => message);
    expect(said.map((message) => /in its (\w+)\.$/.exec(message)?.[1])).toEqual(['JSDoc', 'docstring']);
  });

  it('flags minified functions and keeps the keys of patterns', () => {
    const { get, report } = read(fixture('javascript/js-06-minified/input.js'));
    expect(codes(report)).toContain('warning:low-information:t');
    expect(requiredOf(get('u'))).toEqual(['customerId']);
    expect(properties(get('u'))['limit']?.default).toBe(10);
  });

  it('reads every way to export, and nothing that is not exported', () => {
    const { graph } = ingest({
      'esm.js': `function inner() {} function listed() {} export { listed as shown };
        export const obj = { open(door) {}, close: (door) => {}, _hidden() {} };
        export class Lock { constructor(key) {} turn(times = 1) {} static make() {} #secret() {} _inner() {} get state() { return 1; } }
        export default (ball) => ball;`,
      'named.cjs': 'function alpha(a) {} function beta(b) {} module.exports = { alpha, second: beta, third(c) {} };',
    });
    expect(graph.tools.map((tool) => tool.originalName).sort()).toEqual(
      ['shown', 'obj.open', 'obj.close', 'Lock.turn', 'Lock.make', 'esm', 'alpha', 'second', 'third'].sort(),
    );
  });
});

describe('TypeScript types', () => {
  it('turns them into schemas', () => {
    const { get } = read(fixture('javascript/js-07-ts-types/input.ts'));
    const bed = get('bed');
    expect(requiredOf(bed)).toEqual(['soil', 'level']);
    expect(properties(bed)).toMatchObject({
      soil: { type: 'string', enum: ['sand', 'clay', 'peat'] },
      level: { type: 'number', enum: [1, 2] },
      tone: { type: 'string', enum: ['warm', 'cold'] },
      when: { type: 'string', default: 'now' },
      sizes: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], default: [1, 2] },
      meta: { type: 'object', additionalProperties: { type: 'boolean' } },
      mix: { type: ['string', 'number', 'null'] },
      on: { type: 'boolean', default: true },
    });
    expect(properties(bed)['cb']).toBeUndefined();
    expect(properties(bed)['root']).toMatchObject({
      'x-entity': 'Node2',
      required: ['label', 'made'],
      properties: { made: { type: 'string', format: 'date-time' }, kids: { items: { 'x-cut': 'cycle' } } },
    });
    expect(bed.produces.map((field) => field.path)).toEqual(expect.arrayContaining(['items[].bedId', 'next']));
    expect(properties(get('pick'))['key']).toMatchObject({ enum: ['label', 'kids', 'made'] });
    expect(properties(get('pick'))['keep']).toMatchObject({ type: 'object', required: ['label', 'made'] });
  });

  it('follows types over files, generics, mapped types and classes', () => {
    const { get } = ingest({
      'types.ts': `/** A guest. */ export interface Guest {
          /** Where to write. */
          mail: string; age?: number; greet(): void }
        export type Patch<T> = { [K in keyof T]?: T[K] };
        export class Money { private cents = 0; constructor(public amount: number, readonly currency: 'EUR' | 'USD') {} }`,
      'tools.ts': `import type { Guest, Patch, Money } from './types.js';
        import type { Unknown } from 'elsewhere';
        /** Changes a guest. @param id whom */
        export async function change(id: string, patch: Patch<Pick<Guest, 'mail' | 'age'>>, pay: Money, other?: Unknown): Promise<Guest | null> { return null }
        export const invite = ({ guest, note = 'hi' }: { guest: Guest; note?: string }, ...tags: string[]): Map<string, Guest[]> => new Map();`,
    });
    const change = get('change');
    expect(properties(change)).toMatchObject({
      patch: {
        type: 'object',
        properties: { mail: { type: 'string', description: 'Where to write.' }, age: { type: 'number' } },
      },
      pay: { 'x-entity': 'Money', properties: { amount: { type: 'number' }, currency: { enum: ['EUR', 'USD'] } } },
      other: {},
    });
    expect(properties(change)['patch']?.required).toBeUndefined();
    expect(properties(change)['pay']?.properties).not.toHaveProperty('cents');
    expect(change.outputSchema).toMatchObject({ type: ['object', 'null'], 'x-entity': 'Guest' });
    const invite = get('invite');
    expect(requiredOf(invite)).toEqual(['guest']);
    expect(properties(invite)).toMatchObject({
      note: { default: 'hi' },
      tags: { type: 'array', items: { type: 'string' } },
    });
    expect(invite.outputSchema).toMatchObject({
      additionalProperties: { type: 'array', items: { 'x-entity': 'Guest' } },
    });
  });

  it('reads comments on the line, schemas behind z.infer, and arrow properties of a class', () => {
    const { get } = ingest({
      'a.ts': `import { z } from 'zod';
        const Input = z.object({ city: z.string().describe('where'), days: z.number().int() });
        export class Weather { constructor(readonly key: string) {} /** Looks it up. */ ask(input: z.infer<typeof Input>) {}
          /** Tells it. */ tell = ({ city }: z.infer<typeof Input>) => city; }`,
    });
    expect(get('Weather_ask').description).toBe('Looks it up.');
    expect(properties(get('Weather_ask'))['input']).toMatchObject({ properties: { days: { type: 'integer' } } });
    expect(properties(get('Weather_tell'))).toEqual({ city: { type: 'string', description: 'where' } });
  });

  it('reads the JSDoc forms of plain JavaScript', () => {
    const { get } = ingest({
      'a.js': `/**
 * @typedef {Object} Opts
 * @property {string} name - the name
 * @property {'a'|'b'} [mode] mode
 */
/** Uses a typedef.
 * @param {Opts} opts options
 * @param {?string} maybe
 * @param {number=} old
 * @param {...number} rest numbers
 */
export function typed(opts, maybe, old, ...rest) {}
/** Untyped.
 * @param opts
 * @param opts.x an x
 * @param [opts.y=5] a y */
export function untyped({ x, y }) {}
/** Keys. */
export function keys({ class: kind, 'data-id': id = 'x', default: { inner: z } = { inner: 3 }, ['tpl']: t }) {}`,
    });
    expect(requiredOf(get('typed'))).toEqual(['opts', 'maybe']);
    expect(properties(get('typed'))).toMatchObject({
      opts: { properties: { name: { description: 'the name' }, mode: { enum: ['a', 'b'] } }, required: ['name'] },
      maybe: { type: ['string', 'null'] },
      old: { type: 'number' },
      rest: { type: 'array', items: { type: 'number' }, description: 'numbers' },
    });
    expect(properties(get('untyped'))).toEqual({
      x: { description: 'an x' },
      y: { type: 'number', default: 5, description: 'a y' },
    });
    expect(get('keys').inputs.map((input) => input.name)).toEqual(['class', 'data-id', 'default', 'tpl']);
  });

  it('takes the first of several overloads', () => {
    const { get, report } = ingest({
      'a.ts': `/** Finds. */ export function find(id: string): string; export function find(id: number): string;
        export function find(id: string | number): string { return String(id); }`,
    });
    expect(properties(get('find'))['id']).toEqual({ type: 'string' });
    expect(codes(report)).toEqual([]);
  });

  it('keeps infinite types finite', () => {
    const { get } = ingest({
      'a.ts': `interface Nest<T> { value: T; inner: Nest<T[]> }
        type Json = string | number | Json[] | { [key: string]: Json };
        export function dig(nest: Nest<string>, json: Json): void {}`,
    });
    expect(JSON.stringify(get('dig').inputSchema).length).toBeLessThan(20_000);
    expect(JSON.stringify(get('dig').inputSchema)).toContain('x-cut');
  });
});

describe('tool definitions of the SDKs', () => {
  const source = `
import { tool } from 'ai';
import { tool as lcTool, DynamicStructuredTool } from '@langchain/core/tools';
import { createTool } from '@mastra/core';
import { z } from 'zod';
const Base = z.object({ city: z.string().min(1).describe('Name of the city'), when: z.date().optional() });
const LIMIT = 25;
enum Unit { C = 'celsius', F = 'fahrenheit' }
export const weather = tool({
  description: 'Weather of ' + 'a city',
  inputSchema: Base.extend({ unit: z.nativeEnum(Unit).default(Unit.C), days: z.number().int().min(1).max(LIMIT).nullish() }),
  outputSchema: z.object({ forecastId: z.string().uuid() }),
  execute: async ({ city }) => ({ forecastId: city }),
});
function add({ a, b }) { return a + b; }
export const adder = lcTool(add, { name: 'add_numbers', description: 'Adds', schema: z.object({ a: z.number(), b: z.number() }) });
export const search = new DynamicStructuredTool({ name: 'search_docs', description: 'Searches', schema: z.object({
  query: z.string(), mode: z.enum(['fast', 'deep']).optional(), lvl: z.union([z.literal(1), z.literal(2)]), tags: z.array(z.string()).nonempty(),
  map: z.record(z.string(), z.number()), odd: someHelper(z.string()) }), func: async () => '' });
export const stock = createTool({ id: 'get-stock', description: 'Stock', inputSchema: { type: 'object', properties: { symbol: { type: 'string' } }, required: ['symbol'] }, execute: async () => 1 });
export const tools = { stamp: { description: 'Stamps', parameters: z.object({ id: z.string().nullable() }) } };
export function build(server) {
  server.registerTool('ping_host', { description: 'Pings', inputSchema: { host: z.string().email() } }, async ({ host }) => host);
}
`;

  it('reads AI SDK, LangChain, Mastra, MCP and plain shapes without running them', () => {
    const { graph, get, report } = ingest({ 'tools.ts': source });
    expect(graph.tools.map((tool) => tool.name)).toEqual([
      'weather',
      'add_numbers',
      'search_docs',
      'get-stock',
      'stamp',
      'build',
      'ping_host',
    ]);
    expect(get('weather')).toMatchObject({ description: 'Weather of a city', originalId: 'tools.ts#weather' });
    expect(requiredOf(get('weather'))).toEqual(['city']);
    expect(properties(get('weather'))).toEqual({
      city: { type: 'string', minLength: 1, description: 'Name of the city' },
      when: { type: 'string', format: 'date-time' },
      unit: { type: 'string', enum: ['celsius', 'fahrenheit'], default: 'celsius' },
      days: { type: ['integer', 'null'], minimum: 1, maximum: 25 },
    });
    expect(get('weather').produces).toMatchObject([{ path: 'forecastId', format: 'uuid' }]);
    expect(requiredOf(get('add_numbers'))).toEqual(['a', 'b']);
    expect(requiredOf(get('search_docs'))).toEqual(['query', 'lvl', 'tags', 'map', 'odd']);
    expect(properties(get('search_docs'))).toMatchObject({
      mode: { type: 'string', enum: ['fast', 'deep'] },
      lvl: { type: 'number', enum: [1, 2] },
      tags: { type: 'array', items: { type: 'string' }, minItems: 1 },
      map: { type: 'object', additionalProperties: { type: 'number' } },
      odd: {},
    });
    expect(codes(report)).toContain('warning:schema-not-static:search_docs');
    expect(requiredOf(get('get-stock'))).toEqual(['symbol']);
    expect(properties(get('stamp'))['id']).toEqual({ type: ['string', 'null'] });
    expect(properties(get('ping_host'))).toEqual({ host: { type: 'string', format: 'email' } });
    expect(get('weather').source).toMatchObject({ kind: 'code', language: 'typescript', line: 9 });
  });

  it('reads the module of Zod tools as source too', () => {
    const { get } = read(fixture('javascript/js-09-zod/input.mjs'));
    expect(requiredOf(get('stamp')).sort()).toEqual(['bag', 'code', 'day', 'id', 'kind', 'lvl', 'memo']);
    expect(properties(get('stamp'))).toMatchObject({
      copies: { type: 'number', default: 2 },
      code: { type: 'string' },
    });
    expect(requiredOf(get('weird'))).toEqual(['ok']);
  });
});

describe('folders', () => {
  it('loses one broken file, not its neighbours, and skips tests, packages and declarations aloud', () => {
    const { graph, report } = ingest({
      'broken.ts': 'export function half(a: string {',
      'good.ts': '/** Works. */ export function good(a: string): void {}',
      'good.test.ts': 'export function notMe() {}',
      'types.d.ts': 'export declare function declared(): void;',
      'node_modules/x/index.js': 'export function foreign() {}',
      'deep.js': `export const deep = ${'['.repeat(20_000)}${']'.repeat(20_000)};`,
      'big.js': `export const big = () => '${'x'.repeat(2_000_001)}';`,
    });
    expect(graph.tools.map((tool) => tool.name)).toEqual(['good']);
    const found = report.diagnostics.map((entry) =>
      [entry.severity, entry.code, entry.item?.split('/').at(-1)].join(':'),
    );
    expect(found).toEqual(
      expect.arrayContaining([
        'error:syntax-error:broken.ts',
        'error:file-too-deep:deep.js',
        'error:file-too-large:big.js',
        'info:skipped-file:good.test.ts',
        'info:skipped-file:types.d.ts',
        'info:skipped-file:node_modules',
      ]),
    );
  });

  it('keeps functions of one name in several files apart, whatever comes first', () => {
    const { graph } = ingest({ 'b/x.js': 'export function find(id) {}', 'a.js': 'export function find(text) {}' });
    expect(graph.tools.map((tool) => tool.originalId)).toEqual(['a.js#find', 'b/x.js#find']);
    expect(new Set(graph.tools.map((tool) => tool.name)).size).toBe(2);
  });

  it('takes the built files of a package that has no source beside them', () => {
    const { graph } = ingest({
      'one/dist/x.js': 'export function built() {}',
      'two/dist/y.js': 'export const skip = () => 1',
      'two/src/y.js': '',
    });
    expect(graph.tools.map((tool) => tool.name)).toEqual(['built']);
  });

  it('never runs what it reads', () => {
    const { get } = ingest({
      'evil.js': 'globalThis.wasRun = true; throw new Error("run"); export function calm() {}',
    });
    expect(get('calm')).toBeDefined();
    expect('wasRun' in globalThis).toBe(false);
  });

  it('says what is missing', () => {
    expect(() => new ToolGraph().ingestSource('/no/such/folder')).toThrow(/cannot be opened/);
    expect(() => new ToolGraph().ingestSource('package.json')).toThrow(/holds no source file/);
    expect(() => ingest({ 'readme.md': '# hi' })).toThrow(/holds no source file/);
  });
});

describe('two functions of one name in a module', () => {
  it('are one tool, the first, and an error that names both lines', () => {
    const { report, get } = ingest({ 'twice.js': 'export function find(a) {}\n\nexport function find(b) {}\n' });
    expect(get('find').inputs.map(({ name }) => name)).toEqual(['a']);
    const problem = report.diagnostics.find(({ code }) => code === 'duplicate-definition');
    expect(problem).toMatchObject({ severity: 'error', item: expect.stringMatching(/find$/) });
    expect(problem?.message).toMatch(/line 1 and again in line 3/);
    expect(report.quarantined).toBe(1);
  });
});
