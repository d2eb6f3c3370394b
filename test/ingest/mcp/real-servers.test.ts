import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isExposedName } from '../../../src/core/names.js';
import { type McpStdioConfig, ToolGraph } from '../../../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'toolgraph-mcp-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** How to start a server of node_modules: its bin, as its package.json names it. */
function serverOf(name: string, ...args: string[]): McpStdioConfig {
  const manifest = join(
    dirname(createRequire(import.meta.url).resolve('zod/package.json')),
    '..',
    '@modelcontextprotocol',
    name,
    'package.json',
  );
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<string, string> };
  const [path] = Object.values(bin);
  if (path === undefined) throw new Error(`${name} has no bin`);
  return {
    command: process.execPath,
    args: [join(dirname(manifest), path), ...args],
    env: { MEMORY_FILE_PATH: join(folder, 'memory.json') },
  };
}

/** The same server, which writes its process id to a file of the test's folder when it starts. */
function withPidFile(server: McpStdioConfig, file: string): McpStdioConfig {
  const starter = join(folder, 'start.mjs');
  writeFileSync(
    starter,
    `import { writeFileSync } from 'node:fs';
     import { pathToFileURL } from 'node:url';
     writeFileSync(${JSON.stringify(join(folder, file))}, String(process.pid));
     await import(pathToFileURL(process.argv[2]).href);`,
  );
  return { ...server, args: [starter, ...(server.args ?? [])] };
}

function pidIn(file: string): number {
  return Number(readFileSync(file, 'utf8'));
}

describe('real MCP servers, started as processes', () => {
  it.each([
    ['server-everything', 13, []],
    ['server-filesystem', 14, [folder]],
    ['server-memory', 9, []],
  ])('%s is ingested fully', async (name, least, args) => {
    const graph = new ToolGraph();
    await using connection = await graph.ingestMcp(serverOf(name, ...args));
    const { report } = connection;
    expect(report.tools.length).toBeGreaterThanOrEqual(least);
    expect(report.quarantined).toBe(0);
    expect(report.diagnostics.filter((entry) => entry.severity === 'error')).toEqual([]);
    for (const tool of report.tools) {
      expect(isExposedName(tool.name)).toBe(true);
      expect(tool.inputSchema.type).toBe('object');
      expect(tool.source.kind).toBe('mcp');
      expect(tool.callable).toBeTypeOf('function');
    }
    if (name === 'server-filesystem') {
      expect(graph.get('read_text_file')).toMatchObject({ annotations: { readOnlyHint: true } });
      expect(report.tools.every((tool) => tool.outputSchema !== undefined)).toBe(true);
      const result = await graph.get('list_directory')?.callable?.({ path: folder });
      expect(result).toMatchObject({ content: [{ type: 'text' }] });
    }
  });

  it('keeps both of two servers, and the tools of one that is killed in the middle of a refresh', async () => {
    const graph = new ToolGraph();
    await using memory = await graph.ingestMcp(withPidFile(serverOf('server-memory'), 'memory.pid'), {
      source: 'memory',
    });
    await using files = await graph.ingestMcp(serverOf('server-filesystem', folder), { source: 'files' });
    const before = graph.tools.map((tool) => tool.name);
    const refresh = memory.refresh();
    process.kill(pidIn(join(folder, 'memory.pid')), 'SIGKILL');
    await refresh;
    await memory.settled();
    // The answer may have been on its way before the signal; the end of the connection marks the tools all the same.
    await expect.poll(() => memory.stale).toBe(true);
    expect(graph.tools.map((tool) => tool.name)).toEqual(before);
    const stale = graph.tools.filter((tool) => tool.source.kind === 'mcp' && tool.source.stale === true);
    expect(new Set(stale.map((tool) => tool.source.id))).toEqual(new Set(['memory']));
    expect(files.stale).toBe(false);
    const report = await memory.refresh();
    expect(memory.stale).toBe(false);
    expect(report.tools.every((tool) => tool.source.kind === 'mcp' && tool.source.stale === undefined)).toBe(true);
    expect(graph.tools.map((tool) => tool.name)).toEqual(before);
  });

  it('says which program could not be started, without its arguments', async () => {
    const server = { command: join(folder, 'no-such-program'), args: ['--token', 'hush'] };
    const failure = await new ToolGraph().ingestMcp(server).catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ code: 'SOURCE_UNREADABLE', message: expect.stringContaining('no-such-program') });
    expect(String(failure)).not.toContain('hush');
  });
});
