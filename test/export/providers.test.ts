import type { Tool as SdkTool, StandardSchemaWithJSON } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import type { ToolSchema } from '../../src/core/tool-schema.js';
import { toAiSdk, toAnthropic, toGemini, toMcp, toOpenAI } from '../../src/export/index.js';
import { ToolGraph } from '../../src/index.js';
import { readJsonFixture } from '../support/cases.js';
import { everyExport, exportViolations } from '../support/every-export.js';
import { exportable, exportablesOf } from '../support/exportable.js';

type Schema = Record<string, unknown> & { properties: Record<string, Schema>; required?: string[] };

const gemini = (tool: ToolSchema) => toGemini([tool]).tools?.[0]?.functionDeclarations[0]?.parameters as Schema;
const openai = (tool: ToolSchema) => toOpenAI([tool]).tools?.[0]?.function.parameters as Schema;

describe('the root of every export (pv-01)', () => {
  const tools = exportablesOf('export/pv-01-root-union.json');
  const before = JSON.stringify(tools.map((tool) => tool.inputSchema));

  it('is an object without composition, with every branch visible', () => {
    expect(exportViolations(tools)).toEqual([]);
    for (const [provider, list] of Object.entries(everyExport(tools))) {
      if (provider === 'openai-strict') continue;
      const shapes = Object.fromEntries(
        list.map(([name, schema]) => [name, [Object.keys(schema['properties'] as object), schema['required'] ?? []]]),
      );
      expect(shapes).toEqual({
        pick_seat: [['row', 'zone'], []],
        name_it: [['first', 'last'], ['first']],
        either: [['a', 'b'], []],
      });
    }
  });

  it('explains the choice in the text and leaves the stored schema alone', () => {
    const texts = (toAnthropic(tools).tools ?? []).map((tool) => tool.description);
    expect(texts).toEqual(['Pick a seat. Give exactly one of row or zone.', 'Name', 'x. Give at least one of a or b.']);
    expect(JSON.stringify(tools.map((tool) => tool.inputSchema))).toBe(before);
    expect(toOpenAI(tools).losses.map((loss) => loss.kind)).toEqual(['union-folded', 'union-folded']);
  });

  it('names fixed values in the choice and unites them in one enum', () => {
    const tool = exportable('pay', {
      type: 'object',
      properties: { amount: { type: 'number' } },
      required: ['amount'],
      oneOf: [
        { properties: { kind: { const: 'card' }, number: { type: 'string' } }, required: ['kind', 'number'] },
        { properties: { kind: { const: 'cash' } }, required: ['kind'] },
      ],
      not: { required: ['number', 'cash'] },
    });
    const exported = toOpenAI([tool]).tools?.[0]?.function;
    expect(exported?.description).toBe(
      'Does pay. Give exactly one of (kind "card" and number) or kind "cash". Do not give number, cash together.',
    );
    expect(exported?.parameters).toMatchObject({
      properties: { kind: { type: 'string', enum: ['card', 'cash'] } },
      required: ['amount', 'kind'],
    });
  });
});

describe('tools without parameters (pv-02)', () => {
  it('have an empty set of properties everywhere', () => {
    const tools = exportablesOf('export/pv-02-no-parameters.json');
    expect(exportViolations(tools)).toEqual([]);
    for (const list of [everyExport(tools).openai, everyExport(tools).anthropic, everyExport(tools).gemini])
      expect(list.map(([, schema]) => schema)).toEqual(Array(5).fill({ type: 'object', properties: {} }));
  });
});

describe('the Gemini subset (pv-04)', () => {
  const [brew] = exportablesOf('export/pv-04-gemini-subset.json') as [ToolSchema];

  it('drops keywords, not properties, and says what they said', () => {
    expect(gemini(brew)).toEqual({
      type: 'object',
      properties: {
        grams: { type: 'number', description: 'A multiple of 0.5. Must be greater than 0.' },
        leaf: { type: 'string', enum: ['oolong'] },
        level: { type: 'integer', description: 'One of: 1, 2, 3.' },
        cup: { type: 'string', nullable: true, description: 'Format: hostname. Must match the pattern `^[a-z]+$`.' },
        extra: { type: 'object', description: 'Further keys may be given; each value is a string.' },
        additionalProperties: { type: 'boolean', description: 'a real input with an unlucky name' },
      },
      required: ['grams', 'leaf'],
    });
    const dropped = toGemini([brew]).losses.filter((loss) => loss.path === 'grams');
    expect(dropped.map((loss) => loss.message)).toContain(
      'Tool "brew", input "grams": exclusiveMinimum is not taken by Gemini; the description says it.',
    );
  });

  it('keeps for OpenAI what is legal there', () => {
    expect(openai(brew)).toMatchObject({
      properties: {
        grams: { exclusiveMinimum: 0, multipleOf: 0.5 },
        leaf: { const: 'oolong' },
        cup: { type: ['string', 'null'], pattern: '^[a-z]+$' },
        extra: { additionalProperties: { type: 'string' } },
      },
      additionalProperties: false,
    });
  });

  it('lowers nullable enums, mixed enums, type lists and unions', () => {
    const tool = exportable('mixed', {
      type: 'object',
      properties: {
        size: { type: ['string', 'null'], enum: ['s', 'm', null] },
        any: { enum: ['x', 1, null] },
        many: { type: 'array', items: { type: 'string' }, enum: ['a', 'b'] },
        either: {
          description: 'Who',
          oneOf: [{ type: 'string' }, { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] }],
        },
        maybe: { anyOf: [{ type: 'string', description: 'A name' }, { type: 'null' }] },
        titled: {
          oneOf: [
            { const: 'a', title: 'First' },
            { const: 'b', title: 'Second' },
          ],
        },
        blank: { type: 'string', enum: ['', 'yes'] },
        part: {
          type: 'object',
          properties: { a: { type: 'string' } },
          anyOf: [{ required: ['a'] }, { required: ['b'] }],
        },
        pair: {
          type: 'array',
          prefixItems: [
            { type: 'number', title: 'lat' },
            { type: 'number', title: 'lon' },
          ],
        },
        free: {},
        nothing: { type: 'null' },
      },
    });
    expect(exportViolations([tool])).toEqual([]);
    expect(gemini(tool).properties).toMatchObject({
      size: { type: 'string', enum: ['s', 'm'], nullable: true },
      any: {
        anyOf: [
          { type: 'string', enum: ['x'], nullable: true },
          { type: 'integer', description: 'One of: 1.', nullable: true },
        ],
      },
      many: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
      either: {
        anyOf: [
          { type: 'string', description: 'Who' },
          { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
        ],
      },
      maybe: { type: 'string', description: 'A name', nullable: true },
      titled: { type: 'string', enum: ['a', 'b'], description: 'a: First; b: Second' },
      blank: { type: 'string', enum: ['yes'], description: 'May also be left empty.' },
      part: { type: 'object', description: 'Give at least one of a or b.' },
      pair: { type: 'array', description: 'In order: lat, lon.' },
      nothing: { type: 'string', nullable: true },
    });
    expect(openai(tool).properties['size']).toEqual({ type: ['string', 'null'], enum: ['s', 'm', null] });
    expect(openai(tool).properties['many']).toEqual({ type: 'array', items: { type: 'string', enum: ['a', 'b'] } });
    expect(openai(tool).properties['pair']).toMatchObject({ prefixItems: [{}, {}], items: { anyOf: [{}, {}] } });
  });

  it('gives upper-case types where the SDK wants them', () => {
    const parameters = toGemini([brew], { typeCase: 'upper' }).tools?.[0]?.functionDeclarations[0]?.parameters;
    expect(parameters).toMatchObject({ type: 'OBJECT', properties: { cup: { type: 'STRING' } } });
  });
});

describe('references (pv-05)', () => {
  it('are inlined and finite', () => {
    const [route] = exportablesOf('export/pv-05-inline-refs.json') as [ToolSchema];
    expect(exportViolations([route])).toEqual([]);
    expect(JSON.stringify(everyExport([route]))).not.toMatch(/\$ref|\$defs|definitions|x-entity|x-cut/);
    expect(openai(route)).toMatchObject({
      properties: {
        stops: { items: { type: 'object', properties: { lat: { type: 'number' } } } },
        home: { type: 'object', description: 'start point' },
        odd: { type: 'string' },
      },
    });
  });
});

describe('descriptions (pv-07)', () => {
  const [boiler] = exportablesOf('export/pv-07-description-length.json') as [ToolSchema];

  it('are cut at a sentence with a mark, and the loss is reported with both lengths', () => {
    const { tools, losses } = toOpenAI([boiler]);
    const text = tools?.[0]?.function.description ?? '';
    expect(text.length).toBeLessThanOrEqual(1024);
    expect(text).toMatch(/\. \[…\]$/);
    const loss = losses.find((one) => one.kind === 'description-cut' && one.path === '');
    expect(loss?.message).toBe(
      `Tool "boiler_check": the description was cut from ${boiler.description.length} to ${text.length} characters.`,
    );
    expect(boiler.description).toContain('zymurgy');
  });

  it('keep their limit in inputs too, and never split a character', () => {
    const mode = openai(boiler).properties['mode']?.['description'] as string;
    expect(mode.length).toBeLessThanOrEqual(1024);
    const emoji = exportable('e', {}, { description: `${'a'.repeat(1018)}😀😀😀😀` });
    const text = toOpenAI([emoji]).tools?.[0]?.function.description ?? '';
    expect(text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
    expect(text.length).toBeLessThanOrEqual(1024);
  });

  it('keep the explanation of a choice when the text is cut', () => {
    const tool = exportable(
      'c',
      { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      { description: 'word '.repeat(400) },
    );
    const text = toOpenAI([tool]).tools?.[0]?.function.description ?? '';
    expect(text).toMatch(/\[…\] Give at least one of a or b\.$/);
    expect(text.length).toBeLessThanOrEqual(1024);
  });
});

describe('the cap (pv-08)', () => {
  const tools = exportablesOf('export/pv-08-more-than-128.json');

  it('keeps the selection in order and lists what was left out', () => {
    const ranked = [...tools].reverse();
    const { tools: exported, omitted } = toOpenAI(ranked);
    expect(exported?.length).toBe(128);
    expect(exported?.[0]?.function.name).toBe('zz_shut_everything');
    expect(omitted.length).toBe(tools.length - 128);
    expect(omitted[0]).toEqual({
      tool: ranked[128]?.name,
      rank: 129,
      reason: `OpenAI is sent at most 128 tools and this one ranks 129 of ${tools.length}`,
    });
    expect(toMcp(ranked).tools?.length).toBe(tools.length);
  });

  it('takes an own cap and refuses one that makes no sense', () => {
    expect(toAnthropic(tools, { maxTools: 2 }).tools?.length).toBe(2);
    expect(() => toAnthropic(tools, { maxTools: Number.NaN })).toThrow(/maxTools must be at least 1, not NaN/);
  });
});

describe('an empty selection (pv-10)', () => {
  it('leaves the field out for every provider', () => {
    for (const result of [toOpenAI([]), toAnthropic([]), toGemini([]), toMcp([]), toAiSdk([])]) {
      expect(result).toEqual({ tools: undefined, empty: true, losses: [], omitted: [] });
      expect(JSON.stringify({ model: 'm', tools: result.tools })).toBe('{"model":"m"}');
    }
    expect(new ToolGraph().toGemini([]).tools).toBeUndefined();
  });
});

describe('the types of an export', () => {
  it('are what the MCP SDK takes, and a tool set names its schema in the standard way too', () => {
    const graph = new ToolGraph();
    graph.ingestTools([
      { name: 'peek', description: 'Looks.', parameters: { type: 'object', properties: { at: {} } } },
    ]);
    const listed: SdkTool[] = graph.toMcp().tools ?? [];
    expect(listed).toHaveLength(1);
    const schema = graph.toAiSdk().tools?.['peek']?.inputSchema;
    const options = { target: 'draft-2020-12' } as const;
    const standard: StandardSchemaWithJSON['~standard'] | undefined = schema?.['~standard'];
    expect(standard?.jsonSchema.input(options)).toEqual(schema?.jsonSchema);
    expect(standard?.validate({ at: 1 })).toEqual({ value: { at: 1 } });
  });
});

describe('hints', () => {
  const annotations = { readOnlyHint: true, openWorldHint: false };
  const row = {
    name: 'peek',
    title: 'Peek',
    description: 'Looks.',
    inputSchema: { type: 'object', properties: {} },
    annotations,
    _meta: { 'shop.example/tier': 2 },
  };
  const graph = new ToolGraph();
  graph.ingestMcpTools([row], { source: 'shop' });

  it('stay where the form has a place for them, and come back from there', () => {
    expect(graph.toMcp().tools).toEqual([row]);
    const set = graph.toAiSdk().tools;
    expect(set?.['peek']).toMatchObject({ title: 'Peek', annotations });
    const again = new ToolGraph();
    again.ingestTools(set);
    expect(again.get('peek')).toMatchObject({ title: 'Peek', annotations });
  });

  it('are not sent where the provider refuses a key that it does not know', () => {
    const keys = (value: object | undefined) => Object.keys(value ?? {}).sort();
    expect(keys(graph.toOpenAI().tools?.[0]?.function)).toEqual(['description', 'name', 'parameters']);
    expect(keys(graph.toAnthropic().tools?.[0])).toEqual(['description', 'input_schema', 'name']);
    expect(keys(graph.toGemini().tools?.[0]?.functionDeclarations[0])).toEqual(['description', 'name', 'parameters']);
  });
});

describe('a search and its export', () => {
  it('find the full text of a description that is cut for sending (pv-07)', () => {
    const graph = new ToolGraph();
    graph.ingestMcpTools(readJsonFixture('export/pv-07-description-length.json'), { source: 'boiler' });
    const hits = graph.retrieveWithScores('zymurgy', 1);
    expect(hits.map((hit) => hit.tool.name)).toEqual(['boiler_check']);
    expect(graph.toOpenAI(hits).tools?.[0]?.function.description).not.toContain('zymurgy');
    expect(graph.get('boiler_check')?.description).toContain('zymurgy');
  });

  it('of nothing give nothing to send (pv-10)', () => {
    const graph = new ToolGraph();
    graph.ingestMcpTools(readJsonFixture('export/pv-10-empty-selection.json'), { source: 'mill' });
    const hits = graph.retrieveWithScores('quantum entanglement', 5);
    expect(hits).toHaveLength(0);
    expect(hits.emptyReason?.code).toBe('no-term-matched');
    for (const sent of [graph.toOpenAI(hits), graph.toAnthropic(hits), graph.toGemini(hits), graph.toAiSdk(hits)])
      expect(sent.tools).toBeUndefined();
  });

  it('of a catalog beyond the cap want a selection, which holds the tool asked for (pv-08)', () => {
    const graph = new ToolGraph();
    graph.ingestMcpTools(readJsonFixture('export/pv-08-more-than-128.json'), { source: 'plant' });
    expect(() => graph.toOpenAI()).toThrow(expect.objectContaining({ code: 'LIMIT_EXCEEDED' }));
    const sent = graph.toOpenAI(graph.retrieveWithScores('emergency shut all valves', 200));
    expect(sent.tools?.[0]?.function.name).toBe('zz_shut_everything');
    expect(sent.tools?.length).toBeLessThanOrEqual(128);
    const left = graph.toOpenAI(graph.tools.map((tool) => tool.name)).omitted;
    expect(left).toHaveLength(graph.tools.length - 128);
    expect(left[0]?.reason).toMatch(/at most 128/);
  });
});

describe('a selection', () => {
  it('may hold results and the same tool twice', () => {
    const tool = exportable('once', {});
    expect(toOpenAI([{ tool }, tool]).tools?.length).toBe(1);
  });

  it('by name must be in the catalog', () => {
    expect(() => new ToolGraph().toOpenAI(['nope'])).toThrow(/No tool named "nope"/);
  });
});
