import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ingestPython } from '../../../ingest/python/index.js';
import { isNullable, type JsonSchema, schemaTypes } from '../../../src/core/json-schema.js';
import type { ToolDraft } from '../../../src/core/tool-schema.js';
import { fixture } from '../../support/cases.js';

async function toolsOf(name: string): Promise<Map<string, ToolDraft>> {
  const { tools } = await ingestPython(fixture(`python/cases/${name}.py`));
  expect(new Set(tools.map((tool) => tool.originalName)).size).toBe(tools.length);
  return new Map(tools.map((tool) => [tool.originalName, tool]));
}

function tool(tools: Map<string, ToolDraft>, name: string): ToolDraft {
  const found = tools.get(name);
  if (found === undefined) throw new Error(`no tool ${name} among ${[...tools.keys()].join(', ')}`);
  return found;
}

function required(draft: ToolDraft): string[] {
  return [...(draft.inputSchema.required ?? [])].sort();
}

function property(draft: ToolDraft, name: string): JsonSchema {
  const schema = draft.inputSchema.properties?.[name];
  if (schema === undefined) throw new Error(`${draft.originalName} has no input ${name}`);
  return schema;
}

test('py-01: Google sections give types, defaults and whole texts', async () => {
  const tune = tool(await toolsOf('py-01-google-docstrings'), 'tune_piano');
  expect(tune.description).toBe('Tune one piano.\n\nLonger text about tuning.');
  expect(required(tune)).toEqual(['piano_id']);
  expect(Object.keys(tune.inputSchema.properties ?? {})).toEqual(['piano_id', 'pitch', 'mode', 'strings']);
  expect(property(tune, 'pitch')).toEqual({
    type: 'number',
    default: 440,
    description: 'Target of A4. Given in hertz.',
  });
  expect(property(tune, 'mode').default).toBe('fast');
  expect(property(tune, 'mode').description).toBe('One of:\n- "fast": only the middle\n- "deep": every string');
  expect(property(tune, 'piano_id').description).toBe('Which piano: the label on its lid.');
  expect(property(tune, 'strings')).toMatchObject({ type: ['array', 'null'], items: { type: 'integer' } });
  expect(tune.outputSchema).toMatchObject({ type: 'object', description: 'the report, key: value pairs' });
});

test('py-02: NumPy sections document grouped names and choices', async () => {
  const mix = tool(await toolsOf('py-02-numpy-docstrings'), 'mix');
  expect(required(mix)).toEqual(['x1', 'x2']);
  expect(property(mix, 'x1').description).toBe('Input signals of equal length.');
  expect(property(mix, 'x2').description).toBe('Input signals of equal length.');
  expect(property(mix, 'ratio')).toMatchObject({ type: 'number', default: 0.5 });
  expect(property(mix, 'label').enum).toEqual(['left', 'right']);
  expect(mix.description).toBe('Mix two signals.');
  expect(Object.keys(mix.inputSchema.properties ?? {})).toEqual(['x1', 'x2', 'ratio', 'label']);
});

test('py-04: sections need no blank line and no summary before them', async () => {
  const tools = await toolsOf('py-04-tight-docstrings');
  const dim = tool(tools, 'dim');
  expect(dim.description).toBe('Dim the lights.');
  expect(property(dim, 'room').description).toBe('name of the room');
  expect(property(dim, 'level')).toEqual({ type: 'integer', description: 'percent' });
  expect(property(tool(tools, 'lookup'), 'term').description).toBe('what to find');
  expect(tool(tools, 'lookup').description).toBe('lookup');
  expect(tool(tools, 'bare').description).toBe('bare');
});

test('py-05: quoted and postponed annotations are read', async () => {
  const tools = await toolsOf('py-05-postponed-annotations');
  const change = tool(tools, 'change');
  expect(required(change)).toEqual(['amount', 'to']);
  expect(property(change, 'amount').type).toBe('integer');
  expect(property(change, 'to')).toMatchObject({
    type: 'object',
    properties: { code: { type: 'string' } },
    'x-entity': 'Coin',
  });
  expect(isNullable(property(change, 'note'))).toBe(true);
  expect(property(change, 'way').enum).toEqual(['up', 'down']);
  expect(property(change, 'dest')).toEqual({ type: 'string', format: 'path', default: '.' });
  const quoted = tool(tools, 'quoted');
  expect(required(quoted)).toEqual(['a']);
  expect(property(quoted, 'a').type).toBe('integer');
  expect(isNullable(property(quoted, 'b'))).toBe(true);
  expect(property(quoted, 'c')).toMatchObject({ type: 'array', items: { type: 'string' } });
});

test('py-06: every type form of one signature', async () => {
  const tools = await toolsOf('py-06-type-forms');
  const forms = tool(tools, 'all_forms');
  expect(required(forms)).toEqual(['box', 'hue', 'n', 'order', 'spot']);
  expect(property(forms, 'hue').enum).toEqual(['red', 'sea']);
  expect(property(forms, 'spot').required).toEqual(['lat']);
  expect(Object.keys(property(forms, 'spot').properties ?? {})).toEqual(['lat', 'tag']);
  expect(property(forms, 'box').required).toEqual(['w']);
  expect(property(forms, 'order').properties?.['sku']?.description).toBe('stock code');
  expect(property(forms, 'order').properties?.['qty']).toEqual({ type: 'integer', default: 1 });
  expect(property(forms, 'order').required).toEqual(['sku']);
  expect(property(forms, 'n')).toEqual({ type: 'integer', description: 'how many' });
  expect(property(forms, 'who').description).toBe('person');
  expect(isNullable(property(forms, 'who'))).toBe(true);
  expect(schemaTypes(property(forms, 'mix')).sort()).toEqual(['integer', 'string']);
  expect(property(forms, 'maybe').type).toEqual(['integer', 'null']);
  expect(property(forms, 'm').additionalProperties).toEqual({ type: 'number' });
  expect(property(forms, 'pair')).toMatchObject({
    type: 'array',
    prefixItems: [{ type: 'integer' }, { type: 'string' }],
  });
  expect(property(forms, 'day')).toMatchObject({ type: ['string', 'null'], format: 'date' });
  expect(property(forms, 'lit')).toMatchObject({ enum: [1, 2], type: 'integer', default: 1 });
  expect(property(forms, 'blob')).toMatchObject({ type: 'string', contentEncoding: 'base64' });
  expect(property(forms, 'anyv').type).toBeUndefined();
  const nodefault = tool(tools, 'nodefault');
  expect(required(nodefault)).toEqual(['x']);
  expect(isNullable(property(nodefault, 'x'))).toBe(true);
});

test('py-08: only what an importer could bind is a tool, once each', async () => {
  expect([...(await toolsOf('py-08-scope')).keys()]).toEqual(['area', 'beep']);
});

test('py-09: nothing is run, and no computed default is exported', async () => {
  const safe = tool(await toolsOf('py-09-no-execution'), 'safe');
  expect(required(safe)).toEqual([]);
  expect(property(safe, 'a')).toEqual({ type: 'integer' });
  expect(property(safe, 'b')).toEqual({ type: 'string' });
  expect(existsSync(join(tmpdir(), 'gt_case_py09_executed'))).toBe(false);
});
