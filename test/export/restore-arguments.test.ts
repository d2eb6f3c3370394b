import { describe, expect, it } from 'vitest';
import { restoreArguments, toAiSdk, toAnthropic, toOpenAI } from '../../src/export/index.js';
import { exportable } from '../support/exportable.js';

const search = exportable(
  'search',
  {
    type: 'object',
    properties: {
      'filter[name]': { type: 'string' },
      $top: { type: 'integer' },
      filter_name: { type: 'string' },
      since: { type: ['string', 'null'] },
      place: {
        type: 'object',
        properties: { city: { type: 'string' }, zip: { type: 'string' } },
        required: ['city'],
        additionalProperties: false,
      },
    },
    required: ['filter[name]'],
  },
  { callable: (args) => args },
);

describe('renamed keys', () => {
  it('fit the grammar, stay apart, and come back', () => {
    const schema = toAnthropic([search]).tools?.[0]?.input_schema;
    const keys = Object.keys(schema?.['properties'] as object);
    expect(keys[0]).toMatch(/^filter_name_[0-9a-f]{8}$/);
    expect(keys.slice(1)).toEqual(['top', 'filter_name', 'since', 'place']);
    expect(schema?.['required']).toEqual([keys[0]]);
    expect(restoreArguments(search, { [keys[0] as string]: 'x', top: 3, filter_name: 'y' }, 'anthropic')).toEqual({
      'filter[name]': 'x',
      $top: 3,
      filter_name: 'y',
    });
  });
});

describe('strict mode', () => {
  it('requires everything, with null for what is optional', () => {
    const exported = toOpenAI([search], { strict: true }).tools?.[0]?.function;
    expect(exported?.strict).toBe(true);
    expect(exported?.parameters).toEqual({
      type: 'object',
      properties: {
        'filter[name]': { type: 'string' },
        $top: { type: ['integer', 'null'] },
        filter_name: { type: ['string', 'null'] },
        since: { type: ['string', 'null'] },
        place: {
          type: ['object', 'null'],
          properties: { city: { type: 'string' }, zip: { type: ['string', 'null'] } },
          required: ['city', 'zip'],
          additionalProperties: false,
        },
      },
      required: ['filter[name]', '$top', 'filter_name', 'since', 'place'],
      additionalProperties: false,
    });
  });

  it('nulls come back as absent, where the input takes no null', () => {
    const args = { 'filter[name]': 'x', $top: null, since: null, place: { city: 'Ulm', zip: null }, other: null };
    expect(restoreArguments(search, args, 'openai')).toEqual({
      'filter[name]': 'x',
      since: null,
      place: { city: 'Ulm' },
      other: null,
    });
  });

  it('is left out for a tool it cannot say, with the reason', () => {
    const tool = exportable('free', { type: 'object', properties: { labels: { type: 'object' } } });
    const { tools, losses } = toOpenAI([tool], { strict: true, format: 'responses' });
    expect(tools?.[0]?.strict).toBe(false);
    expect(losses[0]?.message).toBe(
      'Tool "free" is exported without strict mode: input "labels" takes keys that the schema does not name.',
    );
  });
});

describe('an AI SDK tool', () => {
  it('runs with its own keys and carries the mark of an AI SDK schema', async () => {
    const tool = toAiSdk([search]).tools?.['search'];
    const key = Object.keys(tool?.inputSchema.jsonSchema['properties'] as object)[0] as string;
    expect(await tool?.execute?.({ [key]: 'x' })).toEqual({ 'filter[name]': 'x' });
    const schema = tool?.inputSchema as unknown as Record<symbol, unknown>;
    expect(schema[Symbol.for('vercel.ai.schema')]).toBe(true);
    expect(Object.keys(schema)).toEqual(expect.arrayContaining(['jsonSchema', 'validate']));
  });

  it('has no execute when nothing can be called', () => {
    expect(toAiSdk([exportable('far', {})]).tools?.['far']?.execute).toBeUndefined();
  });
});
