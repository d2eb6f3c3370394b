import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ToolGraph, tool } from '../../../src/index.js';
import { Gardener, plant } from '../../fixtures/javascript/runtime-module/garden.js';
import { fixture } from '../../support/cases.js';

const url = pathToFileURL(fixture('javascript/runtime-module/garden.ts')).href;

describe('functions with the source text of their module', () => {
  it('take descriptions, types, optionality, result and place from it', async () => {
    const graph = new ToolGraph();
    graph.ingestFunctions([plant, new Gardener()], { source: url });
    const found = graph.get('plant');
    expect(found).toMatchObject({
      description: 'Plants a seed in a bed.',
      source: {
        kind: 'function',
        id: 'garden.ts',
        file: 'test/fixtures/javascript/runtime-module/garden.ts',
        line: 15,
      },
    });
    expect(found?.inputSchema).toEqual({
      type: 'object',
      properties: {
        bedId: { type: 'string', description: 'The bed to plant in.' },
        seed: {
          type: 'object',
          description: 'What to plant.',
          properties: { name: { type: 'string' }, soil: { type: 'string', enum: ['sand', 'clay'] } },
          required: ['name'],
        },
        depth: { type: 'number', default: 3, description: 'How deep, in centimetres.' },
      },
      required: ['bedId', 'seed'],
    });
    expect(found?.produces.map((field) => [field.path, field.entity])).toEqual([
      ['bedId', 'Bed'],
      ['soil', 'Bed'],
    ]);
    expect(graph.get('water')).toMatchObject({ description: 'Gives water to one bed.' });
    const { signal } = new AbortController();
    expect(await graph.call('plant', { bedId: 'b', seed: { name: 's' } }, { signal })).toEqual({
      bedId: 'b/s/3/false',
      soil: 'sand',
    });
    expect(await graph.call('water', { bedId: 'abc' })).toBe(6);
  });

  it('give way to what tool() says', () => {
    const graph = new ToolGraph();
    graph.ingestFunctions([tool(plant, { name: 'sow', description: 'Sows', requires: ['bedId'] })], { source: url });
    expect(graph.get('sow')).toMatchObject({ description: 'Sows', requires: ['bedId'] });
    expect(graph.get('sow')?.inputs.map((input) => input.name)).toEqual(['seed', 'depth']);
  });

  it('refuse a module that is not there or no module', () => {
    const graph = new ToolGraph();
    expect(() => graph.ingestFunctions([plant], { source: url.replace('.ts', '.py') })).toThrow(
      /no JavaScript or TypeScript/,
    );
    expect(() => graph.ingestFunctions([plant], { source: url.replace('garden', 'gone') })).toThrow(/does not exist/);
    expect(graph.tools).toEqual([]);
  });
});
