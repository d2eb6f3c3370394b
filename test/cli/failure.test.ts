import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeFailure } from '../../src/cli/failure.js';
import { runProgram } from '../../src/cli/program.js';
import { temporaryFolder } from '../support/command-line.js';

async function failureOf(...args: readonly string[]): Promise<{ line: string; exitCode: number }> {
  const thrown = await runProgram(args).then(
    () => new Error('it did not fail'),
    (error: unknown) => error,
  );
  return describeFailure(thrown);
}

describe('a wrong call', () => {
  it.each([
    [['search', '--jsn', 'x', 'y'], "unknown option '--jsn' — did you mean --json?"],
    [['serch', 'x'], "unknown command 'serch' — did you mean search?"],
    [['search', 'x'], 'search needs a source and then a query — try: toolgraph search x "cancel an order"'],
    [['search'], 'search needs a source and then a query — try: toolgraph search openapi.yaml "cancel an order"'],
    [['search', 'x', 'y', '-k', 'many'], '-k must be a whole number of at least 1, not "many"'],
    [['search', 'x', 'y', '-k', '0'], '-k must be a whole number of at least 1, not "0"'],
    [['ingest', 'x'], 'ingest needs -o <file>, --save <file> or both: where the catalog goes'],
    [['inspect'], "missing required argument 'source' — see toolgraph --help"],
  ])('toolgraph %j says what to call instead', async (args, line) => {
    expect(await failureOf(...args)).toEqual({ line, exitCode: 2 });
  });
});

describe('a source that cannot be taken in', () => {
  it('is named with the reason and what to try', async () => {
    const folder = temporaryFolder();
    const path = (name: string): string => join(folder, name);
    mkdirSync(path('empty'));
    writeFileSync(path('page.json'), '<html><body>Sign in</body></html>');
    writeFileSync(path('blank.json'), '\n');
    writeFileSync(path('notes.txt'), 'nothing to see');
    writeFileSync(path('later.json'), '{"format":"toolgraph-catalog","version":99,"tools":[]}');
    const failures = await Promise.all(
      ['missing.yaml', 'empty', 'page.json', 'blank.json', 'notes.txt', 'later.json'].map((name) =>
        failureOf('inspect', path(name)),
      ),
    );
    expect(failures.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(failures.map(({ line }) => line.replaceAll(`${folder}/`, ''))).toEqual([
      expect.stringMatching(/^missing\.yaml does not exist — check the path \(from .+\)\.$/),
      expect.stringMatching(
        /^empty holds no source \(0 files looked at\) — looked for an OpenAPI .+ or Python, JavaScript or/,
      ),
      'page.json is an HTML page, not a spec; check that the address needs no sign-in.',
      expect.stringMatching(/^blank\.json is empty — a source is /),
      expect.stringMatching(/^notes\.txt is of no format known here — a source is /),
      expect.stringMatching(/version 99 and this toolgraph reads 1; ingest the sources again, or update toolgraph/),
    ]);
  });
});

describe('an unexpected error', () => {
  it('is one line and says how to see more', () => {
    expect(describeFailure(new TypeError('x is\nnot a function'))).toEqual({
      line: 'x is not a function — unexpected; run again with TOOLGRAPH_DEBUG=1 for the stack and report it',
      exitCode: 1,
    });
  });

  it('cannot rewrite the terminal', () => {
    expect(describeFailure(new Error('a\u001b]0;title\u0007b')).line).toMatch(/^a\]0;titleb /);
  });
});
