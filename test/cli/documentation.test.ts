import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildProgram, commandNames } from '../../src/cli/program.js';

const page = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');

test('the page on the command line names every command and option, and no others', async () => {
  const options = new Set(['--help', '--version']);
  for (const name of commandNames) {
    const program = await buildProgram([name]);
    const command = program.commands.find((one) => one.name() === name);
    expect(page).toMatch(new RegExp(`^\\| .*\`${name}\\b`, 'm'));
    for (const { long } of command?.options ?? []) if (long !== undefined && long !== null) options.add(long);
  }
  expect(options.size).toBeGreaterThan(30);
  const named = new Set(page.match(/--[a-z][a-z-]+/g));
  expect([...options].filter((option) => !named.has(option))).toEqual([]);
  expect([...named].filter((option) => !options.has(option))).toEqual([]);
});
