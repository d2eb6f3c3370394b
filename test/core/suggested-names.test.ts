import { describe, expect, it } from 'vitest';
import { NameTable } from '../../src/core/names.js';

describe('NameTable', () => {
  it('makes the exposed name of the suggested one where there is one', () => {
    const names = new NameTable();
    const item = { sourceId: 's', originalId: 'GET /a/{b}', originalName: 'GET /a/{b}' };
    expect(names.assign([{ ...item, suggestedName: 'get_a_b' }])).toEqual(['get_a_b']);
    expect(names.assign([{ ...item, sourceId: 't', suggestedName: 'get_a_b' }])).toEqual(['t_get_a_b']);
    expect(names.assign([{ ...item, sourceId: 'u' }])).toEqual(['GET_a_b']);
  });
});
