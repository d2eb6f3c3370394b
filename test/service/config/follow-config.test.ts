import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Config, followConfig, readConfig } from '../../../src/service/index.js';
import { temporaryFolder } from '../../support/command-line.js';

describe('a configuration that is followed', () => {
  interface Following {
    readonly file: string;
    readonly applied: Config[];
    readonly failures: unknown[];
  }

  function follow(text: string, reject?: Error): Following {
    const file = join(temporaryFolder(), 'toolgraph.yaml');
    writeFileSync(file, text);
    const applied: Config[] = [];
    const failures: unknown[] = [];
    const followed = followConfig(readConfig(file), {
      apply: async (config) => {
        if (reject !== undefined) throw reject;
        applied.push(config);
      },
      failed: (error) => failures.push(error),
      intervalMs: 30,
    });
    onTestFinished(() => followed.close());
    return { file, applied, failures };
  }

  it('is read again after each change, also when the file is replaced', async () => {
    const { file, applied } = follow('sources: [a]');
    writeFileSync(file, 'sources: [a, b]');
    await expect.poll(() => applied.length, { timeout: 10_000 }).toBe(1);
    writeFileSync(`${file}.new`, 'sources: [a, b, c]');
    renameSync(`${file}.new`, file);
    await expect.poll(() => applied.at(-1)?.root.sources.length, { timeout: 10_000 }).toBe(3);
  }, 30_000);

  it('is left as it was by a broken one or one that is gone, and mends itself', async () => {
    const { file, applied, failures } = follow('sources: [a]');
    writeFileSync(file, 'sources: [a]\nsorces: [b]');
    await expect.poll(() => failures.length, { timeout: 10_000 }).toBe(1);
    expect(String(failures[0])).toMatch(/toolgraph\.yaml:2:1: Unknown key "sorces"/);
    rmSync(file);
    await expect.poll(() => failures.length, { timeout: 10_000 }).toBe(2);
    expect(applied).toEqual([]);
    writeFileSync(file, 'sources: [a, b]');
    await expect.poll(() => applied.length, { timeout: 10_000 }).toBe(1);
  }, 30_000);

  it.each(['', '\n', '# to be written\n'])(
    'is left as it was by one that became empty (%j)',
    async (text) => {
      const { file, applied, failures } = follow('sources: [a]');
      writeFileSync(file, text);
      await expect.poll(() => failures.length, { timeout: 10_000 }).toBe(1);
      expect(String(failures[0])).toMatch(/toolgraph\.yaml:1:1: The file became empty/);
      expect(applied).toEqual([]);
      writeFileSync(file, 'sources: []');
      await expect.poll(() => applied.at(-1)?.root.sources, { timeout: 10_000 }).toEqual([]);
    },
    30_000,
  );

  it('reports what cannot be applied', async () => {
    const { file, failures } = follow('sources: [a]', new Error('no'));
    writeFileSync(file, 'sources: [b]');
    await expect.poll(() => failures, { timeout: 10_000 }).toEqual([new Error('no')]);
  }, 30_000);
});
