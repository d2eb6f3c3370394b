import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AnyFunction } from '../../src/index.js';
import {
  type CallContext,
  ToolError,
  ToolGraph,
  ToolGraphError,
  ToolInputError,
  type ToolOptions,
  tool,
} from '../../src/index.js';

function graphOf(fn: AnyFunction, options: ToolOptions = {}): ToolGraph {
  const graph = new ToolGraph();
  graph.ingestFunctions([tool(fn, { name: 'work', ...options })]);
  return graph;
}

async function failure(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  throw new Error('the call did not fail');
}

describe('arguments', () => {
  const place = (
    { id, tags = ['none'] }: { id: string; tags?: string[] },
    [row, col]: [number, number],
    note = '-',
    ...more: string[]
  ) => [id, tags, row, col, note, more];

  it('go to their places', async () => {
    const graph = graphOf(place);
    expect(await graph.call('work', { id: 'a', rowCol: [1, 2], more: ['x', 'y'] })).toEqual([
      'a',
      ['none'],
      1,
      2,
      '-',
      ['x', 'y'],
    ]);
    expect(await graph.call('work', { id: 'a', tags: ['t'], rowCol: [1, 2], note: 'n' })).toEqual([
      'a',
      ['t'],
      1,
      2,
      'n',
      [],
    ]);
  });

  it('that a rest element gathers are handed on', async () => {
    const graph = graphOf(({ id, ...others }: Record<string, unknown>) => ({ id, others }));
    expect(await graph.call('work', { id: 1, color: 'red' })).toEqual({ id: 1, others: { color: 'red' } });
  });

  it('are each named when they are wrong, and the tool does not run', async () => {
    let ran = false;
    const parameters = z.object({
      id: z.string(),
      limit: z.number(),
      mode: z.enum(['a', 'b']).optional(),
      site: z.object({ lat: z.number() }),
    });
    const graph = graphOf(
      (input: object) => {
        ran = true;
        return input;
      },
      { parameters },
    );
    const error = await failure(graph.call('work', { limit: 'ten', mode: 'c', site: { lat: 'x' }, extra: 1 }));
    expect(error).toBeInstanceOf(ToolInputError);
    expect((error as ToolInputError).problems.map((problem) => problem.argument).sort()).toEqual([
      'extra',
      'id',
      'limit',
      'mode',
      'site.lat',
    ]);
    expect(error.message).toContain('"limit" must be number, not "ten"');
    expect(error.message).toContain('"mode" must be one of "a", "b", not "c"');
    expect(error.message).toContain('"extra" is no argument of the tool');
    expect(ran).toBe(false);
  });

  it('named like prototype members are ordinary', async () => {
    const graph = graphOf(({ constructor: made, toString: text }: Record<string, unknown>, __proto__: string) => [
      made,
      text,
      __proto__,
    ]);
    const args = JSON.parse('{"constructor":"c","toString":"t","__proto__":"p"}') as Record<string, unknown>;
    expect(await graph.call('work', args)).toEqual(['c', 't', 'p']);
    expect((await failure(graph.call('work', {}))).message).toMatch(
      /"constructor" is missing; "toString" is missing; "__proto__" is missing/,
    );
  });
});

describe('context', () => {
  it('supplies requires keys and injected parameters, and says which are missing', async () => {
    const graph = graphOf((order: string, session: string, ctx: { n: number }) => [order, session, ctx], {
      requires: ['session'],
      inject: ['ctx'],
    });
    expect(graph.get('work')?.inputs.map((input) => input.name)).toEqual(['order']);
    expect(await graph.call('work', { order: 'o' }, { values: { session: 's', ctx: { n: 1 } } })).toEqual([
      'o',
      's',
      { n: 1 },
    ]);
    const error = await failure(graph.call('work', { order: 'o' }));
    expect((error as ToolInputError).problems.map((problem) => problem.argument)).toEqual(['session', 'ctx']);
  });

  it('takes what the tool provides', async () => {
    const one: CallContext = {};
    expect(await graphOf(() => ({ rows: 3 }), { provides: ['table'] }).call('work', {}, one)).toEqual({ rows: 3 });
    expect(one.values).toEqual({ table: { rows: 3 } });
    const two: CallContext = { values: {} };
    await graphOf(() => ({ a: 1, b: 2, c: 3 }), { provides: ['a', 'b'] }).call('work', {}, two);
    expect(two.values).toEqual({ a: 1, b: 2 });
    const own: CallContext = { values: {} };
    const writer = (state: Record<string, unknown>) => {
      state['table'] = 'written';
      return 'done';
    };
    await graphOf(writer, { provides: ['table'], inject: ['state'] }).call(
      'work',
      {},
      { values: Object.assign(own.values ?? {}, { state: own.values }) },
    );
    expect(own.values?.['table']).toBe('written');
  });
});

describe('running', () => {
  it('awaits, gathers generators and formats', async () => {
    expect(await graphOf(async (x: number) => x * 2).call('work', { x: 4 })).toBe(8);
    const counting = async function* (to = 3) {
      for (let n = 1; n <= to; n++) yield n;
    };
    expect(await graphOf(counting).call('work', {})).toEqual([1, 2, 3]);
    const formatter = (result: unknown) => `<${String(result)}>`;
    const context: CallContext = {};
    expect(await graphOf(() => 5, { formatter, provides: ['five'] }).call('work', {}, context)).toBe('<5>');
    expect(context.values).toEqual({ five: 5 });
  });

  it('keeps what a tool threw as the cause', async () => {
    const cause = new Error('no stock');
    const error = await failure(
      graphOf(() => {
        throw cause;
      }).call('work'),
    );
    expect(error).toBeInstanceOf(ToolError);
    expect(error).toMatchObject({ code: 'TOOL_FAILED', tool: 'work', cause });
    expect(error.message).toBe('Tool "work" failed: no stock');
  });

  it('stops waiting when the signal aborts', async () => {
    const controller = new AbortController();
    const graph = graphOf(() => new Promise(() => undefined));
    const call = graph.call('work', {}, { signal: controller.signal });
    controller.abort(new Error('enough'));
    const error = await failure(call);
    expect(error).toMatchObject({ code: 'TOOL_FAILED', cause: new Error('enough') });
    expect((await failure(graph.call('work', {}, { signal: controller.signal }))).message).toContain('was aborted');
  });

  it('ends an endless generator at the abort', async () => {
    const controller = new AbortController();
    let closed = false;
    const endless = async function* () {
      try {
        for (let n = 0; ; n++) {
          if (n === 3) controller.abort();
          await new Promise((resolve) => setImmediate(resolve));
          yield n;
        }
      } finally {
        closed = true;
      }
    };
    await failure(graphOf(endless).call('work', {}, { signal: controller.signal }));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(closed).toBe(true);
  });

  it('never runs a tool beside itself when it is not parallel', async () => {
    let running = 0;
    let most = 0;
    const busy = async (n: number) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
      if (n === 1) throw new Error('one fails');
      return n;
    };
    const calls = (graph: ToolGraph) => Promise.allSettled([0, 1, 2].map((n) => graph.call('work', { n })));
    const results = await calls(graphOf(busy, { parallel: false }));
    expect(most).toBe(1);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await calls(graphOf(busy));
    expect(most).toBe(3);
  });

  it('says when the schema itself is unusable', async () => {
    const parameters = { type: 'object', properties: { a: { type: 'string', pattern: '[' } } };
    const graph = graphOf((a: string) => a, { parameters });
    expect(await failure(graph.call('work', { a: 'x' }))).toMatchObject({ code: 'INVALID_DOCUMENT' });
  });

  it('refuses what this process cannot or must not call', async () => {
    const graph = graphOf(() => 1, { externalExecution: true });
    graph.ingestFunctions({ data: { description: 'Only words', parameters: { type: 'object', properties: {} } } });
    for (const name of ['work', 'data'])
      expect(await failure(graph.call(name))).toMatchObject({ code: 'NOT_CALLABLE' });
    expect(await failure(graph.call('gone'))).toBeInstanceOf(ToolGraphError);
  });

  it('runs the tool objects of the SDKs in their own way', async () => {
    const parameters = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] };
    const graph = new ToolGraph();
    graph.ingestFunctions({
      aiSdk: { description: 'x', inputSchema: parameters, execute: async (args: { a: number }) => args.a + 1 },
      agents: {
        type: 'function',
        name: 'agents',
        description: 'x',
        parameters,
        invoke: async (_run: object, text: string) => text,
      },
    });
    expect(await graph.call('aiSdk', { a: 1 })).toBe(2);
    expect(await graph.call('agents', { a: 1 })).toBe('{"a":1}');
  });
});
