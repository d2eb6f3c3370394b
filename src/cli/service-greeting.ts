import type { ToolService } from '../service/index.js';
import { hitTable } from './commands/search.js';
import { count, plural, style, table } from './terminal.js';

interface Line {
  readonly catalog: string;
  readonly id: string;
  readonly tools: number;
  readonly tokens: number;
}

/** A request to the bundled shop. */
const demoQuery = 'cancel an order and refund it';

/**
 * Where the service listens, what it serves, a command that works as it stands, and how to stop it; over the bundled
 * shop also what the command's request is answered with.
 */
export function greeting(
  service: Pick<ToolService, 'url' | 'catalogs' | 'host'>,
  options: { readonly needsToken: boolean; readonly isDemo: boolean },
): string {
  const { url, catalogs } = service;
  const lines = [...catalogs].flatMap(([catalog, host]) =>
    host.graph.sources.map((id): Line => {
      const tools = host.graph.tools.filter((tool) => tool.source.id === id);
      return { catalog, id, tools: tools.length, tokens: tools.reduce((sum, tool) => sum + host.tokensOf(tool), 0) };
    }),
  );
  const total = lines.reduce((sum, line) => sum + line.tools, 0);
  return [
    style.bold(`toolgraph serves ${plural(total, 'tool')} at ${url}`),
    listOf(lines, catalogs.size > 1),
    ...(options.isDemo ? [sampleAnswer(service)] : []),
    `Try:\n  ${commandFor(service, options)}`,
    [
      `${style.dim('page')}  ${url}/docs`,
      `${style.dim('MCP ')}  ${url}/mcp`,
      `${style.dim('stop')}  ${process.stdin.isTTY === true ? 'Ctrl+C' : `kill ${process.pid}`}`,
    ].join('\n'),
  ].join('\n\n');
}

function sampleAnswer({ host: { graph } }: Pick<ToolService, 'url' | 'catalogs' | 'host'>): string {
  return `${style.dim('request')}  ${style.bold(`"${demoQuery}"`)}\n\n${hitTable(graph.retrieveWithScores(demoQuery, 5), 'summary')}`;
}

function listOf(lines: readonly Line[], isPlural: boolean): string {
  if (lines.length === 0) return '  no source has given a tool yet';
  return table(
    lines,
    [
      ...(isPlural ? [{ title: 'catalog', cell: (line: Line) => line.catalog }] : []),
      { title: 'source', cell: (line) => line.id, paint: style.cyan },
      { title: 'tools', cell: (line) => count(line.tools), right: true },
      { title: 'tokens', cell: (line) => count(line.tokens), right: true },
    ],
    '  ',
  );
}

/** A search of the first catalog that has tools. Nothing of a tool's text goes into a line meant for a shell unchecked. */
function commandFor(
  { url, catalogs }: Pick<ToolService, 'url' | 'catalogs' | 'host'>,
  { needsToken, isDemo }: { readonly needsToken: boolean; readonly isDemo: boolean },
): string {
  const [name, host] = [...catalogs].find(([, { graph }]) => graph.tools.length > 0) ?? [];
  const path = name === undefined || name === 'default' ? '' : `/catalogs/${name}`;
  const words = host?.graph.tools[0]?.description.match(/[A-Za-z]{2,}/g)?.slice(0, 6) ?? [];
  const query = isDemo || words.length === 0 ? demoQuery : words.join(' ').toLowerCase();
  const token = needsToken ? ` -H "authorization: Bearer $TOKEN"` : '';
  const command = `curl -s ${url}${path}/search -H 'content-type: application/json'${token} -d '{"query":"${query}","topK":5}'`;
  return needsToken ? `${command}  ${style.dim('# TOKEN: one of yours')}` : command;
}
