import { describe, expect, it } from 'vitest';
import { type IngestReport, ToolGraph } from '../../../src/index.js';
import { readJsonFixture } from '../../support/cases.js';
import { FakeMcpClient, type FakePage } from '../../support/fake-mcp-client.js';

interface PagedCase {
  readonly server: string;
  readonly pages: readonly { readonly cursor: string | null; readonly result: FakePage }[];
}

function pagedClient(path: string): FakeMcpClient {
  const { server, pages } = readJsonFixture(path) as PagedCase;
  return new FakeMcpClient(server, (cursor) => {
    const page = pages.find((entry) => entry.cursor === (cursor ?? null));
    if (page === undefined) throw new Error(`no page at ${cursor}`);
    return page.result;
  });
}

const named = (name: string, description = name) => ({ name, description, inputSchema: { type: 'object' } });
const names = (graph: ToolGraph) => graph.tools.map((tool) => tool.originalName).sort();
const codes = (report: IngestReport) => report.diagnostics.map((entry) => entry.code);

describe('reading every page', () => {
  it('walks over an empty page to the end', async () => {
    const graph = new ToolGraph();
    const connection = await graph.ingestMcp(pagedClient('cases/mc-01-pagination/input.json'));
    expect(names(graph)).toEqual(['burn_box', 'find_box', 'move_box']);
    expect(graph.sources).toEqual(['attic']);
    expect(connection.report).toMatchObject({ added: 3, quarantined: 0 });
  });

  it('stops at a cursor that comes back, without doubling tools', async () => {
    const client = pagedClient('cases/mc-02-stuck-cursor/input.json');
    const graph = new ToolGraph();
    const { report } = await graph.ingestMcp(client);
    expect(names(graph)).toEqual(['one', 'two']);
    expect(client.requests).toBeLessThanOrEqual(3);
    expect(codes(report)).toContain('partial-listing');
  });

  it('stops at the page limit when the cursor is always new', async () => {
    const client: FakeMcpClient = new FakeMcpClient('endless', () => ({
      tools: [named('one')],
      nextCursor: `c${client.requests}`,
    }));
    const { report } = await new ToolGraph().ingestMcp(client, { maxPages: 5 });
    expect(client.requests).toBe(5);
    expect(report.tools).toHaveLength(1);
    expect(codes(report)).toContain('partial-listing');
  });

  it('stops at the tool limit', async () => {
    const client = new FakeMcpClient('big', () => ({ tools: [named('a'), named('b'), named('c')] }));
    const { report } = await new ToolGraph().ingestMcp(client, { maxTools: 2 });
    expect(report.tools.map((tool) => tool.name)).toEqual(['a', 'b']);
    expect(codes(report)).toContain('partial-listing');
  });

  it('keeps the pages before one that fails in a first listing, and says so', async () => {
    const client = new FakeMcpClient('half', (cursor) => {
      if (cursor !== undefined) throw new Error('broken');
      return { tools: [named('one')], nextCursor: 'two' };
    });
    const graph = new ToolGraph();
    const { report } = await graph.ingestMcp(client);
    expect(names(graph)).toEqual(['one']);
    expect(report.diagnostics).toMatchObject([{ code: 'partial-listing', severity: 'warning' }]);
  });

  it('ends the wait for a page that never comes', async () => {
    const client = new FakeMcpClient('mute', () => new Promise<FakePage>(() => {}));
    await expect(new ToolGraph().ingestMcp(client, { timeoutMs: 20 })).rejects.toMatchObject({
      code: 'SOURCE_UNREADABLE',
    });
  });
});

describe('following a server', () => {
  const { before, after } = readJsonFixture('cases/mc-06-list-changed/input.json') as Record<
    'before' | 'after',
    readonly unknown[]
  >;

  async function follow() {
    const graph = new ToolGraph();
    const client = new FakeMcpClient('lab', () => ({ tools: before }));
    const updates: IngestReport[] = [];
    const connection = await graph.ingestMcp(client, { onUpdate: (report) => updates.push(report) });
    return { graph, client, connection, updates };
  }

  it('replaces the tools when the server says that they changed', async () => {
    const { graph, client, connection, updates } = await follow();
    client.pageOf = () => ({ tools: after });
    client.changed();
    await connection.settled();
    expect(names(graph)).toEqual(['beta', 'gamma']);
    expect(graph.get('beta')?.description).toBe('Stop the beta ray');
    expect(graph.retrieveWithScores('stop ray', 1)[0]?.tool.name).toBe('beta');
    expect(graph.retrieveWithScores('alpha', 5).map((hit) => hit.tool.name)).not.toContain('alpha');
    expect(updates).toMatchObject([{ added: 1, changed: 1, removed: 1 }]);
  });

  it('keeps the whole old list, marked stale, when a refresh fails half way', async () => {
    const { graph, client, connection } = await follow();
    client.pageOf = (cursor) => {
      if (cursor !== undefined) throw new Error('broken');
      return { tools: after, nextCursor: 'two' };
    };
    const report = await connection.refresh();
    expect(names(graph)).toEqual(['alpha', 'beta']);
    expect(graph.get('beta')?.description).toBe('Start beta');
    expect(connection.stale).toBe(true);
    for (const tool of graph.tools) {
      expect(tool.source).toMatchObject({ kind: 'mcp', stale: true });
      expect(tool.source).toHaveProperty('staleSince', expect.stringMatching(/^\d{4}-\d\d-\d\dT/));
    }
    expect(codes(report)).toEqual(['listing-failed']);
  });

  it('takes the mark off with the next good listing', async () => {
    const { graph, client, connection } = await follow();
    client.pageOf = () => {
      throw new Error('down');
    };
    await connection.refresh();
    client.pageOf = () => ({ tools: before });
    const report = await connection.refresh();
    expect(connection.stale).toBe(false);
    expect(graph.tools.map((tool) => tool.source)).toEqual([
      { id: 'lab', kind: 'mcp' },
      { id: 'lab', kind: 'mcp' },
    ]);
    expect(codes(report)).toEqual([]);
    expect(graph.diagnostics).toEqual([]);
  });

  it('marks the tools stale when the server ends the connection', async () => {
    const { graph, client, connection } = await follow();
    client.onclose?.();
    await connection.settled();
    expect(connection.stale).toBe(true);
    expect(graph.tools.every((tool) => tool.source.kind === 'mcp' && tool.source.stale)).toBe(true);
  });

  it('lists once more for changes that arrive during a listing, however many', async () => {
    const { graph, client, connection } = await follow();
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    client.requests = 0;
    client.pageOf = async () => {
      await gate;
      return { tools: client.requests === 1 ? before : after };
    };
    for (let round = 0; round < 5; round++) client.changed();
    release();
    await connection.settled();
    expect(client.requests).toBe(2);
    expect(names(graph)).toEqual(['beta', 'gamma']);
  });

  it('does not bring a removed source back with a late answer', async () => {
    const { graph, client } = await follow();
    let release = () => {};
    client.pageOf = async () => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return { tools: after };
    };
    client.changed();
    await Promise.resolve();
    graph.removeSource('lab');
    release();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(graph.tools).toEqual([]);
    client.changed();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(graph.tools).toEqual([]);
  });

  it('leaves a client that was passed in open, and refuses to refresh once closed', async () => {
    const { client, connection } = await follow();
    await connection.close();
    expect(client.closed).toBe(0);
    await expect(connection.refresh()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('calls a tool by the name it has at its server', async () => {
    const { graph, client } = await follow();
    const other = new FakeMcpClient('other', () => ({ tools: [named('alpha')] }));
    await graph.ingestMcp(other);
    const tool = graph.tools.find((entry) => entry.source.id === 'other');
    expect(tool?.name).toBe('other_alpha');
    expect(await tool?.callable?.({ x: 1 })).toEqual({ content: [{ type: 'text', text: 'called alpha' }] });
    expect(other.calls).toEqual([{ name: 'alpha', arguments: { x: 1 } }]);
    expect(client.calls).toEqual([]);
  });
});

describe('sources', () => {
  it('goes through the steps of reconciling two servers', async () => {
    const { sources } = readJsonFixture('cases/ix-02-reconcile-sources/input.json') as {
      sources: Record<'north' | 'south', readonly { name: string }[]>;
    };
    const graph = new ToolGraph();
    const north = new FakeMcpClient('north', () => ({ tools: sources.north }));
    const south = new FakeMcpClient('south', () => ({ tools: sources.south }));
    const northConnection = await graph.ingestMcp(north);
    const southConnection = await graph.ingestMcp(south);
    south.pageOf = () => {
      throw new Error('connection refused');
    };
    await southConnection.refresh();
    expect(names(graph)).toEqual(['dig_well', 'fill_well', 'paint_wall']);
    expect(graph.get('paint_wall')?.source).toMatchObject({ stale: true });
    expect(graph.get('dig_well')?.source).not.toHaveProperty('stale');
    north.pageOf = () => ({ tools: sources.north.filter((tool) => tool.name === 'dig_well') });
    await northConnection.refresh();
    expect(names(graph)).toEqual(['dig_well', 'paint_wall']);
    graph.removeSource('north');
    expect(names(graph)).toEqual(['paint_wall']);
    const restarted = new ToolGraph();
    restarted.ingestCatalog(JSON.parse(JSON.stringify(graph.exportCatalog())));
    expect(names(restarted)).toEqual(['paint_wall']);
  });

  it('marks stored tools stale when their server cannot be reached, and says so to the caller', async () => {
    const graph = new ToolGraph();
    graph.ingestMcpTools({ tools: [named('pump')] }, { source: 'well' });
    const server = { command: process.execPath, args: ['-e', 'process.exit(3)'] };
    await expect(graph.ingestMcp(server, { source: 'well', timeoutMs: 3000 })).rejects.toMatchObject({
      code: 'SOURCE_UNREADABLE',
    });
    expect(graph.get('pump')?.source).toMatchObject({ stale: true });
  });

  it('refuses a second server that gives itself the same name, unless it is given an id', async () => {
    const graph = new ToolGraph();
    const first = new FakeMcpClient('twin', () => ({ tools: [named('one')] }));
    const second = new FakeMcpClient('twin', () => ({ tools: [named('two')] }));
    await graph.ingestMcp(first);
    await expect(graph.ingestMcp(second)).rejects.toMatchObject({ code: 'INVALID_OPTION' });
    await graph.ingestMcp(second, { source: 'twin-2' });
    expect(names(graph)).toEqual(['one', 'two']);
  });

  it('needs an id for a server without a name', async () => {
    const client = new FakeMcpClient(undefined, () => ({ tools: [named('one')] }));
    await expect(new ToolGraph().ingestMcp(client)).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  });

  it.each([[42], [null], [{ url: '' }], [{}]])('refuses %j as a server', async (server) => {
    await expect(new ToolGraph().ingestMcp(server as never)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});
