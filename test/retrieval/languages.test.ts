import { describe, expect, it } from 'vitest';
import { tableLanguages, translationTable } from '../../retrieval/vocabulary/translations.js';
import { ToolGraph } from '../../src/index.js';

const graph = new ToolGraph();
graph.ingestTools([
  { name: 'cancel_order', description: 'Cancel an order' },
  { name: 'create_order', description: 'Create an order' },
  { name: 'list_orders', description: 'List the orders of a customer' },
  { name: 'get_weather', description: 'Weather forecast of a place' },
  { name: 'send_email', description: 'Send an email to a contact' },
  { name: 'upload_file', description: 'Upload a file to a folder' },
  { name: 'chart_data', description: '데이터로 차트를 만든다' },
]);

describe('requests in other languages than the catalog', () => {
  it.each([
    ['주문을 취소해 주세요', 'cancel_order'],
    ['날씨 예보 보여줘', 'get_weather'],
    ['注文をキャンセルしたい', 'cancel_order'],
    ['メールを送って', 'send_email'],
    ['上传文件到文件夹', 'upload_file'],
    ['请帮我取消这个订单', 'cancel_order'],
    ['quiero cancelar mi pedido', 'cancel_order'],
    ['enviar un correo a un contacto', 'send_email'],
    ['chart of the data', 'chart_data'],
  ])('%s', (query, name) => {
    expect(graph.retrieveWithScores(query, 3)[0]?.tool.name).toBe(name);
  });

  it('says in the explanation what a word was taken for', () => {
    const hit = graph.retrieveWithScores('注文をキャンセルしたい', 1)[0];
    expect(hit?.explanation.terms.map(({ word, match }) => [word, match])).toContainEqual(['注文', 'translation']);
  });

  it('leaves English words alone that begin like foreign ones', () => {
    expect(graph.retrieveWithScores('vendetta', 3)).toEqual([]);
  });
});

describe('the table', () => {
  it('has a column for every language in every line, English never empty', () => {
    expect(translationTable.length).toBeGreaterThan(500);
    for (const line of translationTable) {
      const columns = line.split('|').map((column) => column.trim());
      expect(columns, line).toHaveLength(tableLanguages.length);
      expect(columns[0], line).not.toBe('');
    }
  });

  it('writes every language in its script, and Latin words without spaces', () => {
    for (const line of translationTable) {
      const [english = '', korean = '', japanese = '', chinese = '', ...latin] = line.split('|');
      expect(english, line).toMatch(/^[a-z0-9 ,-]+$/);
      expect(korean, line).toMatch(/^[\p{Script=Hangul} ,]*$/u);
      expect(japanese, line).toMatch(/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ーE ,]*$/u);
      expect(chinese, line).toMatch(/^[\p{Script=Han} ,]*$/u);
      for (const column of latin) expect(column, line).toMatch(/^(?: *[\p{Script=Latin}'’-]+\*? *,?)* *$/u);
    }
  });
});
