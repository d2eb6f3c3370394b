import cluster, { type Worker } from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { messageOf, ToolGraphError } from '../index.js';
import type { LogLevel, TokenRule } from '../service/index.js';
import type { CallFlags } from './call-policy.js';
import { remark } from './terminal.js';

/** What each worker is given; no secret is in it. */
export interface WorkerSettings {
  readonly snapshot: string;
  readonly port: number;
  readonly hostname: string;
  readonly logLevel: LogLevel;
  readonly version: string;
  readonly tokens?: readonly TokenRule[];
  readonly allowedHosts?: readonly string[];
  readonly allowedOrigins?: readonly string[];
  readonly callFlags: CallFlags;
  /** File that holds the credentials for calls beside the environment. */
  readonly secretsFile?: string;
  /** Begins the catalog's version, which is the same in every worker. */
  readonly boot: string;
}

/** Variable that carries the settings to a worker. */
export const settingsVariable = 'TOOLGRAPH_WORKER_SETTINGS';

/** A worker that ends sooner than this will not do better the next time. */
const steadyAfterMs = 2000;

/** Processes that answer at one address, each from the same snapshot, which none of them changes. */
export class ServingWorkers {
  readonly #count: number;
  readonly #settings: WorkerSettings;
  #env: Readonly<Record<string, string>> = {};
  #stopping = false;
  /** Where they listen. */
  url = '';

  constructor(count: number, settings: Omit<WorkerSettings, 'boot'>) {
    this.#count = count;
    this.#settings = { ...settings, boot: randomBytes(6).toString('hex') };
  }

  /** Resolves when every worker listens. @throws ToolGraphError `INVALID_OPTION` with what the first to fail said. */
  async start(): Promise<void> {
    // Workers accept by themselves: a connection that the first process handed to one that is killed would hang.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec: fileURLToPath(new URL('./worker-main.js', import.meta.url)), args: [] });
    const port = this.#settings.port === 0 ? await freePort(this.#settings.hostname) : this.#settings.port;
    this.#env = { [settingsVariable]: JSON.stringify({ ...this.#settings, port }) };
    const urls = await Promise.all(Array.from({ length: this.#count }, () => this.#begun()));
    this.url = urls[0] ?? '';
  }

  /** Ends every worker and waits for it. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(
      workers.map(
        (worker) =>
          new Promise<void>((resolve) => {
            worker.once('exit', () => resolve());
            worker.process.kill('SIGTERM');
          }),
      ),
    );
  }

  #begun(): Promise<string> {
    const startedAt = Date.now();
    const worker = cluster.fork(this.#env);
    return new Promise<string>((resolve, reject) => {
      worker.on('message', (message: { url?: string; failed?: string }) => {
        if (message.url !== undefined) resolve(message.url);
        if (message.failed !== undefined) reject(new ToolGraphError('INVALID_OPTION', message.failed));
      });
      worker.once('exit', (code, signal) => {
        reject(
          new ToolGraphError('INVALID_OPTION', `A worker ended before it served (${signal ?? `exit code ${code}`}).`),
        );
        this.#replace(worker, Date.now() - startedAt, signal ?? `exit code ${code}`);
      });
    });
  }

  /** Another one in place of a worker that ended by itself after it had served for a while. */
  #replace(worker: Worker, livedMs: number, reason: string): void {
    if (this.#stopping) return;
    if (livedMs < steadyAfterMs) {
      remark(`toolgraph: worker ${worker.process.pid} ended after ${livedMs} ms (${reason}) and is not replaced`);
      return;
    }
    remark(`toolgraph: worker ${worker.process.pid} ended (${reason}); another one takes its place`);
    this.#begun().catch((thrown: unknown) => {
      if (!this.#stopping) remark(`toolgraph: ${messageOf(thrown)}`);
    });
  }
}

/**
 * A port that nobody listens on. Workers that asked for any port would get another one after the last of them ended,
 * and clients know the first.
 */
async function freePort(hostname: string): Promise<number> {
  const server = createServer();
  server.listen(0, hostname);
  try {
    await once(server, 'listening');
  } catch {
    return 0; // the first worker says what is wrong with the address
  }
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
