import { describe, expect, it } from 'vitest';
import { ingestArazzoDocument } from '../../../ingest/arazzo/index.js';
import { ToolGraph } from '../../../src/index.js';
import { fixture } from '../../support/cases.js';

const spec = fixture('arazzo/shop.yaml');
const workflow = fixture('arazzo/shop.arazzo.yaml');

function workflowEdges(graph: ToolGraph) {
  return graph
    .edges()
    .filter((edge) => edge.evidence.some((evidence) => evidence.kind === 'workflow'))
    .map(({ producer, consumer, from, to }) => [producer, consumer, from, to])
    .sort();
}

const consumerOf = (graph: ToolGraph) =>
  graph.tools.find((tool) => tool.source.kind === 'openapi' && tool.source.path === '/baskets/{basketRef}')?.name ?? '';

describe('an Arazzo document', () => {
  it('links the tools of an ingested spec, through outputs, called workflows and bodies', async () => {
    const graph = new ToolGraph();
    await graph.ingestOpenApi(spec);
    const report = await graph.ingestArazzo(workflow);
    const fill = consumerOf(graph);
    expect(report).toMatchObject({ added: 0, removed: 0 });
    expect(report.tools.map((tool) => tool.name)).toContain(fill);
    const links = graph
      .get(fill)
      ?.links?.map(({ tool, from, to }) => [tool, from, to])
      .sort();
    expect(links).toEqual([
      ['findThings', 'rows[].code', 'line.article'],
      ['findThings', 'rows[].code', 'line.other'],
      ['logIn', 'session.token', 'line.note'],
      ['logIn', 'session.token', 'pass'],
      ['openBasket', 'ref', 'basketRef'],
    ]);
    expect(workflowEdges(graph)).toContainEqual(['openBasket', fill, 'ref', 'basketRef']);
    expect(graph.producersOf(fill, 'basketRef')[0]).toMatchObject({ producer: 'openBasket' });
  });

  it('may come before the spec, and its links survive a new ingest of the spec', async () => {
    const late = new ToolGraph();
    const first = await late.ingestArazzo(workflow);
    expect(first.tools).toEqual([]);
    expect(first.diagnostics.filter((entry) => entry.code === 'unknown-operation').length).toBe(5);
    await late.ingestOpenApi(spec);
    const early = new ToolGraph();
    await early.ingestOpenApi(spec);
    await early.ingestArazzo(workflow);
    await early.ingestOpenApi(spec);
    await early.ingestArazzo(workflow);
    expect(workflowEdges(late).length).toBeGreaterThan(0);
    expect(workflowEdges(early)).toEqual(workflowEdges(late));
    expect(early.get(consumerOf(early))?.links).toEqual(late.get(consumerOf(late))?.links);
  });

  it('takes its links along when it is removed', async () => {
    const graph = new ToolGraph();
    await graph.ingestOpenApi(spec);
    const before = JSON.stringify(graph.tools);
    const report = await graph.ingestArazzo(workflow, { source: 'flows' });
    expect(report.sources).toEqual(['flows']);
    graph.removeSource('flows');
    expect(workflowEdges(graph)).toEqual([]);
    expect(JSON.stringify(graph.tools)).toBe(before);
    expect(graph.diagnostics.filter((entry) => entry.source === 'flows')).toEqual([]);
  });

  it('names what it cannot follow', async () => {
    const graph = new ToolGraph();
    await graph.ingestOpenApi(spec);
    const { diagnostics } = await graph.ingestArazzo(workflow, { source: 'flows' });
    expect(diagnostics.map(({ code, item }) => [code, item])).toEqual([
      ['unknown-step', 'buy.lost'],
      ['unknown-operation', 'nowhere'],
    ]);
  });
});

describe('expressions', () => {
  const links = (steps: unknown[], rest: object = {}) =>
    ingestArazzoDocument({ arazzo: '1.1.0', workflows: [{ workflowId: 'w', steps }], ...rest }, 's').links.map(
      ({ producer, consumer, from, to }) => [producer.operationId, consumer.operationId, from, to],
    );
  const make = (outputs: object) => ({ stepId: 'a', operationId: 'make', outputs });
  const use = (value: unknown, rest: object = {}) => ({
    stepId: 'b',
    operationId: 'use',
    parameters: [{ name: 'p', in: 'query', value }],
    ...rest,
  });

  it('select with JSONPath and JSON Pointer (1.1)', () => {
    const outputs = {
      path: { context: '$response.body', selector: "$.rows[0]['key']", type: 'jsonpath' },
      pointer: { context: '$response.body', selector: '/rows/3/key', type: 'jsonpointer' },
      filter: { context: '$response.body', selector: '$..book[?(@.x)]', type: 'jsonpath' },
    };
    expect(links([make(outputs), use('$steps.a.outputs.path')])).toEqual([['make', 'use', 'rows[].key', 'p']]);
    expect(links([make(outputs), use('$steps.a.outputs.pointer')])).toEqual([['make', 'use', 'rows[].key', 'p']]);
    expect(links([make(outputs), use('$steps.a.outputs.filter')])).toEqual([['make', 'use', undefined, 'p']]);
  });

  it('may name outputs with dots, headers, other outputs and properties below', () => {
    const outputs = { 'a.b': '$response.body#/deep', head: '$response.header.Location', again: '$steps.a.outputs.a.b' };
    expect(links([make(outputs), use('$steps.a.outputs.a.b.c')])).toEqual([['make', 'use', 'deep.c', 'p']]);
    expect(links([make(outputs), use('$steps.a.outputs.head')])).toEqual([['make', 'use', undefined, 'p']]);
    expect(links([make(outputs), use('$steps.a.outputs.again')])).toEqual([['make', 'use', 'deep', 'p']]);
  });

  it('reach through shared parameters, JSON text bodies and inputs of called workflows', () => {
    const shared = { components: { parameters: { key: { name: 'p', in: 'query', value: '$steps.a.outputs.id' } } } };
    const id = { id: '$response.body#/id' };
    expect(
      links(
        [make(id), { stepId: 'b', operationId: 'use', parameters: [{ reference: '$components.parameters.key' }] }],
        shared,
      ),
    ).toEqual([['make', 'use', 'id', 'p']]);
    expect(
      links([
        make(id),
        { stepId: 'b', operationId: 'use', requestBody: { payload: '{"list": [{"of": "{$steps.a.outputs.id}"}]}' } },
      ]),
    ).toEqual([['make', 'use', 'id', 'list[].of']]);
    const called = {
      arazzo: '1.0.0',
      workflows: [
        {
          workflowId: 'w',
          steps: [
            make(id),
            { stepId: 'b', workflowId: 'inner', parameters: [{ name: 'given', value: '$steps.a.outputs.id' }] },
          ],
        },
        {
          workflowId: 'inner',
          steps: [{ stepId: 'c', operationId: 'use', parameters: [{ name: 'p', in: 'path', value: '$inputs.given' }] }],
        },
      ],
    };
    expect(ingestArazzoDocument(called, 's').links).toEqual([
      {
        workflow: 'w',
        step: 'c',
        producer: { operationId: 'make' },
        consumer: { operationId: 'use' },
        from: 'id',
        to: 'p',
      },
    ]);
  });

  it('that go in circles come to an end, and an operation never links to itself', () => {
    const circle = [
      { stepId: 'a', operationId: 'x', outputs: { o: '$steps.b.outputs.o' } },
      {
        stepId: 'b',
        operationId: 'y',
        outputs: { o: '$steps.a.outputs.o' },
        parameters: [{ name: 'p', value: '$steps.a.outputs.o' }],
      },
    ];
    expect(links(circle)).toEqual([]);
    expect(links([make({ id: '$response.body#/id' }), { ...use('$steps.a.outputs.id'), operationId: 'make' }])).toEqual(
      [],
    );
    const calls = {
      arazzo: '1.0.0',
      workflows: ['p', 'q'].map((workflowId, index) => ({
        workflowId,
        steps: [
          { stepId: 's', workflowId: ['q', 'p'][index] },
          { stepId: 't', workflowId: ['q', 'p'][index] },
        ],
      })),
    };
    expect(ingestArazzoDocument(calls, 's').links).toEqual([]);
  });
});

describe('a document that is no Arazzo document', () => {
  it('is refused', async () => {
    for (const document of [{}, { arazzo: '2.0.0' }, { openapi: '3.0.0' }, null, []])
      expect(() => ingestArazzoDocument(document, 's')).toThrow(expect.objectContaining({ code: 'INVALID_DOCUMENT' }));
    await expect(new ToolGraph().ingestArazzo('<html></html>')).rejects.toMatchObject({ code: 'INVALID_DOCUMENT' });
    await expect(new ToolGraph().ingestArazzo('no/such/file.yaml')).rejects.toMatchObject({ code: 'SOURCE_NOT_FOUND' });
  });

  it('costs only its bad parts', () => {
    const { links, diagnostics } = ingestArazzoDocument(
      {
        arazzo: '1.0.0',
        workflows: [7, { workflowId: 'w', steps: [null, { stepId: 'a' }] }, { workflowId: 'w', steps: [] }],
      },
      's',
    );
    expect(links).toEqual([]);
    expect(diagnostics.map((entry) => entry.code)).toEqual([
      'invalid-workflow',
      'invalid-step',
      'unknown-step-kind',
      'duplicate-workflow',
    ]);
  });
});
