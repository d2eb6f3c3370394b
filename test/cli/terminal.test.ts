import { describe, expect, it } from 'vitest';
import { displayWidth, plural, shorten, table } from '../../src/cli/terminal.js';

describe('a table', () => {
  it('aligns columns, numbers to the right, and leaves no trailing space', () => {
    const rows = [
      { name: 'pay', score: '9.5', text: 'Pay.' },
      { name: 'refund', score: '10.25', text: '' },
    ];
    const shown = table(rows, [
      { title: 'tool', cell: (row) => row.name },
      { title: 'score', cell: (row) => row.score, right: true },
      { title: 'text', cell: (row) => row.text },
    ]);
    expect(shown).toBe('tool    score  text\npay       9.5  Pay.\nrefund  10.25');
  });

  it('keeps rows on one line and control characters out', () => {
    expect(table(['a\n\u001b[31mb'], [{ title: '', cell: (row) => row }])).toBe('a [31mb');
  });

  it('counts wide characters as two columns', () => {
    expect(displayWidth('注文a')).toBe(5);
    const rows = ['注文', 'abcdef'];
    expect(
      table(rows, [
        { title: '', cell: (row) => row },
        { title: '', cell: () => 'x' },
      ]),
    ).toBe('注文    x\nabcdef  x');
  });
});

describe('texts', () => {
  it('are cut with an ellipsis, by columns', () => {
    expect(shorten('abcdef', 4)).toBe('abc…');
    expect(shorten('注文注文', 5)).toBe('注文…');
    expect(shorten('abc', 3)).toBe('abc');
  });

  it('name counts', () => {
    expect([plural(1, 'tool'), plural(0, 'tool'), plural(1223, 'tool')]).toEqual(['1 tool', '0 tools', '1,223 tools']);
  });
});
