import { describe, expect, it } from 'vitest';
import { type CrewOutcome, WorkerCrew } from '../../src/intake/worker-crew.js';

const entry = new URL('../support/crashing-worker.mjs', import.meta.url);

async function answers(numbers: readonly number[], workers: number, signal?: AbortSignal) {
  const tasks = numbers.map((job, index) => ({ job, size: index % 3 === 2 ? 5 << 20 : 10 }));
  const found: CrewOutcome<number>[] = [];
  for await (const outcome of new WorkerCrew<number, number>(tasks, entry, { factor: 2 }).outcomes(workers, signal))
    found.push(outcome);
  return found;
}

describe('worker threads that share a list', () => {
  it.each([1, 2, 4])('answer in the order of the list, %i of them', async (workers) => {
    const numbers = Array.from({ length: 40 }, (_, index) => index * 100);
    expect(await answers(numbers, workers)).toEqual(numbers.map((number) => ({ result: number * 2 })));
  });

  it('that end or throw cost the task in hand alone', async () => {
    expect(await answers([1, 13, 2, -5, 3], 2)).toEqual([
      { result: 2 },
      { crash: 'it ended with code 7' },
      { result: 4 },
      { crash: 'no double of -5' },
      { result: 6 },
    ]);
  });

  it('that cannot start fail every task with the reason', async () => {
    const crew = new WorkerCrew<number, number>([{ job: 1, size: 0 }], new URL('./nowhere.mjs', import.meta.url), {});
    const found: CrewOutcome<number>[] = [];
    for await (const outcome of crew.outcomes(1)) found.push(outcome);
    expect(found).toEqual([{ crash: expect.stringContaining('nowhere.mjs') }]);
  });

  it('run no further ahead than 256 tasks', async () => {
    const tasks = Array.from({ length: 600 }, (_, index) => ({ job: index, size: 1 }));
    const handedOut: number[] = [];
    const watched = tasks.map(({ job, size }, index) => ({
      size,
      get job() {
        handedOut.push(index);
        return job;
      },
    }));
    const outcomes = new WorkerCrew<number, number>(watched, entry, { factor: 2 }).outcomes(2);
    await outcomes.next();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(Math.max(...handedOut)).toBeGreaterThan(0);
    expect(Math.max(...handedOut)).toBeLessThanOrEqual(256);
    await outcomes.return(undefined);
  });

  it('stop when the signal says so', async () => {
    const stop = new AbortController();
    const outcomes = new WorkerCrew<number, number>(
      [
        { job: 1, size: 0 },
        { job: 2, size: 0 },
      ],
      entry,
      { factor: 2 },
    ).outcomes(1, stop.signal);
    expect(await outcomes.next()).toEqual({ done: false, value: { result: 2 } });
    stop.abort(new Error('enough'));
    await expect(outcomes.next()).rejects.toThrow('enough');
  });
});
