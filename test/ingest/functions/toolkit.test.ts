import { describe, expect, it } from 'vitest';
import { ToolGraph, tool, toolkit } from '../../../src/index.js';

class Shop {
  #orders = ['a1'];
  list(limit = 10) {
    return this.#orders.slice(0, limit);
  }
  cancel(orderId: string) {
    return `${orderId} of ${this.#orders.length}`;
  }
  _secret() {
    return 1;
  }
}

describe('toolkit()', () => {
  it('gives chosen methods of an object, with aliases, options and the group as a tag', async () => {
    const kit = toolkit({
      name: 'shop',
      instance: new Shop(),
      exclude: ['list'],
      aliases: { cancel: 'cancel_order' },
      options: { cancel: { description: 'Cancels an order', requiresConfirmation: true } },
    });
    const graph = new ToolGraph();
    const added = graph.ingestFunctions([kit]);
    expect(added.map((each) => each.name)).toEqual(['cancel_order']);
    expect(added[0]).toMatchObject({
      description: 'Cancels an order',
      tags: ['shop'],
      metadata: { requiresConfirmation: true },
    });
    expect(await graph.call('cancel_order', { orderId: 'a1' })).toBe('a1 of 1');
  });

  it('takes listed functions, tool() definitions and tool objects', () => {
    const kit = toolkit({
      name: 'mix',
      tools: [
        function first(a: string) {
          return a;
        },
        tool(() => 2, { name: 'second', tags: ['own'] }),
        { name: 'third', description: 'Third', parameters: { type: 'object', properties: { x: {} } } },
      ],
      include: ['second', 'third'],
      defaults: { strict: true },
    });
    const graph = new ToolGraph();
    graph.ingestFunctions([kit]);
    expect(graph.tools.map((each) => [each.name, [...each.tags].sort(), each.metadata])).toEqual([
      ['second', ['mix', 'own'], { strict: true }],
      ['third', ['mix'], { strict: true }],
    ]);
  });

  it('refuses names that are not there, naming those that are', () => {
    const instance = new Shop();
    expect(() => toolkit({ name: 'shop', instance, include: ['cancle'] })).toThrow(
      /has no tool "cancle" \(in "include"\); did you mean "cancel"\? Its tools: list, cancel\./,
    );
    expect(() => toolkit({ name: 'shop', instance, aliases: { _secret: 'x' } })).toThrow(/has no tool "_secret"/);
    expect(() => toolkit({ name: 'shop' })).toThrow(/either "tools" or "instance"/);
    expect(() => toolkit({ name: 'shop', instance, options: { list: { color: 1 } as never } })).toThrow(
      /unknown option "color"/,
    );
    expect(() => toolkit({ name: 'shop', tools: [() => 1] })).toThrow(/tools\[0\] of toolkit "shop"/);
  });
});
