import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ToolGraph } from '../../src/index.js';
import { fixture, readJsonFixture } from '../support/cases.js';

interface Judged {
  readonly q: string;
  /** First result; null: any, it only must not throw. */
  readonly top1?: string | null;
  readonly top3Includes?: readonly string[];
  readonly notContains?: readonly string[];
  /** The exact ranking. */
  readonly results?: readonly string[];
}

interface JudgedCatalog {
  readonly tools: readonly unknown[];
  readonly queries: readonly Judged[];
}

const files = readdirSync(fixture('retrieval')).filter((name) => name.endsWith('.json'));

describe.each(files)('%s', (file) => {
  const { tools, queries } = readJsonFixture(`retrieval/${file}`) as JudgedCatalog;
  const graph = new ToolGraph();
  graph.ingestTools(tools);

  it('holds every tool', () => {
    expect(graph.tools).toHaveLength(tools.length);
  });

  it.each(queries)('answers "$q"', ({ q, top1, top3Includes = [], notContains = [], results }) => {
    const names = graph.retrieveWithScores(q, 5).map((hit) => hit.tool.originalName);
    if (typeof top1 === 'string') expect(names[0]).toBe(top1);
    expect(names.slice(0, 3)).toEqual(expect.arrayContaining([...top3Includes]));
    for (const name of notContains) expect(names).not.toContain(name);
    if (results !== undefined) expect(names).toEqual(results);
  });
});
