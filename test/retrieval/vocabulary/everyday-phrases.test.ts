import { describe, expect, it } from 'vitest';
import { tokenize } from '../../../retrieval/tokenize.js';
import { beginsPhrase, phraseTerms } from '../../../retrieval/vocabulary/everyday-phrases.js';
import { ToolGraph } from '../../../src/index.js';

const meant = (text: string): string[] => phraseTerms(tokenize(text)).map(({ term }) => term);

describe('everyday phrases', () => {
  it('stand for what APIs call it, whatever stands between their words', () => {
    expect(meant('throw the old letters in the bin')).toContain('trash');
    expect(meant('sign somebody new up')).toContain('regist');
    expect(meant('how much do we still owe')).toContain('balanc');
  });

  it('reach no further than four words', () => {
    expect(meant('sign the papers that lie on the desk up there')).not.toContain('regist');
  });

  it('end at the first words that complete one', () => {
    expect(meant('switch off the lamp on the desk')).toContain('disabl');
    expect(meant('switch off the lamp on the desk')).not.toContain('enabl');
  });

  it('read a noun as a verb before what it is done to, and only there', () => {
    expect(meant('text a customer')).toContain('sms');
    expect(meant('change the text of a page')).not.toContain('sms');
    expect(meant('get the text')).not.toContain('sms');
  });

  it('take one word only as it stands or in the plural', () => {
    expect(meant('file two bugs')).toContain('issu');
    expect(meant('list bugged rooms')).not.toContain('issu');
  });

  it('ask for a word between where one is due', () => {
    expect(meant('is that name still free')).toContain('avail');
    expect(meant('what is free')).not.toContain('avail');
  });

  it('are looked for at their first words alone', () => {
    expect(beginsPhrase('throw')).toBe(true);
    expect(beginsPhrase('parliament')).toBe(false);
  });
});

describe('a request in everyday words', () => {
  const graph = new ToolGraph();
  const tools = {
    get_balance: 'Returns the balance of an account',
    list_accounts: 'Lists the accounts of a person',
    close_account: 'Closes an account',
    send_message: 'Sends a message to a customer',
    list_customers: 'Lists the customers',
  };
  graph.ingestTools(Object.entries(tools).map(([name, description]) => ({ name, description, source: 'bank' })));

  it('finds the tool that says it in the words of APIs, and says by which phrase', () => {
    const [best] = graph.retrieveWithScores('how much money is in the account', 3);
    expect(best?.tool.originalName).toBe('get_balance');
    const term = best?.explanation.terms.find(({ term }) => term === 'balanc');
    expect(term).toMatchObject({ word: 'how much money', match: 'related' });
    expect(graph.retrieveWithScores('text a customer', 3)[0]?.tool.originalName).toBe('send_message');
  });

  it('asks for nothing that the catalog does not know', () => {
    const [best] = graph.retrieveWithScores('how much money is in the account', 3);
    expect(best?.explanation.terms.map(({ term }) => term)).not.toContain('amount');
  });
});
