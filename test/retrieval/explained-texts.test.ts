import { expect, test } from 'vitest';
import { explainedText } from '../../retrieval/explained-texts.js';
import { fieldWords } from '../../retrieval/fields.js';
import { LexicalIndex, termWeights } from '../../retrieval/lexical-index.js';
import { ToolGraph } from '../../src/index.js';

const rows = [
  {
    name: 'cancel_order',
    description: 'Cancel an order of a customer',
    inputSchema: { type: 'object', properties: {} },
  },
  { name: 'list_orders', description: 'List the orders of a shop', inputSchema: { type: 'object', properties: {} } },
];

function tools() {
  const graph = new ToolGraph();
  graph.ingestTools(rows, { source: 'shop' });
  return graph.tools;
}

test('tells of every term the very weight and the fields that the index reads', () => {
  const index = new LexicalIndex();
  const all = tools();
  for (const tool of all) index.add(tool);
  for (const tool of all) {
    const { held } = explainedText(tool, index);
    const read = fieldWords(tool);
    const weights = termWeights(tool, read);
    expect(weights.size).toBeGreaterThan(3);
    for (const [term, weight] of weights) {
      const fields = [...read].filter(([, words]) => words.some((word) => word.term === term)).map(([field]) => field);
      expect(held(term)).toEqual({ weight, fields });
    }
    expect(held('parcel')).toBeUndefined();
  }
});

test('still explains a tool that left the index after it was ranked', () => {
  const index = new LexicalIndex();
  const [tool] = tools();
  if (tool === undefined) throw new Error('no tool was ingested');
  index.add(tool);
  const weight = termWeights(tool).get('order');
  expect(weight).toBeGreaterThan(0);
  index.remove(tool.name);
  expect(explainedText(tool, index).held('order')?.weight).toBe(weight);
});

test('reads the text of a tool once, however often and by whatever index it is explained', () => {
  const [plain] = tools();
  if (plain === undefined) throw new Error('no tool was ingested');
  let reads = 0;
  const tool = Object.defineProperty({ ...plain }, 'description', {
    get() {
      reads++;
      return plain.description;
    },
  });
  const index = new LexicalIndex();
  index.add(tool);
  explainedText(tool, index);
  const once = reads;
  for (let i = 0; i < 5; i++) expect(explainedText(tool, index).held('order')?.fields).toContain('description');
  explainedText(tool, new LexicalIndex());
  expect(reads).toBe(once);
});
