import cluster, { type Worker } from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { messageOf, ToolGraphError } from '../index.js';
import type { LogLevel, TokenRule, VectorNews } from '../service/index.js';
import type { CallFlags } from './call-policy.js';
import type { EmbedderFlags } from './embedder-choice.js';
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
  /** Choose the model that is asked for requests; the key is looked up by each worker. */
  readonly embedderFlags: EmbedderFlags;
  /** File that holds the credentials for calls and the key of the model beside the environment. */
  readonly secretsFile?: string;
  /** Begins the catalog's version, which is the same in every worker. */
  readonly boot: string;
  /** How often the snapshot was written since the workers began. */
  readonly writings: number;
}

/** What a worker is told: how embedding the tools went, and how often the snapshot was written since the workers began. */
export interface ToWorker {
  readonly vectors: VectorNews;
  readonly writings: number;
}

/** What a worker says: where it listens, why it cannot serve, or that it did what it was told. */
interface FromWorker {
  readonly url?: string;
  readonly failed?: string;
  readonly followed?: number;
}

/** Variable that carries the settings to a worker. */
export const settingsVariable = 'TOOLGRAPH_WORKER_SETTINGS';

/** A worker that ends sooner than this will not do better the next time. */
const steadyAfterMs = 2000;

/** Processes that answer at one address, each from the same snapshot, which none of them changes. */
export class ServingWorkers {
  readonly #count: number;
  #settings: WorkerSettings;
  /** Those that listen. */
  readonly #serving = new Set<Worker>();
  #news: VectorNews | undefined;
  #stopping = false;
  /** Where they listen. */
  url = '';

  constructor(count: number, settings: Omit<WorkerSettings, 'boot' | 'writings'>) {
    this.#count = count;
    this.#settings = { ...settings, boot: randomBytes(6).toString('hex'), writings: 0 };
  }

  /** Resolves when every worker listens. @throws ToolGraphError `INVALID_OPTION` with what the first to fail said. */
  async start(): Promise<void> {
    // Workers accept by themselves: a connection that the first process handed to one that is killed would hang.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec: fileURLToPath(new URL('./worker-main.js', import.meta.url)), args: [] });
    const port = this.#settings.port === 0 ? await freePort(this.#settings.hostname) : this.#settings.port;
    this.#settings = { ...this.#settings, port };
    const urls = await Promise.all(Array.from({ length: this.#count }, () => this.#begun()));
    this.url = urls[0] ?? '';
  }

  /** Tells every worker how embedding the tools goes, one after the other: each that reads the snapshot again holds it twice. */
  async tell(news: VectorNews): Promise<void> {
    this.#news = news;
    if (news === 'written') this.#settings = { ...this.#settings, writings: this.#settings.writings + 1 };
    for (const worker of [...this.#serving]) {
      if (this.#stopping) return;
      await this.#follow(worker, news);
    }
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
    const { writings } = this.#settings;
    const worker = cluster.fork({ [settingsVariable]: JSON.stringify(this.#settings) });
    return new Promise<string>((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.url !== undefined) {
          this.#serving.add(worker);
          resolve(message.url);
          // what was told to the others while it began
          const isBehind = this.#news === 'failed' || writings < this.#settings.writings;
          if (this.#news !== undefined && isBehind) void this.#follow(worker, this.#news);
        }
        if (message.failed !== undefined) reject(new ToolGraphError('INVALID_OPTION', message.failed));
      });
      worker.once('exit', (code, signal) => {
        this.#serving.delete(worker);
        reject(
          new ToolGraphError('INVALID_OPTION', `A worker ended before it served (${signal ?? `exit code ${code}`}).`),
        );
        this.#replace(worker, Date.now() - startedAt, signal ?? `exit code ${code}`);
      });
    });
  }

  /** Resolves when a worker did what it was told, or ended. */
  #follow(worker: Worker, vectors: VectorNews): Promise<void> {
    const { writings } = this.#settings;
    return new Promise((resolve) => {
      const heard = ({ followed }: FromWorker): void => {
        if (followed === writings) end();
      };
      const end = (): void => {
        worker.off('message', heard);
        worker.off('exit', end);
        resolve();
      };
      worker.on('message', heard);
      worker.on('exit', end);
      if (!worker.isConnected()) end();
      else
        worker.send({ vectors, writings } satisfies ToWorker, (error) => {
          if (error !== null) end();
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
