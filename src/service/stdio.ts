import { createLog } from './log.js';
import { serveMcpOverStdio } from './mcp/serve-mcp.js';
import { embedWith, hostFor, takeIn } from './served-catalog.js';
import type { ServiceOptions } from './service.js';
import { ToolCalls } from './tool-calls.js';
import { startTracing } from './tracing.js';

/** A running MCP server on this process's standard input and output. */
export interface StdioService extends AsyncDisposable {
  /** What each source that could not be taken in failed with, by place. */
  readonly failures: ReadonlyMap<string, unknown>;
  /** Resolves when the client has closed the standard input. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/**
 * Takes the sources in and serves MCP over standard input and output. Standard output carries the protocol and
 * nothing else; the log goes to standard error.
 */
export async function startMcpOverStdio(
  options: Pick<
    ServiceOptions,
    'sources' | 'graph' | 'snapshot' | 'logLevel' | 'version' | 'calls' | 'expose' | 'embedder' | 'hideSecrets'
  > = {},
): Promise<StdioService> {
  await startTracing();
  const log = createLog(options.logLevel ?? 'warn', options.hideSecrets);
  const host = hostFor(options, log);
  if (options.graph === undefined) await host.restore();
  embedWith(host, options.embedder, { log, isOneOfSeveral: false });
  const failures = await takeIn(host, options.sources ?? []);
  const server = serveMcpOverStdio(host, {
    version: options.version ?? '0',
    ...(options.calls === undefined ? {} : { calls: new ToolCalls(options.calls, host) }),
    ...(options.expose === undefined ? {} : { expose: options.expose }),
    onError: (error) => log.warn({ err: error }, 'MCP request failed'),
  });
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
  });
  const close = async (): Promise<void> => {
    await server.close();
    await host.close();
    log.flush();
  };
  return { failures, ended, close, [Symbol.asyncDispose]: close };
}
