import { describe, expect, it } from 'vitest';
import type { ToolSchema } from '../../src/core/tool-schema.js';
import { exportSubgraph, type GraphFormat, graphFormats } from '../../src/graph/export.js';
import { planFor } from '../../src/graph/plan.js';
import { subgraphOf } from '../../src/graph/subgraph.js';
import { func, linked, listOf } from '../support/graph.js';

const nasty = `Ends "here"]; </script><!-- & 'x' \\ \u0001 \u2028 `;
const { catalog, graph } = linked([
  func('list_boats', { description: nasty, gives: listOf({ id: 'string' }) }),
  func('paint_boat', { description: 'Paints', takes: { boat_id: 'string' }, gives: { paint_job_id: 'string' } }),
  func('check_paint_job', { takes: { paint_job_id: 'string' } }),
  func('weather', { takes: { place: 'string' } }),
]);
const whole = subgraphOf(graph);

describe('subgraphOf', () => {
  it('cuts out a neighbourhood in both directions, to a depth', () => {
    const names = (depth: number) => subgraphOf(graph, { around: 'list_boats', depth }).tools.map((tool) => tool.name);
    expect(names(0)).toEqual(['list_boats']);
    expect(names(1)).toEqual(['list_boats', 'paint_boat']);
    expect(names(2)).toEqual(['list_boats', 'paint_boat', 'check_paint_job']);
    expect(subgraphOf(graph, { around: 'paint_boat' }).edges).toHaveLength(2);
  });

  it('shows a plan as the edges that it uses', () => {
    const plan = planFor(graph, [catalog.get('check_paint_job') as ToolSchema]);
    const part = subgraphOf(graph, { plan });
    expect(part.tools.map((tool) => tool.name)).toEqual(['list_boats', 'paint_boat', 'check_paint_job']);
    expect(part.edges.map((edge) => edge.to)).toEqual(['boat_id', 'paint_job_id']);
  });
});

describe('exportSubgraph', () => {
  it('writes every tool and edge in every format', () => {
    expect(whole.edges).toHaveLength(2);
    for (const format of graphFormats) {
      const text = exportSubgraph(whole, format);
      for (const tool of catalog.tools) expect(text, format).toContain(tool.name);
      expect(text.match(/boat_id/g)?.length, format).toBeGreaterThan(0);
    }
  });

  it('lets no text out of its place', () => {
    const html = exportSubgraph(whole, 'html');
    expect(html.match(/<\/script>/g)).toHaveLength(1);
    expect(html).not.toContain('<!--');
    const data = html.match(/const data = (.*);\n/)?.[1] ?? '';
    expect(JSON.parse(data).tools.map((tool: { description: string }) => tool.description)).toContain(nasty);
    const dot = exportSubgraph(whole, 'dot');
    expect(dot).toContain('Ends \\"here\\"]');
    expect(dot.split('\n')).toHaveLength(11);
    for (const format of ['graphml', 'gexf'] as const) {
      const xml = exportSubgraph(whole, format);
      expect(xml).toContain('Ends &quot;here&quot;]; &lt;/script&gt;');
      expect(xml).not.toContain('\u0001');
    }
    expect(exportSubgraph(whole, 'cypher')).toContain(`\\'x\\' \\\\ `);
    const mermaid = exportSubgraph(whole, 'mermaid');
    for (const line of mermaid.trim().split('\n').slice(1))
      expect(line).toMatch(/^ {2}t\d+(\["[^"]*"\]| -->\|"[^"|]*"\| t\d+)$/);
  });

  it('refuses an unknown format by name, prototype names too', () => {
    for (const format of ['svg', 'constructor'])
      expect(() => exportSubgraph(whole, format as GraphFormat)).toThrow(/use one of mermaid/);
  });
});
