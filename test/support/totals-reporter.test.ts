import { describe, expect, it } from 'vitest';
import type { TestModule } from 'vitest/node';
import { totals } from './totals-reporter.js';

type Module = Pick<TestModule, 'children' | 'errors'>;

function module(states: readonly string[], loadErrors = 0): Module {
  const tests = states.map((state) => ({ result: () => ({ state }) }));
  return {
    children: { allTests: () => tests.values() },
    errors: () => Array.from({ length: loadErrors }, () => ({ message: 'cannot load' })),
  } as unknown as Module;
}

describe('the closing line of a test run', () => {
  it('counts passed, failed and skipped tests over all files', () => {
    expect(totals([module(['passed', 'failed']), module(['passed', 'skipped'])], 0)).toEqual({
      passed: 2,
      failed: 1,
      skipped: 1,
    });
  });

  it('counts a file that could not be loaded and an error outside the tests as failures', () => {
    expect(totals([module([], 1), module(['passed'])], 1)).toEqual({ passed: 1, failed: 2, skipped: 0 });
  });
});
