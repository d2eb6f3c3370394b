import { describe, expect, it } from 'vitest';
import { LexicalIndex } from '../../../retrieval/lexical-index.js';
import { certainLanguagesOf, foreignLanguagesOf } from '../../../retrieval/stop-words.js';
import { terms } from '../../../retrieval/tokenize.js';
import { splitForeignClauses } from '../../../retrieval/vocabulary/clause-borders.js';
import { foreignTermsOf, translationsIn, translationsOf } from '../../../retrieval/vocabulary/concepts.js';
import { foldHan } from '../../../retrieval/vocabulary/han-variants.js';
import { tableWords } from '../../../retrieval/vocabulary/table-words.js';
import { ToolGraph } from '../../../src/index.js';

function indexOf(...descriptions: string[]): LexicalIndex {
  const graph = new ToolGraph();
  const index = new LexicalIndex();
  const rows = descriptions.map((description, i) => ({ name: `tool_${i}`, description }));
  graph.ingestTools(rows);
  for (const tool of graph.tools) index.add(tool);
  return index;
}

describe('words of the table in text without spaces', () => {
  it.each([
    ['取消订单并退款', ['取消', '订单', '退款']],
    ['注文をキャンセルしたい', ['注文', 'キャンセル']],
    ['주문을 취소해 주세요', ['주문', '취소']],
    ['사진을 보낸 사람', ['사진', '보낸', '사람']],
    ['刪除檔案', ['刪除', '檔案']],
  ])('%s', (text, expected) => {
    expect(tableWords(text).map((word) => word.surface)).toEqual(expected);
  });

  it('covers the most letters: a longer word wins over those within it', () => {
    expect(tableWords('信用卡').map((word) => word.surface)).toEqual(['信用卡']);
    expect(tableWords('天气预报').map((word) => word.surface)).toEqual(['天气预报']);
  });

  it('keeps time in proportion to length', () => {
    const start = performance.now();
    tableWords('取消订单并退款给客户'.repeat(2000));
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

describe('one character in several writings', () => {
  it('folds traditional and Japanese forms', () => {
    expect(foldHan('刪除訂單')).toBe('删除订单');
    expect(foldHan('検索')).toBe(foldHan('檢索'));
    expect(foldHan('abc 中')).toBe('abc 中');
  });
});

describe('translations', () => {
  const english = indexOf('Cancel an order', 'Send an email to a customer', 'Create a calendar event');

  it.each([
    ['cancelar', 'es', 'cancel'],
    ['cancélame', 'es', 'cancel'],
    ['pedidos', 'pt', 'order'],
    ['commandes', 'fr', 'order'],
    ['bestellung', 'de', 'order'],
    ['kalendertermin', 'de', 'calendar'],
  ] as const)('leads %s (%s) to %s', (word, language, meaning) => {
    expect(translationsOf(word, [language], english)).toContain(terms(meaning)[0]);
  });

  it('leads text of other scripts to the terms of the catalog, in its order', () => {
    expect(translationsIn('일정을 취소', english)).toEqual([
      { surface: '일정', terms: terms('calendar event').slice(1) },
      { surface: '취소', terms: ['cancel'] },
    ]);
  });

  it('leaves a word alone that only begins like one of the table', () => {
    expect(translationsOf('ordenadorfabrikation', ['es'], english)).toEqual([]);
  });

  it('leads English words to tools in another language, and only where there are such tools', () => {
    expect(foreignTermsOf('cancel', english)).toEqual([]);
    expect(foreignTermsOf('cancel', indexOf('주문을 취소합니다'))).toEqual(['취소']);
    expect(foreignTermsOf('cancel', indexOf('Cancela un pedido de los clientes', 'Cancel it'))).toEqual(['cancela']);
  });

  it('forgets the language of a tool that is taken out', () => {
    const index = indexOf('Cancel it', '주문을 취소합니다');
    index.remove('tool_1');
    expect(foreignTermsOf('cancel', index)).toEqual([]);
  });
});

describe('the language of Latin letters', () => {
  it.each([
    ['quiero cancelar mi pedido', ['es']],
    ['ich möchte meine bestellung stornieren', ['de']],
    ["annule la commande d'hier pour moi", ['fr']],
    ['preciso cancelar o meu pedido', ['pt']],
    ['cancel the order for me', []],
    ['die', ['de']],
  ])('%s', (text, expected) => {
    const words = text
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')
      .split(/[ ']/);
    expect(foreignLanguagesOf(words)).toEqual(expected);
  });

  it('asks more of a tool than of a request', () => {
    expect(certainLanguagesOf(['com', 'index'])).toEqual([]);
    expect(certainLanguagesOf(['una', 'para', 'pedido'])).toEqual(['es']);
  });
});

describe('clauses in other languages', () => {
  it.each([
    ['메일을 찾아서 안나에게 전달해 줘', 2],
    ['メールを探して転送して', 2],
    ['找到邮件，然后转发给安娜', 2],
    ['busca el correo y reenvíalo', 2],
    ['광고 보여줘', 1],
    ['合并分支', 1],
    ['plot x y coordinates', 1],
  ])('%s', (text, count) => {
    expect(splitForeignClauses(text)).toHaveLength(count);
  });
});

describe('requests across languages, end to end', () => {
  const graph = new ToolGraph();
  graph.ingestTools([
    { name: 'cancel_order', description: 'Cancel an order' },
    { name: 'list_orders', description: 'List the orders of a customer' },
    { name: 'upload_file', description: 'Upload a file to a folder' },
    { name: 'send_email', description: 'Send an email to a contact' },
    { name: 'create_event', description: 'Put an event into the calendar' },
    { name: '주차_등록', description: '방문 차량의 주차를 등록한다' },
    { name: 'reservar_sala', description: 'Reserva una sala para las reuniones' },
  ]);

  it.each([
    ['주문 취소 order 123', 'cancel_order'],
    ['파일 올려 줘', 'upload_file'],
    ['아까 받은 메일 말고 새로 메일 보낼래', 'send_email'],
    ['請把檔案上傳到資料夾', 'upload_file'],
    ['Datei in den Ordner hochladen', 'upload_file'],
    ["ajoute un événement dans l'agenda", 'create_event'],
    ['adicione um evento no calendário', 'create_event'],
    ['register parking for a visitor', '주차_등록'],
    ['book a meeting room', 'reservar_sala'],
  ])('%s', (query, name) => {
    expect(graph.retrieveWithScores(query, 3)[0]?.tool.originalName).toBe(name);
  });
});
