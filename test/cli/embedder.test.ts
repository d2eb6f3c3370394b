import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

/** A module with an embedder that counts in a file what it is asked, and the count of tools' texts so far. */
function countingModule(id = 'own', dimensions = 2): { readonly path: string; readonly asked: () => number } {
  const folder = temporaryFolder();
  const [path, log] = [join(folder, 'counting.mjs'), join(folder, 'asked')];
  writeFileSync(log, '');
  const vector = `(text) => [/bread|loaf/i.test(text) ? 1 : 0.01, 0.7, ...Array(${dimensions - 2}).fill(0.1)]`;
  writeFileSync(
    path,
    `import { appendFileSync } from 'node:fs';
    export default { id: '${id}', dimensions: ${dimensions}, async embed(texts, { purpose }) {
      if (purpose === 'tool') appendFileSync(${JSON.stringify(log)}, 'x'.repeat(texts.length));
      return texts.map(${vector});
    } };`,
  );
  return { path, asked: () => readFileSync(log, 'utf8').length };
}

describe('--vectors', () => {
  it('embeds a text once, however many commands follow, and ranks the same', async () => {
    const { path, asked } = countingModule();
    const vectors = join(temporaryFolder(), 'farm.vectors');
    const first = await search('--embedder', path, '--vectors', vectors);
    expect(asked()).toBe(4);
    const { out: again } = await printed(
      ...['search', join(farm(), 'tools.jsonl'), 'loaf', '--json', '--embedder', path, '--vectors', vectors],
    );
    expect(asked()).toBe(4);
    const without = await printed('search', join(farm(), 'tools.jsonl'), 'loaf', '--json', '--embedder', path);
    expect(again).toBe(without.out);
    expect(first.tools).toEqual(['bake_bread']);
    await printed('eval', farm(), '--embedder', path, '--vectors', vectors);
    expect(asked()).toBe(8); // those of the search without the file
  });

  it('embeds what is new, and keeps what the last command did not need', async () => {
    const { path, asked } = countingModule();
    const vectors = join(temporaryFolder(), 'farm.vectors');
    await search('--embedder', path, '--vectors', vectors);
    const more = join(temporaryFolder(), 'more.json');
    writeFileSync(more, JSON.stringify([row('bake_bread', 'Bake bread'), row('sow', 'Sow')]));
    await printed('search', more, 'loaf', '--embedder', path, '--vectors', vectors);
    expect(asked()).toBe(5);
    await search('--embedder', path, '--vectors', vectors);
    expect(asked()).toBe(5);
  });

  it('uses no vectors of another model, of another length or of a damaged file, says so and replaces them', async () => {
    const vectors = join(temporaryFolder(), 'farm.vectors');
    await search('--embedder', countingModule().path, '--vectors', vectors);
    for (const [other, message] of [
      [countingModule('other'), /they are of "own" with 2 numbers/],
      [countingModule('other', 3), /they are of "other" with 2 numbers/],
    ] as const) {
      const { tools, err } = await search('--embedder', other.path, '--vectors', vectors);
      expect([tools, other.asked()]).toEqual([['bake_bread'], 4]);
      expect(err).toMatch(message);
    }
    const bytes = readFileSync(vectors);
    for (const [damaged, message] of [
      [Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1) === 1 ? 2 : 1])]), /the file is damaged/],
      [bytes.subarray(0, -5), /the file is damaged/],
      [Buffer.from('toolgraph-vectors 1 {"embedder":\n'), /it is no file of vectors/],
      [Buffer.from('hello'), /it is no file of vectors/],
    ] as const) {
      writeFileSync(vectors, damaged);
      const third = countingModule('other', 3);
      const { tools, err } = await search('--embedder', third.path, '--vectors', vectors);
      expect([tools, third.asked()]).toEqual([['bake_bread'], 4]);
      expect(err).toMatch(message);
    }
    expect(readFileSync(vectors)).toEqual(bytes);
  });

  it('ranks all the same where the file cannot be written, and says so', async () => {
    const { path } = countingModule();
    const { tools, err } = await search('--embedder', path, '--vectors', join(temporaryFolder(), 'missing', 'v'));
    expect(tools).toEqual(['bake_bread']);
    expect(err).toMatch(/vectors are not kept: cannot write/);
    await expect(search('--vectors', 'x')).rejects.toThrow(/needs --embedder/);
  });
});

describe('plan and bundle --embedder', () => {
  it('choose by meaning what no word says', async () => {
    const { path } = countingModule();
    const tools = join(farm(), 'tools.jsonl');
    for (const command of ['plan', 'bundle']) {
      const names = async (...options: string[]) => {
        const { out } = await printed(command, tools, 'loaf', '--json', ...options);
        const { steps, tools: chosen } = JSON.parse(out) as { steps?: { tool: string }[]; tools?: { name: string }[] };
        return steps?.map(({ tool }) => tool) ?? chosen?.map(({ name }) => name);
      };
      expect(await names()).toEqual([]);
      expect(await names('--embedder', path)).toEqual(['bake_bread']);
    }
  });

  it('go by text while the endpoint refuses, and say so', async () => {
    const endpoint = await EmbeddingEndpoint.start();
    endpoint.status = 401;
    for (const command of ['plan', 'bundle']) {
      const asked = ['--embedder', endpoint.url, '--embedder-model', 'toy-1'];
      const { out, err } = await printed(command, join(farm(), 'tools.jsonl'), 'milk it', '--json', ...asked);
      expect(out).toContain('milk_cow');
      expect(err).toMatch(/text ranks alone/);
    }
  });
});

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

describe('serve --workers --embedder', () => {
  it('refuses what does not name a model before it reads anything', async () => {
    const workers = [
      'serve',
      join(farm(), 'tools.jsonl'),
      '--workers',
      '2',
      '--snapshot',
      join(temporaryFolder(), 's.tgs'),
    ];
    const serve = (...flags: readonly string[]) => expect(printed(...workers, ...flags)).rejects;
    await serve('--embedder', 'http://127.0.0.1:9/v1').toThrow(/--embedder-model/);
    await serve('--embedder', 'no-such-module.mjs').toThrow(/there is no file/);
    await serve('--embedder-model', 'toy').toThrow(/need --embedder/);
  });
});
