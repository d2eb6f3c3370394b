import { ToolGraphError } from '../core/errors.js';
import type { ToolEdge } from '../core/tool-edge.js';
import type { ToolSchema } from '../core/tool-schema.js';
import { htmlOf } from './export-html.js';
import type { Subgraph } from './subgraph.js';

/** Formats a graph can be written in: text for diagrams, for graph tools, for a graph database, for a browser. */
export type GraphFormat = 'mermaid' | 'dot' | 'graphml' | 'gexf' | 'cypher' | 'html';

const writers: Record<GraphFormat, (part: Subgraph) => string> = {
  mermaid: mermaidOf,
  dot: dotOf,
  graphml: graphmlOf,
  gexf: gexfOf,
  cypher: cypherOf,
  html: htmlOf,
};

/** Names of all formats. */
export const graphFormats = Object.keys(writers) as readonly GraphFormat[];

/**
 * Writes a graph as text. Texts from tools are escaped for the format, so that no name or description can break out
 * of its place. Throws `INVALID_OPTION` for an unknown format.
 */
export function exportSubgraph(part: Subgraph, format: GraphFormat): string {
  if (!Object.hasOwn(writers, format))
    throw new ToolGraphError(
      'INVALID_OPTION',
      `Graph format ${JSON.stringify(format)} is unknown; use one of ${graphFormats.join(', ')}.`,
    );
  return writers[format](part);
}

function edgeLabel(edge: ToolEdge): string {
  return `${edge.from || '(result)'} → ${edge.to || '(before)'}`;
}

function percent(edge: ToolEdge): string {
  return `${Math.round(edge.confidence * 100)}%`;
}

function mermaidOf({ tools, edges }: Subgraph): string {
  const ids = new Map(tools.map((tool, at) => [tool.name, `t${at}`]));
  const lines = ['flowchart LR'];
  for (const tool of tools) lines.push(`  ${ids.get(tool.name)}["${mermaidText(tool.name)}"]`);
  for (const edge of edges)
    lines.push(
      `  ${ids.get(edge.producer)} -->|"${mermaidText(`${edgeLabel(edge)} ${percent(edge)}`)}"| ${ids.get(edge.consumer)}`,
    );
  return `${lines.join('\n')}\n`;
}

/** Mermaid knows HTML entities by number and nothing else that is safe in a quoted label. */
function mermaidText(text: string): string {
  return oneLine(text).replace(/[^\p{L}\p{N} _.,:%→()/-]/gu, (char) => `#${char.codePointAt(0)};`);
}

function dotOf({ tools, edges }: Subgraph): string {
  const quote = (text: string) => `"${oneLine(text).replace(/["\\]/g, '\\$&')}"`;
  const lines = ['digraph tools {', '  rankdir=LR;', '  node [shape=box];'];
  for (const tool of tools)
    lines.push(`  ${quote(tool.name)} [tooltip=${quote(tool.description)}, group=${quote(tool.source.id)}];`);
  for (const edge of edges)
    lines.push(
      `  ${quote(edge.producer)} -> ${quote(edge.consumer)} [label=${quote(edgeLabel(edge))}, weight=${edge.confidence}];`,
    );
  return `${[...lines, '}'].join('\n')}\n`;
}

const edgeAttributes = ['from', 'to', 'confidence', 'evidence'] as const;
const toolAttributes = ['description', 'source'] as const;

function toolValue(tool: ToolSchema, key: (typeof toolAttributes)[number]): string {
  return key === 'description' ? tool.description : tool.source.id;
}

function edgeValue(edge: ToolEdge, key: (typeof edgeAttributes)[number]): string {
  if (key === 'confidence') return String(edge.confidence);
  return key === 'evidence' ? edge.evidence.map((entry) => `${entry.kind}: ${entry.detail}`).join('; ') : edge[key];
}

function edgeType(key: string): string {
  return key === 'confidence' ? 'double' : 'string';
}

function graphmlOf({ tools, edges }: Subgraph): string {
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'];
  for (const key of toolAttributes)
    lines.push(`  <key id="n_${key}" for="node" attr.name="${key}" attr.type="string"/>`);
  for (const key of edgeAttributes)
    lines.push(`  <key id="e_${key}" for="edge" attr.name="${key}" attr.type="${edgeType(key)}"/>`);
  lines.push('  <graph id="tools" edgedefault="directed">');
  for (const tool of tools) {
    const data = toolAttributes.map((key) => `<data key="n_${key}">${xmlText(toolValue(tool, key))}</data>`).join('');
    lines.push(`    <node id="${xmlText(tool.name)}">${data}</node>`);
  }
  edges.forEach((edge, at) => {
    const data = edgeAttributes.map((key) => `<data key="e_${key}">${xmlText(edgeValue(edge, key))}</data>`).join('');
    lines.push(
      `    <edge id="e${at}" source="${xmlText(edge.producer)}" target="${xmlText(edge.consumer)}">${data}</edge>`,
    );
  });
  return `${[...lines, '  </graph>', '</graphml>'].join('\n')}\n`;
}

function gexfOf({ tools, edges }: Subgraph): string {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gexf xmlns="http://gexf.net/1.3" version="1.3">',
    '  <graph defaultedgetype="directed">',
    '    <attributes class="node">',
    ...toolAttributes.map((key, at) => `      <attribute id="${at}" title="${key}" type="string"/>`),
    '    </attributes>',
    '    <attributes class="edge">',
    ...edgeAttributes.map((key, at) => `      <attribute id="${at}" title="${key}" type="${edgeType(key)}"/>`),
    '    </attributes>',
    '    <nodes>',
  ];
  const values = (list: readonly string[]) =>
    `<attvalues>${list.map((value, at) => `<attvalue for="${at}" value="${xmlText(value)}"/>`).join('')}</attvalues>`;
  for (const tool of tools) {
    const name = xmlText(tool.name);
    lines.push(
      `      <node id="${name}" label="${name}">${values(toolAttributes.map((key) => toolValue(tool, key)))}</node>`,
    );
  }
  lines.push('    </nodes>', '    <edges>');
  edges.forEach((edge, at) => {
    const ends = `source="${xmlText(edge.producer)}" target="${xmlText(edge.consumer)}"`;
    lines.push(
      `      <edge id="${at}" ${ends} weight="${edge.confidence}">${values(edgeAttributes.map((key) => edgeValue(edge, key)))}</edge>`,
    );
  });
  return `${[...lines, '    </edges>', '  </graph>', '</gexf>'].join('\n')}\n`;
}

/** XML text: markup escaped, characters that XML 1.0 does not allow replaced. */
function xmlText(text: string): string {
  return oneLine(text)
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function cypherOf({ tools, edges }: Subgraph): string {
  const quote = (text: string) => `'${oneLine(text).replace(/['\\]/g, '\\$&')}'`;
  const lines = tools.map(
    (tool) =>
      `MERGE (t:Tool {name: ${quote(tool.name)}}) SET t.description = ${quote(tool.description)}, t.source = ${quote(tool.source.id)};`,
  );
  for (const edge of edges) {
    const properties = edgeAttributes
      .map((key) => `${key}: ${key === 'confidence' ? edge.confidence : quote(edgeValue(edge, key))}`)
      .join(', ');
    lines.push(
      `MATCH (a:Tool {name: ${quote(edge.producer)}}), (b:Tool {name: ${quote(edge.consumer)}}) CREATE (a)-[:PRODUCES_FOR {${properties}}]->(b);`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Line breaks and control characters as spaces. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
