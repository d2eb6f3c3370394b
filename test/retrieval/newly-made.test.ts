import { describe, expect, it } from 'vitest';
import { speaksOfNewlyMade } from '../../retrieval/newly-made.js';
import { ToolGraph } from '../../src/index.js';

describe('a thing newly made', () => {
  it.each([
    'delete the newly created branch',
    'remove the playlist I just added',
    'send the just made report to Ann',
    'attach a photo to the new one',
    'then drop that new table',
  ])('is spoken of in "%s"', (query) => {
    expect(speaksOfNewlyMade(query)).toBe(true);
  });

  it.each([
    'create a new issue',
    'show me the new arrivals',
    'delete a branch',
    'is there a new version',
    'recently played tracks',
    'what did I just say',
    '',
  ])('is not spoken of in "%s"', (query) => {
    expect(speaksOfNewlyMade(query)).toBe(false);
  });

  const key = { type: 'object', properties: { boatId: { type: 'string' } }, required: ['boatId'] };
  const made = { type: 'object', properties: { id: { type: 'string' } } };
  const graph = new ToolGraph();
  graph.ingestTools([
    { name: 'POST /boats', description: 'Enter it in the list', method: 'POST', path: '/boats', returns: made },
    { name: 'GET /boats', description: 'All of them', method: 'GET', path: '/boats', returns: { type: 'array', items: made } },
    { name: 'DELETE /boats/{boatId}', description: 'Scrap it', method: 'DELETE', path: '/boats/{boatId}', parameters: key },
  ]); // biome-ignore format: one tool a line

  it('comes from its maker in a plan; else a deletion begins by finding', () => {
    const steps = (query: string) => graph.plan({ query }).steps.map(({ tool }) => tool.originalName);
    expect(steps('scrap the newly registered one')).toEqual(['POST /boats', 'DELETE /boats/{boatId}']);
    expect(steps('scrap it')).toEqual(['GET /boats', 'DELETE /boats/{boatId}']);
  });

  it.each([undefined, null, 5, {}])('is not planned for without a request (%j)', (request) => {
    expect(() => graph.plan(request as never)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  });

  it('brings its maker into the ranking, which a plain deletion does not', () => {
    const prerequisites = (query: string) =>
      graph.retrieveWithScores(query, 3).flatMap((hit) => (hit.role === 'prerequisite' ? [hit.tool.originalName] : []));
    expect(prerequisites('scrap the newly made')).toEqual(['POST /boats', 'GET /boats']);
    expect(prerequisites('scrap')).toEqual(['GET /boats']);
  });
});
