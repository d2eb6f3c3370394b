import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { loadSources } from '../../src/cli/load-sources.js';
import { temporaryFolder } from '../support/command-line.js';

/** Folders of this name may not be read; permissions would not keep root out. */
const locked = 'locked';

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const readdirSync = (path: string, options: never): unknown => {
    if (path.endsWith(locked)) throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
    return real.readdirSync(path, options);
  };
  return { ...real, readdirSync };
});

it('leaves out a folder in a folder that may not be read, and takes the rest', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, locked));
  writeFileSync(join(folder, 'tools.json'), '[{ "name": "pay", "description": "Pay." }]');
  const { graph, failed } = await loadSources([folder]);
  expect(graph.tools.map(({ name }) => name)).toEqual(['pay']);
  const path = join(folder, locked);
  expect(failed).toEqual([{ path, message: `${path} may not be read — check its permissions.` }]);
  await expect(loadSources([path])).rejects.toMatchObject({ code: 'SOURCE_UNREADABLE' });
});
