import { Worker } from 'node:worker_threads';
import { messageOf } from '../core/errors.js';

/** One piece of work for a worker thread. */
export interface CrewTask<Job> {
  /** What the worker is sent. */
  readonly job: Job;
  /** How large it is, in bytes; 0 when unknown. Large ones are begun early. */
  readonly size: number;
}

/** What became of a task: the worker's answer, or why the worker ended before it gave one. */
export type CrewOutcome<Result> = { readonly result: Result } | { readonly crash: string };

/** What a worker thread is sent, and answers with. */
export interface CrewMessage<Content> {
  readonly index: number;
  readonly content: Content;
}

/** How far workers may run ahead of the caller: answers wait in memory until it is their turn. */
const window = { tasks: 256, bytes: 128 << 20 } as const;
/** A task from this size on is begun before the smaller ones, or it would be the last that runs, alone. */
const largeTask = 4 << 20;

/**
 * Worker threads that share a list of tasks. Answers come in the order of the tasks, whichever worker gives them. A
 * worker that ends in the middle of a task costs that task alone: another one takes its place.
 */
export class WorkerCrew<Job, Result> {
  readonly #tasks: readonly CrewTask<Job>[];
  readonly #entry: URL;
  readonly #data: unknown;
  readonly #busy = new Map<Worker, number>();
  readonly #begun = new Set<number>();
  readonly #answers = new Map<number, CrewOutcome<Result>>();
  #aheadBytes = 0;
  #current = 0;
  #wake: () => void = () => undefined;

  /**
   * @param entry Module that a worker runs. It answers each {@link CrewMessage} of a job with one of a result.
   * @param data Handed to every worker as its `workerData`.
   */
  constructor(tasks: readonly CrewTask<Job>[], entry: URL, data: unknown) {
    this.#tasks = tasks;
    this.#entry = entry;
    this.#data = data;
  }

  /**
   * The outcome of each task, in the order of the tasks. The workers have ended when the iteration has.
   *
   * @param count How many workers.
   * @throws The reason of `signal`, when that is aborted.
   */
  async *outcomes(count: number, signal?: AbortSignal): AsyncGenerator<CrewOutcome<Result>> {
    const wake = (): void => this.#wake();
    signal?.addEventListener('abort', wake);
    try {
      for (let hired = 0; hired < Math.min(count, this.#tasks.length); hired++) this.#hire();
      for (; this.#current < this.#tasks.length; this.#current++) {
        const outcome = await this.#answer(this.#current, signal);
        this.#answers.delete(this.#current);
        this.#aheadBytes -= this.#tasks[this.#current]?.size ?? 0;
        yield outcome;
      }
    } finally {
      signal?.removeEventListener('abort', wake);
      const workers = [...this.#busy.keys()];
      this.#busy.clear();
      await Promise.all(workers.map((worker) => worker.terminate()));
    }
  }

  async #answer(index: number, signal: AbortSignal | undefined): Promise<CrewOutcome<Result>> {
    for (;;) {
      signal?.throwIfAborted();
      this.#putIdleToWork();
      const outcome = this.#answers.get(index);
      if (outcome !== undefined) return outcome;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #hire(): void {
    const worker = new Worker(this.#entry, { workerData: this.#data });
    let reason: string | undefined;
    worker.on('message', ({ index, content }: CrewMessage<Result>) => {
      if (this.#busy.has(worker)) this.#settle(worker, index, { result: content });
    });
    worker.on('messageerror', (error) => {
      reason = `its answer could not be read (${messageOf(error, 200)})`;
      void worker.terminate();
    });
    worker.on('error', (error) => {
      reason = messageOf(error, 200);
    });
    worker.on('exit', (code) => {
      const index = this.#busy.get(worker);
      if (index === undefined) return;
      this.#busy.delete(worker);
      if (index !== idle) {
        this.#answers.set(index, { crash: reason ?? `it ended with code ${code}` });
        if (this.#begun.size < this.#tasks.length) this.#hire();
      }
      this.#wake();
    });
    this.#busy.set(worker, idle);
    this.#putIdleToWork();
  }

  #settle(worker: Worker, index: number, outcome: CrewOutcome<Result>): void {
    this.#answers.set(index, outcome);
    this.#busy.set(worker, idle);
    this.#putIdleToWork();
    this.#wake();
  }

  #putIdleToWork(): void {
    for (const [worker, index] of this.#busy) {
      if (index !== idle) continue;
      const next = this.#nextTask();
      const task = next === undefined ? undefined : this.#tasks[next];
      if (next === undefined || task === undefined) return;
      this.#begun.add(next);
      this.#aheadBytes += task.size;
      this.#busy.set(worker, next);
      worker.postMessage({ index: next, content: task.job } satisfies CrewMessage<Job>);
    }
  }

  /** The task to begin next: a large one within the window, else the first; none while the window is full. */
  #nextTask(): number | undefined {
    let first: number | undefined;
    const end = Math.min(this.#tasks.length, this.#current + window.tasks);
    for (let index = this.#current; index < end; index++) {
      if (this.#begun.has(index)) continue;
      const size = this.#tasks[index]?.size ?? 0;
      if (index !== this.#current && this.#aheadBytes + size > window.bytes) continue;
      if (size >= largeTask) return index;
      first ??= index;
    }
    return first;
  }
}

/** Stands for the task of a worker that has none. */
const idle = -1;
