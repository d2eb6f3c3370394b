import type { Operation } from './route.js';

/** A page for people: every operation with a command that calls it. Plain HTML, no script, nothing loaded from elsewhere. */
export function docsPage(routes: readonly Operation[], origin: string): string {
  const rows = routes.map(
    (route) => `<article><h2><code>${route.method} ${escapeHtml(route.path)}</code></h2>
<p>${escapeHtml(route.summary)}. ${escapeHtml(route.description ?? '')}</p>
${inputs(route)}<pre>${escapeHtml(command(route, origin))}</pre></article>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>toolgraph: HTTP interface</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;color:#222}
h2{font-size:1rem;margin:2rem 0 0}pre{background:#f4f4f4;padding:.7rem;overflow:auto}td{padding:.1rem .8rem .1rem 0;vertical-align:top}</style>
</head><body><h1>toolgraph</h1>
<p>The OpenAPI document is at <a href="/openapi.json">/openapi.json</a>; MCP is served at <code>${escapeHtml(origin)}/mcp</code>.
Every path but <code>/catalogs</code> also works for one catalog by name, below <code>/catalogs/{catalog}</code>.</p>
${rows.join('\n')}
</body></html>
`;
}

function inputs({ query, body }: Operation): string {
  const schema = body ?? query;
  const properties = Object.entries(schema?.properties ?? {}).filter(([, value]) => value.deprecated !== true);
  if (properties.length === 0) return '';
  const rows = properties.map(
    ([name, value]) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml([value.type].flat().join(' or '))}</td><td>${escapeHtml(value.description ?? '')}</td></tr>`,
  );
  return `<table>${rows.join('')}</table>\n`;
}

const examples: Readonly<Record<string, string>> = {
  '/search': '{"query":"cancel an order and refund it","topK":5}',
  '/bundle': '{"query":"refund an order","tokenBudget":1000}',
  '/plan': '{"query":"refund an order"}',
  '/closure': '{"tool":"NAME"}',
  '/export': '{"provider":"openai","query":"refund an order"}',
  '/sources': '{"url":"https://example.com/openapi.json"}',
  '/evaluate': '{"queries":[{"query":"refund an order","gold":["NAME"]}]}',
  '/call': '{"tool":"NAME","arguments":{},"dryRun":true}',
};

/** A command line that calls the route. */
export function command({ method, path, body, query }: Operation, origin: string): string {
  const url = `${origin}${path.replace(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase())}`;
  if (body !== undefined) return `curl -s ${url} -H 'content-type: application/json' -d '${examples[path] ?? '{}'}'`;
  const asked = query?.properties?.['query'] === undefined ? '' : '?query=refund+an+order';
  return `curl -s ${method === 'GET' ? '' : `-X ${method} `}'${url}${asked}'`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
