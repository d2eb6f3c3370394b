import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { UsageError } from '../../src/cli/failure.js';
import { printed, temporaryFolder } from '../support/command-line.js';
import { EmbeddingEndpoint } from '../support/embedding-endpoint.js';
import { row } from '../support/service.js';

const secret = 'topsecret0123456789';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A folder that is an evaluation set: four tools, one request that no word answers. */
function farm(): string {
  const folder = join(temporaryFolder(), 'farm');
  mkdirSync(folder);
  const tools = [row('bake_bread', 'Bake bread'), row('shear', 'Shear'), row('milk_cow', 'Milk'), row('mend', 'Mend')];
  const queries = [{ id: '1', query: 'loaf', gold: ['bake_bread'] }];
  const lines = (rows: readonly object[]): string => rows.map((entry) => JSON.stringify(entry)).join('\n');
  writeFileSync(join(folder, 'tools.jsonl'), lines(tools));
  writeFileSync(join(folder, 'queries.jsonl'), lines(queries));
  return folder;
}

const search = async (...options: readonly string[]) => {
  const { out, err } = await printed('search', join(farm(), 'tools.jsonl'), 'loaf', '--json', ...options);
  return { tools: (JSON.parse(out) as { tools: { name: string }[] }).tools.map(({ name }) => name), err };
};

describe('search --embedder', () => {
  it('ranks with an endpoint, to which the key of the variable is sent', async () => {
    const endpoint = await EmbeddingEndpoint.start();
    vi.stubEnv('FARM_KEY', secret);
    expect((await search()).tools).toEqual([]);
    const found = await search('--embedder', endpoint.url, '--embedder-model', 'toy-1', '--embedder-key', 'FARM_KEY');
    expect(found.tools).toEqual(['bake_bread']);
    expect(endpoint.requests.map(({ model }) => model)).toEqual(['toy-1', 'toy-1', 'toy-1']);
    expect(endpoint.requests.every(({ headers }) => headers.authorization === `Bearer ${secret}`)).toBe(true);
  });

  it('ranks by text alone when the endpoint refuses, says so, and shows no key', async () => {
    const endpoint = await EmbeddingEndpoint.start();
    endpoint.status = 401;
    vi.stubEnv('TOOLGRAPH_EMBEDDER_KEY', secret);
    const { tools, err } = await search('--embedder', endpoint.url, '--embedder-model', 'toy-1');
    expect(tools).toEqual([]);
    expect(err).toMatch(/text ranks alone: .*answered 401.*check the key/);
    expect(err).not.toContain(secret);
  });

  it('takes an embedder, or a function that gives one, from a module', async () => {
    const path = join(temporaryFolder(), 'own.mjs');
    const embed = 'async embed(texts) { return texts.map((text) => /bread|loaf/i.test(text) ? [1, 0] : [0, 1]); }';
    writeFileSync(path, `export default { id: 'own', dimensions: 2, ${embed} };`);
    expect((await search('--embedder', path)).tools).toEqual(['bake_bread']);
    const other = join(temporaryFolder(), 'other.mjs');
    writeFileSync(other, `export async function embedder() { return { id: 'own', dimensions: 2, ${embed} }; }`);
    expect((await search('--embedder', other)).tools).toEqual(['bake_bread']);
    const empty = join(temporaryFolder(), 'empty.mjs');
    writeFileSync(empty, 'export const nothing = 1;');
    await expect(search('--embedder', empty)).rejects.toThrow(/empty\.mjs exports no embedder; export default/);
    const broken = join(temporaryFolder(), 'broken.mjs');
    writeFileSync(broken, 'export default {');
    await expect(search('--embedder', broken)).rejects.toThrow(/broken\.mjs cannot be loaded/);
  });

  it.each([
    [['--embedder', 'http://127.0.0.1:1/v1'], /needs the name of a model/],
    [['--embedder', 'nowhere.mjs'], /there is no file "nowhere\.mjs"/],
    [['--embedder-model', 'm'], /need --embedder/],
    [['--embedder', 'energetic', '--embedder-model', 'm'], /"energetic" is none/],
    [
      ['--embedder', 'http://127.0.0.1:1/v1', '--embedder-model', 'm', '--embedder-key', 'NOT_SET_HERE'],
      /NOT_SET_HERE, which is not set/,
    ],
  ])('refuses %j with what to do', async (options, message) => {
    const asked = search(...options);
    await expect(asked).rejects.toThrow(message);
    await expect(asked).rejects.toBeInstanceOf(UsageError);
  });
});

describe('eval --embedder', () => {
  it('measures with the model and without', async () => {
    const endpoint = await EmbeddingEndpoint.start();
    const options = ['--embedder', endpoint.url, '--embedder-model', 'toy-1'] as const;
    const folder = farm();
    const { out } = await printed('eval', folder, ...options, '-k', '1');
    const lines = out.split('\n').filter((line) => /graph|flat|model/.test(line));
    expect(lines.map((line) => /(graph|flat|\+ model)\s+(\d+\.\d)/.exec(line)?.slice(1))).toEqual([
      ['graph', '0.0'],
      ['+ model', '100.0'],
      ['flat', '0.0'],
      ['+ model', '100.0'],
    ]);
    const { out: json } = await printed('eval', folder, ...options, '--json', '-');
    const [evaluation] = (JSON.parse(json) as { evaluations: { withModels: { rows: { ranking: string[] }[] } }[] })
      .evaluations;
    expect(evaluation?.withModels.rows[0]?.ranking).toEqual(['bake_bread']);
  });

  it('ends when the model fails, as its figures would be those of text', async () => {
    const endpoint = await EmbeddingEndpoint.start();
    endpoint.status = 403;
    await expect(printed('eval', farm(), '--embedder', endpoint.url, '--embedder-model', 'toy-1')).rejects.toThrow(
      /answered 403/,
    );
  });
});

describe('serve --embedder', () => {
  it('does not go with workers', async () => {
    await expect(printed('serve', '--workers', '2', '--embedder', 'energetic')).rejects.toThrow(/by text alone/);
  });
});
