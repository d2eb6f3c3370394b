import { describe, expect, it } from 'vitest';
import { isInflected, japaneseForms } from '../../../retrieval/vocabulary/japanese-verbs.js';
import { koreanStem } from '../../../retrieval/vocabulary/korean-stem.js';
import { koreanVerbForms } from '../../../retrieval/vocabulary/korean-verbs.js';

describe('forms of Korean verbs', () => {
  it.each([
    ['보내다', ['보내', '보낸', '보낼', '보냅', '보냈']],
    ['지우다', ['지우', '지워', '지웠', '지운']],
    ['올리다', ['올리', '올려', '올렸', '올립']],
    ['만들다', ['만들', '만들어', '만드', '만든', '만듭']],
    ['바꾸다', ['바꿔', '바꿨', '바꾼']],
    ['고르다', ['고르', '골라', '골랐']],
    ['찾다', ['찾아', '찾고', '찾는', '찾습', '찾았다']],
    ['쓰다', ['써줘', '씁니', '썼어']],
    ['열다', ['열어', '여는']],
    ['듣다', ['들어', '듣고']],
    ['짓다', ['지어', '짓는']],
  ])('%s', (verb, expected) => {
    expect(koreanVerbForms(verb)).toEqual(expect.arrayContaining(expected));
  });

  it('never gives one syllable alone, which any word may begin with, but for stems that end in a consonant', () => {
    for (const verb of ['사다', '보다', '쓰다', '끄다'])
      for (const form of koreanVerbForms(verb)) expect(form.length, form).toBeGreaterThan(1);
  });
});

describe('stems of Korean words', () => {
  it.each([
    ['주문을', '주문'],
    ['고객에게', '고객'],
    ['서울에서는', '서울'],
    ['취소해주세요', '취소'],
    ['취소했습니다', '취소'],
    ['등록합니다', '등록'],
    ['생성되었습니다', '생성'],
    ['보냅니다', '보내'],
    ['보냈어요', '보내'],
    ['알려주세요', '알려'],
    ['찾습니다', '찾'],
    ['보내기', '보내'],
  ])('%s is %s', (word, stem) => {
    expect(koreanStem(word)).toBe(stem);
  });

  it.each(['권한', '포함', '문서', '기간', '이해', '회의', '바다'])('leaves the noun %s whole', (noun) => {
    expect(koreanStem(noun)).toBe(noun);
  });

  it('takes time in proportion to length', () => {
    const word = `취소하${'고요'.repeat(5000)}`;
    const start = performance.now();
    koreanStem(word);
    expect(performance.now() - start).toBeLessThan(200);
  });
});

describe('forms of Japanese verbs and adjectives', () => {
  it.each([
    ['送る', ['送り', '送っ', '送る', '送ら']],
    ['調べる', ['調べ']],
    ['見る', ['見て', '見た']],
    ['探す', ['探し', '探そ']],
    ['開く', ['開い', '開き']],
    ['買う', ['買っ', '買い']],
    ['安い', ['安い', '安く']],
  ])('%s', (word, expected) => {
    expect(japaneseForms(word)).toEqual(expect.arrayContaining(expected));
  });

  it('leaves out two kana alone, which may be particles', () => {
    for (const form of japaneseForms('つける')) expect(form.length).toBeGreaterThan(2);
  });

  it('tells nouns from words with endings', () => {
    expect(['予約', 'メール', 'お知らせ', 'ファイル'].map(isInflected)).toEqual([false, false, false, false]);
    expect(['送る', '安い'].map(isInflected)).toEqual([true, true]);
  });
});
