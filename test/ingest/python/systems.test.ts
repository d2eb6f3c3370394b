import { expect, test } from 'vitest';
import { ingestPython } from '../../../ingest/python/index.js';
import { fixture } from '../../support/cases.js';
import { byName, inputNames, inputOf, toolNamed } from './support.js';

async function system(name: string) {
  const result = await ingestPython(fixture(`python/systems/${name}.py`));
  return {
    tools: byName(result),
    codes: result.diagnostics.map((entry) => entry.code),
    diagnostics: result.diagnostics,
  };
}

test('plain functions: names, first lines, hints and defaults', async () => {
  const { tools, codes } = await system('plain_functions');
  expect([...tools.keys()]).toEqual(['find_customer', 'open_ticket']);
  const find = toolNamed(tools, 'find_customer');
  expect(find.description.split('\n')[0]).toBe('Find a customer by e-mail address.');
  expect(find.inputSchema).toEqual({
    type: 'object',
    properties: { email: { type: 'string' }, include_closed: { type: 'boolean', default: false } },
    required: ['email'],
  });
  const open = toolNamed(tools, 'open_ticket');
  expect(open.inputSchema.required).toEqual(['customer_id', 'subject']);
  expect(inputOf(open, 'labels')).toEqual({ type: 'array', items: {} });
  expect(open.outputSchema).toEqual({ type: 'integer' });
  expect(codes).toEqual([]);
});

test('typed and documented functions: Args with continuation lines, unions, defaults, flags for discovery', async () => {
  const { tools } = await system('patchpal_style');
  const count = toolNamed(tools, 'count_words');
  expect(count.metadata?.['summary']).toBe('Count the words of a text.');
  expect(inputOf(count, 'text').description).toBe('The text to look at, which may span several lines.');
  const convert = toolNamed(tools, 'convert_units');
  expect(convert.inputSchema.required).toEqual(['value', 'unit']);
  expect(inputOf(convert, 'value').type).toBe('number');
  expect(inputOf(convert, 'table')).toMatchObject({
    type: ['object', 'null'],
    additionalProperties: { type: 'number' },
  });
  expect(inputOf(convert, 'history')).toMatchObject({ type: ['array', 'null'], items: { type: 'string' } });
  const flags = [...tools.values()].map((tool) => [
    tool.originalName,
    tool.metadata?.['typed'],
    tool.metadata?.['documented'],
  ]);
  expect(flags).toEqual([
    ['count_words', true, true],
    ['convert_units', true, true],
    ['untyped', false, true],
    ['undocumented', true, false],
  ]);
});

test('wrappers and toolkits: options, aliases, include and exclude, injected parameters', async () => {
  const { tools, diagnostics } = await system('buddy_style');
  expect([...tools.keys()]).toEqual([
    'read_note',
    'erase_note',
    'contradictory',
    'add_note',
    'sort_notes',
    'count_notes',
    'shout',
  ]);
  expect(inputNames(toolNamed(tools, 'read_note'))).toEqual(['note_id']);
  const erase = toolNamed(tools, 'erase_note');
  expect(erase.description).toBe('Erase a note for good.');
  expect(inputNames(erase)).toEqual(['note_id']);
  expect(erase.originalId).toBe('buddy_style:delete_note');
  expect(erase.metadata?.['options']).toEqual({
    requires_confirmation: true,
    strict: true,
    instructions: 'Ask twice.',
    cache_results: false,
  });
  const add = toolNamed(tools, 'add_note');
  expect(inputNames(add)).toEqual(['title', 'body']);
  expect(inputOf(add, 'title').description).toBe('Its heading.');
  expect(add.tags).toEqual(['notes']);
  expect(add.metadata).toMatchObject({ toolkit: 'notes', options: { requires_confirmation: true } });
  expect(inputNames(toolNamed(tools, 'sort_notes'))).toEqual(['key']);
  expect(inputNames(toolNamed(tools, 'count_notes'))).toEqual([]);
  expect(toolNamed(tools, 'count_notes').inputSchema.properties).toEqual({});
  expect(diagnostics.map((entry) => entry.code).sort()).toEqual(['conflicting-options', 'unknown-toolkit-tool']);
  expect(diagnostics.find((entry) => entry.code === 'unknown-toolkit-tool')?.message).toContain('burn_notes');
});

test('marked methods: no self, hints and concurrency kept', async () => {
  const { tools } = await system('alpine_style');
  expect([...tools.keys()]).toEqual(['reserve', 'free_beds', 'altitude']);
  const reserve = toolNamed(tools, 'reserve');
  expect(reserve.originalId).toBe('alpine_style:Hut.reserve');
  expect(inputNames(reserve)).toEqual(['guest', 'nights']);
  expect(reserve.inputs.map((input) => input.position)).toEqual([0, 1]);
  expect(reserve.annotations).toEqual({ destructiveHint: true });
  expect(reserve.metadata?.['options']).toEqual({ parallel: false });
  const free = toolNamed(tools, 'free_beds');
  expect(free).toMatchObject({ title: 'Free beds', annotations: { readOnlyHint: true }, metadata: { async: true } });
  expect(inputOf(free, 'day')).toEqual({ type: 'string', description: 'ISO date' });
  expect(inputNames(toolNamed(tools, 'altitude'))).toEqual(['hut']);
});

test('context keys: required ones are no inputs, purposes are searched', async () => {
  const { tools } = await system('lumen_style');
  const load = toolNamed(tools, 'load_table');
  expect(load.provides).toEqual(['table']);
  expect(load.keywords).toContain('Brings spreadsheets into memory.');
  expect(inputOf(load, 'path')).toEqual({ type: 'string', description: 'Where the file lies.' });
  const describe = toolNamed(tools, 'describe_columns');
  expect(describe.requires).toEqual(['table']);
  expect(describe.provides).toEqual(['report']);
  expect(inputNames(describe)).toEqual(['columns', 'precision']);
  expect(describe.inputSchema.required).toEqual(['columns']);
  expect(inputOf(describe, 'columns')).toEqual({
    type: 'array',
    items: { type: 'string' },
    description: 'Which columns.',
  });
  expect(describe.outputSchema).toEqual({ type: 'string', description: 'A short report.' });
});

test('marks of other frameworks', async () => {
  const { tools } = await system('framework_marks');
  expect([...tools.keys()]).toEqual([
    'dock',
    'undock',
    'tide_table',
    'crew',
    'knots',
    'load_freight',
    'weigh',
    'send_pilot',
    'buoy',
    'switch_lamp',
    'sound_horn',
  ]);
  const dock = toolNamed(tools, 'dock');
  expect(inputNames(dock)).toEqual(['ship', 'berth']);
  expect(inputOf(dock, 'berth')).toEqual({
    type: 'integer',
    description: 'berth number',
    minimum: 1,
    maximum: 40,
    default: 1,
  });
  expect(toolNamed(tools, 'undock')).toMatchObject({
    annotations: { destructiveHint: false, idempotentHint: true },
    tags: ['ships'],
  });
  expect(toolNamed(tools, 'tide_table').description).toBe('Tides of a day.');
  expect(inputNames(toolNamed(tools, 'tide_table'))).toEqual(['day']);
  expect(inputNames(toolNamed(tools, 'crew'))).toEqual(['ship']);
  const load = toolNamed(tools, 'load_freight');
  expect(inputNames(load)).toEqual(['tons', 'fragile']);
  expect(inputOf(load, 'tons')).toEqual({ type: 'number', exclusiveMinimum: 0, description: 'weight in tons' });
  expect(inputNames(toolNamed(tools, 'weigh'))).toEqual(['cargo']);
  expect(toolNamed(tools, 'buoy').description).toBe('Inspect one buoy.');
  expect(toolNamed(tools, 'sound_horn')).toMatchObject({ description: 'Sound the horn.' });
  expect(inputOf(toolNamed(tools, 'sound_horn'), 'seconds')).toEqual({ type: 'integer', default: 3 });
});
