import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitWords } from '../../src/graph/words.js';

/** The rule in one expression each: a capital after a small letter or digit, and the last capital of several before a small letter. */
function splitByPattern(text: string): string[] {
  return text
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z](?!s(?![a-z]))[a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

describe('splitWords', () => {
  it('splits where case and marks say so', () => {
    expect(splitWords('HTTPServerId')).toEqual(['http', 'server', 'id']);
    expect(splitWords('userIDs')).toEqual(['user', 'ids']);
    expect(splitWords('IDsOfAll')).toEqual(['ids', 'of', 'all']);
    expect(splitWords('repos/list-for_org.v2')).toEqual(['repos', 'list', 'for', 'org', 'v2']);
    expect(splitWords('ÄrzteListe')).toEqual(['ärzte', 'liste']);
    expect(splitWords(' -_ ')).toEqual([]);
  });

  it('splits any text in ASCII as the rule has it', () => {
    const letter = fc.constantFrom(...'abszABSZ019_-. /');
    const text = fc.oneof(
      fc.string({ unit: letter, maxLength: 80 }),
      fc.string({ unit: letter, minLength: 190, maxLength: 210 }),
    );
    fc.assert(
      fc.property(text, (name) => {
        expect(splitWords(name)).toEqual(splitByPattern(name));
      }),
      { numRuns: 2000 },
    );
  });
});
