import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';

/** Ends a run with one plain line for scripts, `12 passed, 0 failed`, after whatever the other reporters print. */
export default class TotalsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], reason: TestRunEndReason): void {
    const { passed, failed, skipped } = totals(modules, errors.length);
    if (skipped > 0) console.log(`${skipped} skipped`);
    if (reason === 'interrupted') console.log('interrupted: some tests did not run');
    console.log(`${passed} passed, ${failed} failed`);
  }
}

/** Counts tests. A file that could not be loaded and an error outside every test count as one failure each. */
export function totals(
  modules: readonly Pick<TestModule, 'children' | 'errors'>[],
  looseErrors: number,
): { passed: number; failed: number; skipped: number } {
  const count = { passed: 0, failed: looseErrors, skipped: 0 };
  for (const module of modules) {
    if (module.errors().length > 0) count.failed++;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') count.passed++;
      else if (state === 'failed') count.failed++;
      else count.skipped++;
    }
  }
  return count;
}
