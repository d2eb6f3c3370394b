import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';

/** A server's tools by name, with their descriptions; a test changes them while the server runs. */
export type ServedTools = Map<string, string>;

/** An MCP server of this process at an address of its own. */
export interface HttpMcpServer extends AsyncDisposable {
  readonly url: string;
  /** Headers of every request so far. */
  readonly requests: readonly IncomingHttpHeaders[];
  /** Tells whoever follows the server that its tools are others now. */
  changed(): Promise<void>;
}

/** Long enough for a test to end the server while a call of the tool `wait` runs. */
const waitMs = 5000;

async function listen(
  handle: RequestListener,
  changed: () => Promise<void>,
  end: () => Promise<void>,
  port: number,
): Promise<HttpMcpServer> {
  const requests: IncomingHttpHeaders[] = [];
  const http = createServer((request, response) => {
    requests.push(request.headers);
    handle(request, response);
  });
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    requests,
    changed,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      await end();
      http.closeAllConnections();
      if (http.listening) await new Promise((resolve) => http.close(resolve));
    },
  };
}

const noInputs = { type: 'object', properties: {} } as const;

/** A server of the 2026 revision: no sessions, changes only for who listens. It refuses clients of older revisions. */
export function serveModern(tools: ServedTools, port = 0): Promise<HttpMcpServer> {
  const handler = createMcpHandler(
    () => {
      const server = new McpServer(
        { name: 'modern', version: '1' },
        { capabilities: { tools: { listChanged: true } } },
      );
      for (const [name, description] of tools)
        server.registerTool(name, { description, inputSchema: fromJsonSchema(noInputs) }, async () => {
          if (name === 'wait') await pause(waitMs, undefined, { ref: false });
          return { content: [{ type: 'text', text: `modern ${name}` }] };
        });
      return server;
    },
    { legacy: 'reject' },
  );
  const listener = getRequestListener((request) => handler.fetch(request));
  return listen(
    (request, response) => void listener(request, response),
    async () => handler.notify.toolsChanged(),
    () => handler.close(),
    port,
  );
}

/** What a test needs of the first SDK generation, which comes with the servers that are built on it. */
interface FirstGeneration {
  readonly Server: new (info: object, options: object) => FirstServer;
  readonly StreamableHTTPServerTransport: new (options: object) => FirstTransport;
  readonly Client: new (info: object) => FirstClient;
  readonly StreamableHTTPClientTransport: new (url: URL) => unknown;
  readonly ListToolsRequestSchema: unknown;
  readonly CallToolRequestSchema: unknown;
}

interface FirstServer {
  setRequestHandler(schema: unknown, handler: (request: { params: { name: string } }) => unknown): void;
  connect(transport: unknown): Promise<void>;
  close(): Promise<void>;
  sendToolListChanged(): Promise<void>;
}

interface FirstTransport {
  readonly sessionId?: string;
  handleRequest: RequestListener;
}

/** A client of the first SDK generation. */
export interface FirstClient {
  connect(transport: unknown): Promise<void>;
  close(): Promise<void>;
  listTools(params?: { cursor?: string }): Promise<unknown>;
}

/** The modules of the first generation, as the everything server resolves them. */
async function firstGeneration(): Promise<FirstGeneration> {
  const own = createRequire(import.meta.url);
  const manifest = join(
    dirname(own.resolve('zod/package.json')),
    '../@modelcontextprotocol/server-everything/package.json',
  );
  const theirs = createRequire(manifest);
  const load = (path: string): Promise<object> =>
    import(pathToFileURL(theirs.resolve(`@modelcontextprotocol/sdk/${path}`)).href);
  const paths = [
    'server/index.js',
    'server/streamableHttp.js',
    'client/index.js',
    'client/streamableHttp.js',
    'types.js',
  ];
  return Object.assign({}, ...(await Promise.all(paths.map(load)))) as FirstGeneration;
}

/** A server of the first SDK generation and the 2025 revision: sessions, and changes pushed to all of them. */
export async function serveFirstGeneration(tools: ServedTools, port = 0): Promise<HttpMcpServer> {
  const sdk = await firstGeneration();
  const sessions = new Map<string, { readonly server: FirstServer; readonly transport: FirstTransport }>();
  const open = async (): Promise<FirstTransport> => {
    const server = new sdk.Server({ name: 'first', version: '1' }, { capabilities: { tools: { listChanged: true } } });
    server.setRequestHandler(sdk.ListToolsRequestSchema, () => ({
      tools: [...tools].map(([name, description]) => ({ name, description, inputSchema: noInputs })),
    }));
    server.setRequestHandler(sdk.CallToolRequestSchema, async ({ params }) => {
      if (params.name === 'wait') await pause(waitMs, undefined, { ref: false });
      return { content: [{ type: 'text', text: `first ${params.name}` }] };
    });
    const transport = new sdk.StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id: string) => void sessions.set(id, { server, transport }),
    });
    await server.connect(transport);
    return transport;
  };
  return listen(
    (request, response) => {
      const known = sessions.get(String(request.headers['mcp-session-id']))?.transport;
      void Promise.resolve(known ?? open()).then((transport) => transport.handleRequest(request, response));
    },
    async () => {
      await Promise.all([...sessions.values()].map(({ server }) => server.sendToolListChanged()));
    },
    async () => {
      await Promise.all([...sessions.values()].map(({ server }) => server.close()));
    },
    port,
  );
}

/** A connected client of the first SDK generation. */
export async function firstGenerationClient(url: string): Promise<FirstClient> {
  const sdk = await firstGeneration();
  const client = new sdk.Client({ name: 'host', version: '1' });
  await client.connect(new sdk.StreamableHTTPClientTransport(new URL(url)));
  return client;
}
