import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { commandNames } from '../../src/cli/program.js';
import { promisedOutput, readmeCommands, readmeExample } from './readme-example.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('README.md', () => {
  it('shows an example that prints what it says, run against the compiled package as written', () => {
    const example = readmeExample();
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module'], {
      cwd: root,
      input: example,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(promisedOutput(example).length).toBeGreaterThan(1);
    expect(stdout.trimEnd().split('\n')).toEqual(promisedOutput(example));
  });

  it('calls commands that exist', () => {
    const called = readmeCommands();
    expect(called.length).toBeGreaterThan(3);
    expect(called.filter((name) => !commandNames.includes(name))).toEqual([]);
  });
});
