import type { Command } from 'commander';
import { type Diagnostic, operationOf, type ToolGraph, ToolGraphError, type ToolSchema } from '../../index.js';
import { type LoadedSources, loadSources } from '../load-sources.js';
import { count, plural, print, printJson, style, table } from '../terminal.js';
import { catalogView, placeOf, portraitView, tokensOf } from '../views.js';

/** `toolgraph inspect`: what ingestion found, repaired and quarantined, and why. */
export function define(command: Command): void {
  command
    .description('Show what the sources hold: tools, edges, what was repaired or quarantined and why, and tokens.')
    .argument('<source...>', 'files, folders or URLs')
    .option('--tool <name>', 'one tool: what it is understood to do, its inputs and where they come from')
    .option('--json', 'print tools, edges, diagnostics and tokens as one JSON object')
    .addHelpText(
      'after',
      `
Examples:
  toolgraph inspect openapi.yaml
  toolgraph inspect openapi.yaml --tool cancelOrder
  toolgraph inspect https://api.example.com/openapi.json
  toolgraph inspect specs/ tools.jsonl --json | jq '.diagnostics[] | select(.severity == "error")'`,
    )
    .action(async (sources: string[], options: { tool?: string; json?: true }) => {
      const loaded = await loadSources(sources);
      if (options.tool !== undefined) {
        const tool = toolNamed(loaded.graph, options.tool);
        if (options.json === true) printJson(portraitView(tool));
        else print(portrait(loaded.graph, tool));
        return;
      }
      const diagnostics = allDiagnostics(loaded);
      if (options.json === true) printJson(catalogView(loaded.graph, diagnostics));
      else print(overview(loaded, diagnostics));
    });
}

/** A tool by its exposed name, or by its original name when only one has it. */
function toolNamed(graph: ToolGraph, name: string): ToolSchema {
  const found = graph.tools.filter((tool) => tool.name === name);
  const known = found.length > 0 ? found : graph.tools.filter((tool) => tool.originalName === name);
  const [tool] = known;
  if (tool !== undefined && known.length === 1) return tool;
  const next =
    known.length > 1
      ? `Several tools are named so: ${known.map((one) => one.name).join(', ')}.`
      : nearNames(graph, name);
  throw new ToolGraphError('UNKNOWN_TOOL', `No tool is named ${JSON.stringify(name)}. ${next}`);
}

function nearNames(graph: ToolGraph, name: string): string {
  const near = graph
    .retrieveWithScores(name, 3, { prerequisites: false, minRelevance: 0 })
    .map(({ tool }) => tool.name);
  return near.length === 0 ? 'toolgraph list prints the names.' : `Near to it: ${near.join(', ')}.`;
}

/** One tool as the ranking and the graph understand it. */
function portrait(graph: ToolGraph, tool: ToolSchema): string {
  const { intents, object, collection, within, ofCaller } = operationOf(tool);
  const facts = [
    ['does', intents.join(', ')],
    ['to', object === undefined ? '' : collection ? `${object} (many)` : object],
    ['within', within.join(', ')],
    ['for', ofCaller ? 'the caller' : ''],
    ['tokens', count(tokensOf([tool]))],
  ].filter(([, value]) => value !== '');
  const inputs = tool.inputs.map((input) => {
    const [best] = graph.producersOf(tool.name, input.name);
    return { input, from: best === undefined ? '' : `${best.producer} ${best.from}`, confidence: best?.confidence };
  });
  const parts = [
    `${style.bold(tool.name)}  ${style.dim(placeOf(tool))}`,
    tool.description,
    table(
      facts.map(([title = '', value = '']) => ({ title, value })),
      [
        { title: '', cell: (row) => row.title, paint: style.dim },
        { title: '', cell: (row) => row.value },
      ],
    ),
    table(inputs, [
      { title: 'input', cell: ({ input }) => input.name, paint: style.cyan },
      { title: 'in', cell: ({ input }) => input.in },
      { title: 'required', cell: ({ input }) => (input.required ? 'yes' : '') },
      { title: 'best producer', cell: ({ from }) => from },
      { title: 'confidence', cell: ({ confidence }) => confidence?.toFixed(2) ?? '', right: true },
    ]),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The catalog's diagnostics and one for each other file of a folder that could not be taken in. */
export function allDiagnostics({ graph, failed }: LoadedSources): readonly Diagnostic[] {
  const files = failed
    .filter(({ inCatalog }) => inCatalog !== true)
    .map(({ path, message }): Diagnostic => ({ severity: 'error', code: 'unreadable-source', source: path, message }));
  return [...graph.diagnostics, ...files];
}

function overview({ graph, elapsedMs }: LoadedSources, diagnostics: readonly Diagnostic[]): string {
  const { tools } = graph;
  const head = [
    plural(tools.length, 'tool'),
    `${plural(graph.sources.length, 'source')}`,
    plural(graph.edges().length, 'edge'),
    `${count(tokensOf(tools))} tokens to send them all`,
    `${count(elapsedMs)} ms`,
  ].join(' · ');
  const parts = [style.bold(head), sourceTable(graph)];
  const found = diagnosticTable(diagnostics);
  if (found !== '') parts.push(found);
  else parts.push(style.dim('Nothing had to be repaired or left out.'));
  return parts.filter((part) => part !== '').join('\n\n');
}

function sourceTable(graph: ToolGraph): string {
  const rows = graph.sources.map((id) => {
    const tools = graph.tools.filter((tool) => tool.source.id === id);
    return { id, kind: tools[0]?.source.kind ?? '', title: tools[0]?.source.title ?? '', tools };
  });
  return table(rows, [
    { title: 'source', cell: (row) => row.id, paint: style.cyan },
    { title: 'kind', cell: (row) => row.kind },
    { title: 'tools', cell: (row) => count(row.tools.length), right: true },
    { title: 'tokens', cell: (row) => count(tokensOf(row.tools)), right: true },
    { title: 'title', cell: (row) => row.title },
  ]);
}

const words = {
  error: (text: string) => style.red(text),
  warning: (text: string) => style.yellow(text),
  info: (text: string) => style.dim(text),
};

/** Quarantined first, then repaired and warned, then remarks, each group under its count. */
function diagnosticTable(diagnostics: readonly Diagnostic[]): string {
  const groups = [
    { title: 'quarantined', paint: words.error, entries: diagnostics.filter((entry) => entry.severity === 'error') },
    { title: 'repaired', paint: words.warning, entries: diagnostics.filter((entry) => entry.repaired === true) },
    {
      title: 'to know',
      paint: words.info,
      entries: diagnostics.filter((entry) => entry.severity !== 'error' && entry.repaired !== true),
    },
  ];
  return groups
    .filter(({ entries }) => entries.length > 0)
    .map(({ title, paint, entries }) => {
      const rows = table(
        entries,
        [
          { title: '', cell: (entry) => entry.item ?? entry.source, paint: style.cyan },
          { title: '', cell: (entry) => entry.code, paint: style.dim },
          { title: '', cell: (entry) => entry.message },
        ],
        '  ',
      );
      return `${paint(`${count(entries.length)} ${title}`)}\n${rows}`;
    })
    .join('\n\n');
}
