import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { z as z3 } from 'zod/v3';
import { toJsonSchema } from '../../../ingest/index.js';
import { ToolGraph } from '../../../src/index.js';

const city = z.object({ city: z.string().describe('Where'), days: z.number().default(3) });
const cityInput = {
  type: 'object',
  properties: { city: { type: 'string', description: 'Where' }, days: { type: 'number', default: 3 } },
  required: ['city'],
};

function only(rows: unknown) {
  const graph = new ToolGraph();
  const report = graph.ingestTools(rows);
  const [tool] = graph.tools;
  if (tool === undefined) throw new Error(JSON.stringify(report.diagnostics));
  return tool;
}

describe('live tool objects of frameworks', () => {
  it('AI SDK: a tool set by name, schema wrappers too', async () => {
    const jsonSchema = { [Symbol.for('schema')]: true, jsonSchema: cityInput, validate: () => ({ success: true }) };
    for (const inputSchema of [city, jsonSchema]) {
      const tool = only({
        forecast: { description: 'Weather', inputSchema, execute: (input: unknown) => ({ input }) },
      });
      expect(tool).toMatchObject({ name: 'forecast', description: 'Weather', inputSchema: cityInput });
      expect(tool.source).toMatchObject({ kind: 'data', form: 'ai-sdk' });
      expect(await tool.callable?.({ city: 'Rome' })).toEqual({ input: { city: 'Rome' } });
    }
  });

  it('LangChain: invoke or func', async () => {
    const tool = only([{ name: 'forecast', description: 'Weather', schema: city, invoke: async (x: unknown) => [x] }]);
    expect(tool).toMatchObject({ inputSchema: cityInput, source: { form: 'langchain' } });
    expect(await tool.callable?.({ city: 'Rome' })).toEqual([{ city: 'Rome' }]);
  });

  it('Mastra: an id for a name', async () => {
    const tool = only([
      {
        id: 'forecast',
        description: 'Weather',
        inputSchema: city,
        outputSchema: z.object({ sky: z.string() }),
        execute: async (x: unknown) => x,
      },
    ]);
    expect(tool).toMatchObject({ name: 'forecast', inputSchema: cityInput, source: { form: 'mastra' } });
    expect(tool.produces.map((field) => field.path)).toEqual(['sky']);
  });

  it('OpenAI Agents: arguments travel as JSON text', async () => {
    const tool = only([
      {
        type: 'function',
        name: 'forecast',
        description: 'W',
        parameters: cityInput,
        strict: true,
        invoke: async (_context: unknown, input: string) => input,
      },
    ]);
    expect(tool).toMatchObject({ inputSchema: cityInput, source: { form: 'openai-agents' } });
    expect(await tool.callable?.({ city: 'Rome' })).toBe('{"city":"Rome"}');
  });

  it('takes OpenAI functions by name in a record, and refuses what is no tool', () => {
    const graph = new ToolGraph();
    const report = graph.ingestTools([{ type: 'web_search' }, { googleSearch: {} }, 7, null]);
    expect(report.diagnostics.map((entry) => [entry.code, entry.item])).toEqual([
      ['provider-hosted-tool', 'rows[0]'],
      ['provider-hosted-tool', 'rows[1]'],
      ['invalid-tool', 'rows[2]'],
      ['invalid-tool', 'rows[3]'],
    ]);
    expect(() => graph.ingestTools('tools')).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  });

  it('loses one tool, not all, to an object that throws when read', () => {
    const trap = new Proxy({}, { has: () => { throw new Error('no'); }, get: () => { throw new Error('no'); } }); // biome-ignore format: short
    const graph = new ToolGraph();
    const report = graph.ingestTools([trap, { name: 'good' }]);
    expect(graph.tools.map((tool) => tool.name)).toEqual(['good']);
    expect(report.quarantined).toBe(1);
  });
});

describe('schema libraries in tool objects', () => {
  const forecast = (schema: unknown) => only([{ name: 'forecast', description: 'W', schema, invoke: async () => 1 }]);

  it.each([
    ['Zod 4', city],
    ['Zod 3', z3.object({ city: z3.string().describe('Where'), days: z3.number().default(3) })],
    ['a record of fields', { city: z.string().describe('Where'), days: z.number().default(3) }],
    ['a record of Zod 3 fields', { city: z3.string().describe('Where'), days: z3.number().default(3) }],
    [
      'Valibot',
      toStandardJsonSchema(
        v.object({ city: v.pipe(v.string(), v.description('Where')), days: v.optional(v.number(), 3) }),
      ),
    ],
    ['ArkType', type({ city: type('string').describe('Where'), days: 'number = 3' })],
  ])('%s gives the inputs', (_library, schema) => {
    const { properties, required } = forecast(schema).inputSchema;
    expect(properties).toEqual(cityInput.properties);
    expect(required).toEqual(['city']);
  });

  it('a result is read as what comes out', () => {
    const row = { description: 'W', inputSchema: city, outputSchema: city, execute: async () => 1 };
    const tool = only({ forecast: row });
    expect(tool.inputSchema.required).toEqual(['city']);
    expect(tool.outputSchema?.required).toEqual(['city', 'days']);
  });

  it('a part deep inside without a JSON form costs only itself, and a bare Valibot schema says what to do', () => {
    const graph = new ToolGraph();
    const deep = toStandardJsonSchema(v.object({ trip: v.object({ at: v.date(), to: v.string() }) }));
    const report = graph.ingestTools([
      { name: 'deep', description: 'D', schema: deep, invoke: async () => 1 },
      { name: 'bare', description: 'B', schema: v.object({ a: v.string() }), invoke: async () => 1 },
      {
        name: 'later',
        description: 'L',
        inputSchema: { jsonSchema: Promise.resolve({}), validate: () => 1 },
        execute: async () => 1,
      },
    ]);
    expect(graph.get('deep')?.inputSchema).toMatchObject({
      properties: { trip: { properties: { to: { type: 'string' } } } },
    });
    expect(report.diagnostics.map((entry) => [entry.item, entry.code])).toEqual([
      ['deep', 'input-without-json-form'],
      ['bare', 'unreadable-input-schema'],
      ['later', 'unreadable-input-schema'],
    ]);
    expect(report.diagnostics[1]?.message).toMatch(/toStandardJsonSchema/);
    expect(graph.tools).toHaveLength(3);
  });
});

describe('toJsonSchema', () => {
  const schemaOf = (schema: unknown) =>
    toJsonSchema(schema)?.schema as { properties: object; required: string[] } | undefined;
  const properties = (schema: unknown) => schemaOf(schema)?.properties;

  it('reads Zod and loosens only what has no JSON form', () => {
    const zod = z.object({
      at: z.date(),
      gone: z.undefined(),
      call: z.function(),
      big: z.bigint(),
      name: z.string().default('x'),
    });
    const read = toJsonSchema(zod);
    expect(read?.schema).toMatchObject({
      properties: {
        at: { type: 'string', format: 'date-time' },
        gone: {},
        call: {},
        big: { type: 'integer' },
        name: { type: 'string', default: 'x' },
      },
    });
    expect(schemaOf(zod)?.required).not.toContain('name');
    expect(read?.warnings.join()).toMatch(/"call".*"gone"/);
  });

  it('reads ArkType and wrapped Valibot', () => {
    expect(properties(type({ a: 'string', at: 'Date' }))).toEqual({
      a: { type: 'string' },
      at: { type: 'string', format: 'date-time' },
    });
    const valibot = toStandardJsonSchema(v.object({ a: v.string(), at: v.date(), n: v.optional(v.number(), 3) }));
    expect(properties(valibot)).toMatchObject({ a: { type: 'string' }, at: {}, n: { type: 'number', default: 3 } });
    expect(toJsonSchema(valibot)?.warnings).toHaveLength(1);
  });

  it('passes JSON Schema through and refuses what is none', () => {
    expect(toJsonSchema(cityInput)).toEqual({ schema: cityInput, warnings: [] });
    for (const value of [undefined, null, 'object', 3, []]) expect(toJsonSchema(value)).toBeUndefined();
    expect(toJsonSchema(v.object({ a: v.string() }))).toBeUndefined();
  });
});
