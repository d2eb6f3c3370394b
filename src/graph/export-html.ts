import type { Subgraph } from './subgraph.js';

/** Most tools drawn in a page; a browser lays out no more in reasonable time, and nobody can read more. */
const maxDrawn = 400;

/**
 * One page without outside resources: the graph laid out in the browser, a search box, and the edges of the tool
 * that is selected. Of a larger graph the tools with most edges are drawn, and the page says so.
 */
export function htmlOf({ tools, edges }: Subgraph): string {
  const degree = new Map<string, number>();
  for (const edge of edges)
    for (const name of [edge.producer, edge.consumer]) degree.set(name, (degree.get(name) ?? 0) + 1);
  const drawn = [...tools].sort((a, b) => (degree.get(b.name) ?? 0) - (degree.get(a.name) ?? 0)).slice(0, maxDrawn);
  const at = new Map(drawn.map((tool, index) => [tool.name, index]));
  const data = {
    total: tools.length,
    tools: drawn.map((tool) => ({
      name: tool.name,
      source: tool.source.id,
      description: tool.description.slice(0, 300),
    })),
    edges: edges.flatMap((edge) => {
      const [a, b] = [at.get(edge.producer), at.get(edge.consumer)];
      const why = edge.evidence.map((entry) => entry.detail).join('; ');
      return a === undefined || b === undefined
        ? []
        : [{ a, b, from: edge.from, to: edge.to, confidence: edge.confidence, why }];
    }),
  };
  return page.replace('"DATA"', () => scriptJson(data));
}

/** JSON that cannot end a script element or start a comment in it. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tool graph</title>
<style>
  body { margin: 0; font: 14px system-ui, sans-serif; display: grid; grid-template-columns: 1fr 22rem; height: 100vh; }
  svg { width: 100%; height: 100%; background: Canvas; }
  aside { overflow: auto; padding: 1rem; border-left: 1px solid #8886; }
  input { width: 100%; box-sizing: border-box; padding: .4rem; }
  circle { cursor: pointer; stroke: Canvas; } line { stroke: #888; stroke-opacity: .35; }
  .on line.near { stroke: #d33; stroke-opacity: .9; } text { pointer-events: none; fill: CanvasText; }
  circle:focus-visible { stroke: CanvasText; outline: none; }
  li { margin: .4rem 0; } small { opacity: .75; }
  :root { color-scheme: light dark; }
</style>
<svg id="view" role="img" aria-label="Tools and the values that flow between them"></svg>
<aside><input id="find" placeholder="Find a tool" aria-label="Find a tool"><p id="note"></p><div id="info"></div></aside>
<script>
const data = "DATA";
const svg = document.getElementById('view'), info = document.getElementById('info');
const make = (name, values, parent) => {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(values)) node.setAttribute(key, value);
  return parent.appendChild(node);
};
const count = data.tools.length;
const points = data.tools.map((_, i) => ({ x: Math.cos(i * 2.4) * Math.sqrt(i + 1) * 24, y: Math.sin(i * 2.4) * Math.sqrt(i + 1) * 24, dx: 0, dy: 0 }));
for (let round = 0; round < 120; round++) {
  for (let i = 0; i < count; i++) for (let j = i + 1; j < count; j++) {
    const x = points[i].x - points[j].x, y = points[i].y - points[j].y, push = 900 / (x * x + y * y + 20);
    points[i].dx += x * push * .02; points[i].dy += y * push * .02; points[j].dx -= x * push * .02; points[j].dy -= y * push * .02;
  }
  for (const { a, b } of data.edges) {
    const x = points[b].x - points[a].x, y = points[b].y - points[a].y;
    points[a].dx += x * .012; points[a].dy += y * .012; points[b].dx -= x * .012; points[b].dy -= y * .012;
  }
  for (const p of points) { p.x += p.dx - p.x * .004; p.y += p.dy - p.y * .004; p.dx *= .5; p.dy *= .5; }
}
const reach = Math.max(60, ...points.map((p) => Math.max(Math.abs(p.x), Math.abs(p.y)))) + 30;
const font = reach / (count <= 25 ? 30 : 60), radius = font * .55;
svg.setAttribute('viewBox', [-reach, -reach, 2 * reach + font * 10, 2 * reach].join(' '));
const arrow = make('marker', { id: 'arrow', viewBox: '0 0 8 8', refX: 8, refY: 4, markerWidth: font * .7, markerHeight: font * .7, markerUnits: 'userSpaceOnUse', orient: 'auto' }, make('defs', {}, svg));
make('path', { d: 'M0 0 8 4 0 8z', fill: '#888' }, arrow);
const lines = data.edges.map(({ a, b, confidence }) => {
  const x = points[b].x - points[a].x, y = points[b].y - points[a].y, stop = 1 - Math.min(.5, radius * 1.1 / Math.hypot(x, y || 1e-9));
  return make('line', { x1: points[a].x, y1: points[a].y, x2: points[a].x + x * stop, y2: points[a].y + y * stop, 'stroke-width': (.4 + confidence) * font / 12, 'marker-end': 'url(#arrow)' }, svg);
});
const sources = [...new Set(data.tools.map((tool) => tool.source))];
const add = (parent, tag, text) => { const node = parent.appendChild(document.createElement(tag)); node.textContent = text; return node; };
const select = (i) => {
  svg.classList.add('on');
  data.edges.forEach((edge, at) => lines[at].classList.toggle('near', edge.a === i || edge.b === i));
  info.replaceChildren();
  add(info, 'h3', data.tools[i].name); add(info, 'p', data.tools[i].description); add(info, 'small', data.tools[i].source);
  for (const [title, mine, other] of [['Fed by', 'b', 'a'], ['Feeds', 'a', 'b']]) {
    const own = data.edges.filter((edge) => edge[mine] === i);
    if (own.length === 0) continue;
    add(info, 'h4', title);
    const list = add(info, 'ul', '');
    for (const edge of own) {
      const item = add(list, 'li', data.tools[edge[other]].name + ': ' + (edge.from || '(result)') + ' → ' + (edge.to || '(before)') + ' ');
      add(item, 'small', Math.round(edge.confidence * 100) + '% ' + edge.why);
    }
  }
};
data.tools.forEach((tool, i) => {
  const dot = make('circle', { cx: points[i].x, cy: points[i].y, r: radius, tabindex: 0, fill: 'hsl(' + (sources.indexOf(tool.source) * 137) % 360 + ' 60% 50%)' }, svg);
  make('title', {}, dot).textContent = tool.name;
  dot.addEventListener('click', () => select(i));
  dot.addEventListener('focus', () => select(i));
  if (count <= 150) make('text', { x: points[i].x + radius * 1.5, y: points[i].y + font / 3, 'font-size': font }, svg).textContent = tool.name;
});
const shown = data.total > count ? count + ' of ' + data.total + ' tools, those with most edges' : count + (count === 1 ? ' tool' : ' tools');
document.getElementById('note').textContent = shown + ', ' + data.edges.length + (data.edges.length === 1 ? ' edge' : ' edges') + '. An arrow runs from the tool that gives a value to the one that takes it; select a tool to see which.';
document.getElementById('find').addEventListener('input', (event) => {
  const text = event.target.value.toLowerCase();
  const found = data.tools.findIndex((tool) => tool.name.toLowerCase().includes(text));
  if (text !== '' && found >= 0) select(found);
});
</script>
</html>
`;
