import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { onTestFinished } from 'vitest';
import { ToolGraph } from '../../src/index.js';
import { type ServiceOptions, type ServiceSource, ToolService } from '../../src/service/index.js';

/** The bundled shop document. */
export const shopFile = new URL('../../datasets/shop/specs/shop.yaml', import.meta.url).pathname;

/** A service on a free port of the loopback that is closed after the test. */
export async function startService(options: ServiceOptions = {}): Promise<ToolService> {
  const service = await ToolService.start({ port: 0, logLevel: 'silent', ...options });
  onTestFinished(() => service.close());
  return service;
}

/** A graph of tools that are rows. */
export function graphOf(rows: readonly object[], source = 'rows'): ToolGraph {
  const graph = new ToolGraph();
  graph.ingestTools(rows, { source });
  return graph;
}

/** A row of a tool without inputs. */
export function row(name: string, description = `Does ${name.replaceAll('_', ' ')}`): object {
  return { name, description, inputSchema: { type: 'object', properties: {} } };
}

/** A source of rows that can be changed, or made to fail, between refreshes. */
export class RowSource implements ServiceSource {
  rows: readonly object[];
  failure: Error | undefined;
  reads = 0;
  readonly id: string;

  constructor(id: string, rows: readonly object[]) {
    this.id = id;
    this.rows = rows;
  }

  get place(): string {
    return `rows:${this.id}`;
  }

  readonly ingest = async (graph: ToolGraph) => {
    this.reads++;
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (this.failure !== undefined) throw this.failure;
    return { reports: [graph.ingestTools(this.rows, { source: this.id })] };
  };
}

/** An answer with its body as JSON where it is JSON. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly json: Record<string, unknown>;
}

/** Sends JSON, or asks, over a real connection; nothing of the request is normalised on the way. */
export function ask(
  service: ToolService,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  return raw(
    service,
    { method, path, headers: { ...(text === undefined ? {} : jsonType), ...headers } },
    async (send) => {
      send(text ?? '');
    },
  );
}

const jsonType = { 'content-type': 'application/json' };

/** Sends a body piece by piece; stops sending, without an error, when the answer comes early. */
export function raw(
  service: ToolService,
  options: RequestOptions,
  write: (send: (chunk: string | Buffer) => void, isOver: () => boolean) => Promise<void>,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    let over = false;
    const outgoing = httpRequest({ host: '127.0.0.1', port: service.port, agent: false, ...options }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        over = true;
        outgoing.destroy();
        const text = Buffer.concat(chunks).toString();
        const isJson = /json/.test(incoming.headers['content-type'] ?? '');
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text,
          json: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
        });
      });
    });
    outgoing.on('error', (error) => {
      if (!over) setTimeout(() => (over ? undefined : reject(error)), 2000);
    });
    void write(
      (chunk) => {
        if (!over && !outgoing.destroyed) outgoing.write(chunk);
      },
      () => over,
    ).then(() => {
      if (!over && !outgoing.destroyed) outgoing.end();
    });
  });
}
