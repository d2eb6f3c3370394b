import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ToolGraph, tool, toolkit } from '../../../src/index.js';
import { Hut, rows } from '../../fixtures/javascript/systems/hut.js';
import { deleteNote, Notebook, readNote } from '../../fixtures/javascript/systems/notebook.js';
import { cancelOrder, findCustomer, listOrders } from '../../fixtures/javascript/systems/plain-functions.js';
import { describeColumns, loadTable, streamRows, type Table } from '../../fixtures/javascript/systems/tables.js';
import { fixture } from '../../support/cases.js';

const moduleOf = (file: string) => pathToFileURL(fixture(`javascript/systems/${file}`)).href;
const edgesOf = (graph: ToolGraph) =>
  graph
    .edges()
    .map((edge) => `${edge.producer} → ${edge.consumer} (${edge.to})`)
    .sort();

describe('plain functions', () => {
  const shop = () => {
    const graph = new ToolGraph();
    graph.ingestFunctions([findCustomer, listOrders, cancelOrder], { source: moduleOf('plain-functions.ts') });
    return graph;
  };

  it('give names, first lines, types, and what has no default is required', () => {
    const graph = shop();
    expect(graph.get('findCustomer')).toMatchObject({
      description: expect.stringMatching(/^Find a customer by e-mail address\.\n/),
      inputSchema: {
        properties: { email: { type: 'string' }, includeClosed: { type: 'boolean', default: false } },
        required: ['email'],
      },
      outputSchema: { properties: { id: { type: 'number' }, name: { type: 'string' } } },
    });
    expect(graph.get('listOrders')?.inputSchema.required).toEqual(['customerId']);
    expect(graph.get('cancelOrder')?.inputSchema).toMatchObject({
      properties: { orderId: { type: 'string' }, reason: { type: 'string' }, notes: { type: 'array' } },
      required: ['orderId'],
    });
    expect(graph.diagnostics).toEqual([]);
  });

  it('are linked by their types, ranked, and planned for in an order that runs', async () => {
    const graph = shop();
    expect(edgesOf(graph)).toEqual(['findCustomer → listOrders (customerId)', 'listOrders → cancelOrder (orderId)']);
    expect(graph.retrieveWithScores('cancel an order', 1)[0]?.tool.name).toBe('cancelOrder');
    expect(graph.plan('cancelOrder').steps.map((step) => step.tool.name)).toEqual([
      'findCustomer',
      'listOrders',
      'cancelOrder',
    ]);
    expect(await graph.call('listOrders', { customerId: 4 })).toEqual([{ orderId: 'order-4', total: 20 }]);
  });

  it('take metadata and contracts that are added after they were ingested', () => {
    const graph = new ToolGraph();
    graph.ingestFunctions([findCustomer, cancelOrder]);
    const [changed] = graph.ingestFunctions([
      tool(cancelOrder, {
        tags: ['orders'],
        annotations: { destructiveHint: true },
        parameters: z.object({ orderId: z.string(), reason: z.enum(['late', 'wrong']).optional() }),
        returns: z.object({ receiptId: z.string() }),
      }),
    ]);
    expect(graph.tools).toHaveLength(2);
    expect(changed).toMatchObject({
      name: 'cancelOrder',
      tags: ['orders'],
      annotations: { destructiveHint: true },
      inputSchema: { properties: { reason: { enum: ['late', 'wrong'] } }, required: ['orderId'] },
      outputSchema: { properties: { receiptId: { type: 'string' } } },
    });
    expect(graph.diagnostics.map((entry) => entry.code)).toContain('tool-replaced');
  });
});

describe('discovery in a global and a project folder', () => {
  const graph = new ToolGraph();
  const report = graph.discoverTools({
    global: fixture('javascript/systems/discovery/global'),
    project: fixture('javascript/systems/discovery/project'),
  });

  it('takes typed and documented functions; the project overrides; a broken file costs only itself', () => {
    expect(graph.tools.map(({ name, source }) => [name, source.id])).toEqual([
      ['countWords', 'global'],
      ['printNote', 'project'],
    ]);
    const said = report.diagnostics.map((entry) => `${entry.code} ${entry.item?.split('/').at(-1)}`);
    expect(said.sort()).toEqual([
      'not-discoverable undocumented',
      'syntax-error broken.js',
      'tool-overridden printNote',
    ]);
  });

  it('keeps paragraphs, continuation lines, lists and unions', () => {
    const count = graph.get('countWords');
    expect(count?.description).toBe('Count the words of a text.\n\nNumbers count as words.');
    expect(count?.inputSchema).toMatchObject({
      properties: {
        text: {
          type: 'string',
          description: expect.stringMatching(/^The text to look at,\s+which may span several lines\.$/),
        },
        ignore: {
          type: ['array', 'null'],
          items: { type: 'string' },
          description: expect.stringMatching(/short ones\s+- names/),
        },
        limits: { type: 'object', additionalProperties: { type: 'number' } },
      },
      required: ['text'],
    });
    expect(graph.get('printNote')?.inputSchema).toMatchObject({
      properties: { note: { type: ['string', 'number'] }, copies: { enum: [1, 2], default: 1 } },
      required: ['note'],
    });
    expect(graph.get('printNote')?.source).toMatchObject({
      line: 2,
      file: expect.stringMatching(/project\/print\.ts$/),
    });
  });
});

describe('wrapped functions and toolkits', () => {
  const notebook = toolkit({
    name: 'notes',
    instance: new Notebook(),
    exclude: ['burnNotes'],
    aliases: { addNote: 'write_note' },
    options: { addNote: { requiresConfirmation: true, inject: ['team'] } },
  });
  const wrapped = tool(deleteNote, {
    name: 'erase_note',
    description: 'Erase a note for good.',
    strict: true,
    instructions: 'Ask twice.',
    requiresConfirmation: true,
    cache: false,
  });
  const graph = new ToolGraph();
  graph.ingestFunctions([tool(readNote, { inject: ['agent'] }), wrapped, notebook], {
    source: moduleOf('notebook.ts'),
  });

  it('carry options, aliases and groups, and hide what the host injects', async () => {
    expect(graph.tools.map(({ name, inputs }) => [name, inputs.map((input) => input.name)])).toEqual([
      ['readNote', ['noteId']],
      ['erase_note', ['noteId']],
      ['write_note', ['title', 'body']],
      ['sortNotes', ['key']],
    ]);
    expect(graph.get('erase_note')).toMatchObject({
      description: 'Erase a note for good.',
      metadata: { strict: true, instructions: 'Ask twice.', requiresConfirmation: true, cache: false },
    });
    expect(await graph.call('readNote', { noteId: 'n1' }, { values: { agent: { user: 'Ada' } } })).toBe('Ada reads n1');
    await expect(graph.call('readNote', { noteId: 'n1' })).rejects.toThrow(/"agent" is supplied by the host/);
    expect(await graph.call('write_note', { title: 'a' }, { values: { team: { user: 'Bo' } } })).toBe(1);
  });

  it('can be filtered in a search by group and by policy', () => {
    const asked = (options: object) =>
      graph
        .retrieveWithScores('note', 9, options)
        .map((hit) => hit.tool.name)
        .sort();
    expect(asked({ tags: ['notes'] })).toEqual(['sortNotes', 'write_note']);
    expect(asked({ metadata: { requiresConfirmation: true } })).toEqual(['erase_note', 'write_note']);
  });

  it('refuse unknown methods, unknown options and contradictions', () => {
    expect(() => toolkit({ name: 'n', instance: new Notebook(), include: ['burnNote'] })).toThrow(
      /did you mean "burnNotes"/,
    );
    expect(() => tool(readNote, { instruction: 'x' } as never)).toThrow(/unknown option "instruction"/);
    expect(() => tool(readNote, { requiresConfirmation: true, externalExecution: true })).toThrow(/exclude each other/);
  });
});

describe('methods of an object, and rows of data', () => {
  it('are tools without their object; one bound method is enough', async () => {
    const hut = new Hut(2);
    const graph = new ToolGraph();
    graph.ingestFunctions([hut], { source: moduleOf('hut.ts') });
    expect(graph.tools.map((each) => each.name)).toEqual(['reserve', 'freeBeds']);
    expect(graph.get('reserve')?.inputSchema).toMatchObject({
      properties: { guest: { type: 'string', description: 'Who will sleep there.' }, nights: { default: 1 } },
      required: ['guest'],
    });
    const alone = new ToolGraph();
    alone.ingestFunctions([hut.freeBeds.bind(hut)]);
    expect(await alone.call('freeBeds')).toBe(2);
  });

  it('never run beside themselves when not parallel, and fail with the errors of tools', async () => {
    const hut = new Hut(2);
    const graph = new ToolGraph();
    graph.ingestFunctions(
      [
        toolkit({
          name: 'hut',
          instance: hut,
          options: { reserve: { parallel: false, annotations: { destructiveHint: true } } },
        }),
      ],
      { source: moduleOf('hut.ts') },
    );
    expect(graph.get('reserve')).toMatchObject({
      metadata: { parallel: false },
      annotations: { destructiveHint: true },
    });
    await Promise.all([graph.call('reserve', { guest: 'Ada' }), graph.call('reserve', { guest: 'Bo', nights: 2 })]);
    expect(hut.guests).toEqual(['Ada', 'Bo']);
    await expect(graph.call('reserve', { guest: 'Cy' })).rejects.toMatchObject({ name: 'ToolError', tool: 'reserve' });
    await expect(graph.call('reserve', { guest: 7, nights: 'x' })).rejects.toMatchObject({
      name: 'ToolInputError',
      problems: [{ argument: 'guest' }, { argument: 'nights' }],
    });
  });

  it('of a table keep their contracts and links, and a bad row costs only itself', () => {
    const graph = new ToolGraph();
    graph.ingestFunctions([new Hut(1)], { source: moduleOf('hut.ts') });
    const report = graph.ingestTools(rows, { source: 'office' });
    expect(report.tools.map((each) => [each.name, each.tags])).toEqual([
      ['send_bill', ['office']],
      ['ring_bell', ['office']],
    ]);
    expect(report.quarantined).toBe(1);
    expect(graph.get('send_bill')).toMatchObject({
      metadata: { season: 'summer' },
      annotations: { destructiveHint: false },
      outputSchema: { properties: { billId: { type: 'string' } } },
    });
    expect(edgesOf(graph)).toEqual(['reserve → send_bill (bookingId)']);
    expect(graph.edges()[0]?.evidence.map((each) => each.kind)).toContain('declared');
  });
});

describe('tools with context keys', () => {
  const kit = () => {
    const graph = new ToolGraph();
    graph.ingestFunctions(
      [
        tool(loadTable, { provides: ['table'], purpose: 'Brings spreadsheets into memory.' }),
        tool(describeColumns, {
          requires: ['table'],
          provides: ['report'],
          purpose: 'Statistics such as mean and spread.',
          formatter: (text) => `describeColumns: ${String(text)}`,
        }),
        tool(streamRows, { requires: ['table'] }),
      ],
      { source: moduleOf('tables.ts') },
    );
    return graph;
  };

  it('ask the model for none of them, and link provider to requirer', () => {
    const graph = kit();
    expect(graph.get('describeColumns')?.inputSchema).toMatchObject({
      properties: { columns: { type: 'array', items: { type: 'string' }, description: 'Which columns.' } },
      required: ['columns'],
    });
    expect(graph.get('describeColumns')?.inputs.map((input) => input.name)).toEqual(['columns', 'precision']);
    expect(edgesOf(graph)).toEqual(['loadTable → describeColumns (table)', 'loadTable → streamRows (table)']);
    expect(graph.edges()[0]?.evidence).toMatchObject([{ kind: 'context' }]);
    expect(graph.closure('describeColumns').required.map((step) => step.tool.name)).toEqual([
      'loadTable',
      'describeColumns',
    ]);
  });

  it('are found by their purpose', () => {
    const found = (query: string) => kit().retrieveWithScores(query, 1, { prerequisites: false })[0]?.tool.name;
    expect(found('bring a spreadsheet in')).toBe('loadTable');
    expect(found('mean and spread')).toBe('describeColumns');
  });

  it('run one after the other in one context, formatted, and as a stream', async () => {
    const graph = kit();
    const context: { values: Record<string, unknown> } = { values: {} };
    await graph.call('loadTable', { path: 'a' }, context);
    expect(context.values['table'] as Table).toEqual([{ a: 3 }, { a: 5 }]);
    expect(await graph.call('describeColumns', { columns: ['a'], precision: 1 }, context)).toBe('describeColumns: 4.0');
    expect(context.values['report']).toBe('4.0');
    expect(await graph.call('streamRows', { most: 2 }, context)).toEqual([3, 5]);
  });

  it('stand beside tools of another framework, taken as they are', async () => {
    const graph = kit();
    graph.ingestTools([
      {
        name: 'plot',
        description: 'Plot a report.',
        schema: z.object({ report: z.string() }),
        invoke: async (x: unknown) => x,
      },
    ]);
    expect(graph.get('plot')).toMatchObject({ source: { form: 'langchain' }, inputSchema: { required: ['report'] } });
    expect(await graph.call('plot', { report: '4.0' })).toEqual({ report: '4.0' });
  });
});
