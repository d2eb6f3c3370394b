import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { CatalogHost } from './catalog-host.js';
import type { BackendState } from './source-record.js';

/** The numbers a service keeps about itself, in a registry of its own. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: 'toolgraph_http_request_duration_seconds',
    help: 'Time to answer, by route template, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.#registry],
  });
  readonly #ingests = new Counter({
    name: 'toolgraph_ingests_total',
    help: 'Sources taken in, by result',
    labelNames: ['result'],
    registers: [this.#registry],
  });
  readonly #calls = new Counter({
    name: 'toolgraph_tool_calls_total',
    help: 'Tools called, by result',
    labelNames: ['result'],
    registers: [this.#registry],
  });

  constructor(catalogs: () => ReadonlyMap<string, { readonly host: CatalogHost }>) {
    const gauges: readonly (readonly [name: string, help: string, read: (host: CatalogHost) => number])[] = [
      ['toolgraph_catalog_tools', 'Tools in the catalog', (host) => host.graph.tools.length],
      ['toolgraph_catalog_sources', 'Sources with tools', (host) => host.graph.sources.length],
      ['toolgraph_catalog_stale_sources', 'Sources whose last refresh failed', (host) =>
        host.graph.sources.filter((id) => host.isStale(id)).length],
      ['toolgraph_catalog_version', 'Grows with every change of the catalog', (host) => host.version],
    ]; // biome-ignore format: a table
    for (const [name, help, read] of gauges)
      new Gauge({
        name,
        help,
        labelNames: ['catalog'],
        registers: [this.#registry],
        collect() {
          this.reset();
          for (const [catalog, { host }] of catalogs()) this.set({ catalog }, read(host));
        },
      });
    const backendGauges: readonly (readonly [name: string, help: string, read: (state: BackendState) => number])[] = [
      ['toolgraph_backend_ready', 'Is the MCP server connected', ({ state }) => (state === 'ready' ? 1 : 0)],
      ['toolgraph_backend_failures', 'Failures to connect in a row', ({ failures }) => failures],
      ['toolgraph_backend_connects', 'How often it was connected', ({ connects }) => connects],
      ['toolgraph_backend_calls_active', 'Calls that run', ({ active }) => active],
      ['toolgraph_backend_calls_queued', 'Calls that wait', ({ queued }) => queued],
    ]; // biome-ignore format: a table
    for (const [name, help, read] of backendGauges)
      new Gauge({
        name,
        help,
        labelNames: ['catalog', 'source'],
        registers: [this.#registry],
        collect() {
          this.reset();
          for (const [catalog, { host }] of catalogs())
            for (const [source, state] of host.backends()) this.set({ catalog, source }, read(state));
        },
      });
    new Gauge({
      name: 'process_resident_memory_bytes',
      help: 'Resident memory',
      registers: [this.#registry],
      collect() {
        this.set(process.memoryUsage.rss());
      },
    });
  }

  request(route: string, method: string, status: number, seconds: number): void {
    this.#requests.observe({ route, method, status: String(status) }, seconds);
  }

  ingest(result: 'ok' | 'failed'): void {
    this.#ingests.inc({ result });
  }

  call(result: 'ok' | 'error' | 'refused'): void {
    this.#calls.inc({ result });
  }

  /** The exposition text of Prometheus and its content type. */
  async expose(): Promise<{ readonly text: string; readonly contentType: string }> {
    return { text: await this.#registry.metrics(), contentType: this.#registry.contentType };
  }
}
