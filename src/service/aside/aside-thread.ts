import { Worker } from 'node:worker_threads';
import { ToolGraphError } from '../../index.js';
import type { AsideDone, AsideFailed, AsideJob, AsideReply, AsideTool } from './protocol.js';

/** The thread ends when it was asked nothing for so long; it holds some 60 MB. */
const idleMs = 60_000;

interface Waiting {
  readonly tools: (tools: readonly AsideTool[]) => void;
  readonly resolve: (done: AsideDone) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A thread that reads sources, one after the other. It is started by the first that is to be read, and anew after it
 * ended. It does not keep the process alive.
 */
export class AsideThread {
  /** The one of this process. */
  static readonly shared = new AsideThread();
  /** False where the modules are run without having been compiled: a thread could not load them. */
  static readonly isPossible = import.meta.url.endsWith('.js');

  #worker: Worker | undefined;
  #waiting = new Map<number, Waiting>();
  #last: Promise<unknown> = Promise.resolve();
  #count = 0;
  #idle: NodeJS.Timeout | undefined;

  /**
   * Runs a job after those asked for before.
   *
   * @param tools Hears of the tools as they come.
   * @throws ToolGraphError as reading the source throws, `SOURCE_UNREADABLE` when the thread ended.
   */
  run(job: Omit<AsideJob, 'id'>, tools: Waiting['tools']): Promise<AsideDone> {
    const outcome = this.#last.then(() => this.#ask({ ...job, id: ++this.#count }, tools));
    this.#last = outcome.then(noted, noted); // whoever asked is told
    return outcome;
  }

  #ask(job: AsideJob, tools: Waiting['tools']): Promise<AsideDone> {
    clearTimeout(this.#idle);
    const worker = this.#worker ?? this.#start();
    worker.ref();
    return new Promise<AsideDone>((resolve, reject) => {
      this.#waiting.set(job.id, { tools, resolve, reject });
      worker.postMessage(job);
    }).finally(() => {
      worker.unref();
      this.#idle = setTimeout(() => void this.#worker?.terminate(), idleMs);
      this.#idle.unref();
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./aside-worker.js', import.meta.url), { execArgv: [] });
    const end = (reason: string): void => {
      if (this.#worker === worker) this.#worker = undefined;
      const waiting = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const { reject } of waiting)
        reject(new ToolGraphError('SOURCE_UNREADABLE', `The thread that read the source ended (${reason}).`));
    };
    worker.on('message', (reply: AsideReply) => this.#heard(reply));
    worker.on('error', (error) => end(error.message));
    worker.on('exit', (code) => end(`exit code ${code}`));
    this.#worker = worker;
    return worker;
  }

  #heard(reply: AsideReply): void {
    const waiting = this.#waiting.get(reply.id);
    if (waiting === undefined) return;
    if (reply.kind === 'tools') {
      waiting.tools(reply.tools);
      return;
    }
    this.#waiting.delete(reply.id);
    if (reply.kind === 'done') waiting.resolve(reply);
    else waiting.reject(errorOf(reply));
  }
}

function errorOf({ code, message }: AsideFailed): Error {
  return code === undefined ? new Error(message) : new ToolGraphError(code, message);
}

function noted(): void {}
