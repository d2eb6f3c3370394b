import { chmodSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { nearest } from '../../../src/service/config/suggest.js';
import { ConfigError, configSchema, readConfig, readSecretsFile, Secrets } from '../../../src/service/index.js';
import { temporaryFolder } from '../../support/command-line.js';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

function written(text: string, name = 'toolgraph.yaml'): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** The problems of a configuration as `line:column message`. */
function problemsOf(text: string): string[] {
  try {
    readConfig(written(text));
  } catch (thrown) {
    if (!(thrown instanceof ConfigError)) throw thrown;
    return thrown.problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
  }
  return [];
}

function setVariable(name: string, value: string): void {
  process.env[name] = value;
  onTestFinished(() => {
    delete process.env[name];
  });
}

const everything = `
server: { host: 127.0.0.1, port: 0, allowedHosts: [tools.example], allowedOrigins: ['https://app.example'], logLevel: info }
limits: { bodyBytes: 1000000, bodyTimeout: 10s, requestsPerMinute: 600, burst: 50 }
secretsFile: secrets.env
sources:
  - specs/shop.yaml
  - https://api.example/openapi.json
  - { path: tools.jsonl, name: rows, refresh: 5m }
  - { name: files, refresh: 1h, mcp: { command: npx, args: [-y, server, '--key=\${FILES_KEY}'], env: { A: '\${FILES_KEY}' }, cwd: work, timeout: 90s, callTimeout: 2m, idle: 10m, maxConcurrent: 2, maxQueued: 0, lazy: false, perSession: true } }
  - { name: tickets, mcp: { url: 'https://tickets.example/mcp', headers: { authorization: 'Bearer \${TICKETS}' } } }
calls: { allowDestructive: ['orders_*'], allowPrivate: [10.0.0.5], pin: [a_tool], listFound: 5, credentials: { rows: { apiKey: '\${TICKETS}-$\${TICKETS}' } }, timeout: 5s, maxResponseBytes: 9999 }
textPolicy: strip
snapshot: state/catalog.tgs
tokens:
  - { id: support, sha256: ${'ab'.repeat(32)}, scopes: [read, call], tools: ['*', '!delete_*'], annotations: { readOnlyHint: true } }
  - { id: ops, sha256: ${'cd'.repeat(32)}, catalogs: { default: {}, ops: { scopes: [admin, read], sources: ['x*'] } } }
catalogs:
  ops: { sources: [ops.yaml], textPolicy: quarantine, snapshot: state/ops.tgs, calls: { enabled: false } }
evaluation: { folder: sets }
`;

describe('a configuration', () => {
  it('is read with secrets filled in, paths absolute and durations in milliseconds', () => {
    setVariable('FILES_KEY', 'key-of-files');
    chmodSync(written('TICKETS="key of tickets"\n', 'secrets.env'), 0o600);
    const config = readConfig(written(everything));
    const at = (...parts: string[]) => join(folder, ...parts);
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 0,
      bodyTimeoutMs: 10_000,
      rateLimit: { perMinute: 600, burst: 50 },
      datasets: at('sets'),
      files: [at('toolgraph.yaml'), at('secrets.env')],
    });
    expect(config.root.sources).toEqual([
      { kind: 'place', place: at('specs', 'shop.yaml') },
      { kind: 'place', place: 'https://api.example/openapi.json' },
      { kind: 'place', place: at('tools.jsonl'), name: 'rows', refreshEveryMs: 300_000 },
      {
        kind: 'mcp',
        name: 'files',
        refreshEveryMs: 3_600_000,
        terms: {
          timeoutMs: 90_000,
          callTimeoutMs: 120_000,
          idleMs: 600_000,
          maxConcurrent: 2,
          maxQueued: 0,
          lazy: false,
          perSession: true,
        },
        server: {
          command: 'npx',
          args: ['-y', 'server', '--key=key-of-files'],
          env: { A: 'key-of-files' },
          cwd: at('work'),
        },
      },
      {
        kind: 'mcp',
        name: 'tickets',
        terms: {},
        server: { url: 'https://tickets.example/mcp', headers: { authorization: 'Bearer key of tickets' } },
      },
    ]);
    expect(config.root.calls?.credentials.get('rows')?.get('apiKey')).toBe(`key of tickets-$\{TICKETS}`);
    expect(config.root.expose).toEqual({ pinned: ['a_tool'], searched: 5 });
    expect(config.catalogs.get('ops')).toEqual({
      sources: [{ kind: 'place', place: at('ops.yaml') }],
      textPolicy: 'quarantine',
      snapshot: at('state', 'ops.tgs'),
    });
    expect(config.secrets.hide('a key-of-files b "key of tickets"')).toBe('a [secret] b "[secret]"');
  });

  it('may begin from the one that is deployed', () => {
    const { root, file } = readConfig(new URL('../../../deploy/toolgraph.yaml', import.meta.url).pathname);
    expect(root.sources).toMatchObject([
      { name: 'shop', place: expect.stringMatching(/shop\.yaml$/), refreshEveryMs: 600_000 },
    ]);
    expect(file).toMatch(/deploy/);
  });

  it('may be empty', () => {
    expect(readConfig(written('# nothing yet\n')).root.sources).toEqual([]);
  });

  it.each<[string, string, string[]]>([
    ['an unknown key', 'servr: {}', ['1:1 Unknown key "servr"; did you mean "server"?']],
    [
      'an unknown key far from any',
      'sources: [a]\nzzzzzz: 1',
      [expect.stringMatching(/^2:1 Unknown key "zzzzzz"; the keys here are server, limits,/) as unknown as string],
    ],
    [
      'a key inside a source',
      'sources:\n  - path: a\n    refesh: 5m',
      ['3:5 Unknown key "refesh" in sources[0]; did you mean "refresh"?'],
    ],
    ['a wrong type', 'server:\n  port: "80"', ['2:9 server.port is "80"; it must be a whole number.']],
    ['a number out of range', 'server: { port: 70000 }', ['1:17 server.port is 70000; it must be 65535 or less.']],
    [
      'a wrong word',
      'textPolicy: stripp',
      ['1:13 textPolicy is "stripp"; it must be one of flag, strip, quarantine — did you mean "strip"?'],
    ],
    [
      'a bad duration',
      'sources:\n  - path: a\n    refresh: 5 minutes',
      ['3:14 sources[0].refresh is "5 minutes"; it must be a duration such as 30s, 5m or 1h.'],
    ],
    [
      'two kinds in one source',
      'sources:\n  - path: a\n    url: http://x',
      ['2:5 sources[0] is a map of path, url; it needs exactly one of path, url, mcp.'],
    ],
    ['something missing', 'tokens:\n  - id: a', ['2:5 tokens[0] lacks sha256.']],
    ['an empty list', 'tokens:', ['1:8 tokens is empty; it must be a list.']],
    [
      'a bad catalog name',
      'catalogs:\n  "a b": {}',
      ['2:3 catalogs has the key "a b"; it must be a name of letters, digits, ".", "_" and "-", at most 64 of them.'],
    ],
    ['bad YAML', 'a: [1\nb: 2', [expect.stringMatching(/^2:1 Flow sequence/) as unknown as string]],
    [
      'a key twice',
      'server: {}\nserver: {}',
      [expect.stringMatching(/^2:1 Map keys must be unique/) as unknown as string],
    ],
    [
      'a variable where none is filled in',
      `snapshot: $\{HOME}/a`,
      [expect.stringMatching(/^1:11 snapshot holds \$\{HOME\}; only credentials/) as unknown as string],
    ],
    [
      'a variable that is not set',
      `sources:\n  - name: a\n    mcp: { command: x, env: { K: "$\{TG_NOT_SET}" } }`,
      ['3:34 sources[0].mcp.env.K needs TG_NOT_SET, which is set neither in the environment nor in the secrets file.'],
    ],
    [
      'others let in without tokens',
      'server:\n  host: 0.0.0.0',
      ['2:9 server.host is "0.0.0.0", which lets others in; give tokens first, or 127.0.0.1.'],
    ],
    [
      'names that stand twice',
      `sources:\n  - { path: a, name: x }\n  - { path: b, name: x }\n  - c\n  - c`,
      ['3:22 Two sources here are called "x".', '5:5 The source "c" stands here twice; give one of them a name.'],
    ],
    [
      'an MCP server without a name',
      'sources:\n  - mcp: { command: x }',
      ['2:5 sources[0] is an MCP server and needs a name.'],
    ],
    [
      'a token for a catalog that is not there',
      `catalogs: { ops: {} }\ntokens:\n  - id: a\n    sha256: "${'0'.repeat(64)}"\n    catalogs: { obs: {} }`,
      ['5:17 tokens[0] names the catalog "obs", which is not here; did you mean "ops"?'],
    ],
    [
      'the default catalog by name',
      'catalogs:\n  default: {}',
      ['2:3 The catalog "default" is the one at the root; write its sources there.'],
    ],
    [
      'credentials of a source that is not there',
      'sources: [{ path: a, name: shop }]\ncalls:\n  credentials:\n    shp: {}',
      ['4:5 There is no source "shp"; did you mean "shop"?'],
    ],
    ['a file that is a list', '- a', ['1:1 The file is a list; it must be a map.']],
  ])('with %s is refused with its place', (_, text, expected) => {
    expect(problemsOf(text)).toEqual(expected);
  });

  it('is told everything that is wrong at once, in the order of the file', () => {
    const problems = problemsOf('server: { port: x }\nsources:\n  - path: 1\ntokens: 3\nlimit: {}');
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['1:17', '3:11', '4:9', '5:1']);
  });

  it('never shows what may be a token or a credential', () => {
    const text =
      'tokens:\n  - { id: a, sha256: my-own-token }\nsources:\n  - { name: m, mcp: { command: x, env: { K: [s3cret] } } }';
    expect(problemsOf(text)).toHaveLength(2);
    expect(problemsOf(text).join('\n')).not.toMatch(/my-own-token|s3cret/);
  });

  it('is not expanded without bounds', () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
    for (let at = 1; at < 12; at++) {
      const [before, now] = [String.fromCharCode(96 + at), String.fromCharCode(97 + at)];
      bomb.push(`${now}: &${now} [${Array(10).fill(`*${before}`).join(', ')}]`);
    }
    const started = performance.now();
    expect(problemsOf(bomb.join('\n'))[0]).toMatch(/alias/i);
    expect(performance.now() - started).toBeLessThan(5000);
    expect(problemsOf(`# ${'x'.repeat(2_000_000)}`)[0]).toMatch(/larger than/);
  });

  it('keeps names like __proto__ as data', () => {
    expect(problemsOf('__proto__: { polluted: 1 }')).toEqual([expect.stringContaining('Unknown key "__proto__"')]);
    expect(problemsOf('catalogs: { constructor: { sources: [a] } }')).toEqual([]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('the schema', () => {
  it('is the one in the package', () => {
    const file = new URL('../../../toolgraph.schema.json', import.meta.url);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(configSchema)));
  });

  it('is a schema of draft 7 whose every property says what it is', () => {
    expect(new Ajv({ strict: false }).validateSchema(configSchema)).toBe(true);
    const bare: string[] = [];
    const visit = (schema: typeof configSchema, path: string): void => {
      for (const [key, child] of Object.entries(schema.properties ?? {})) {
        if (child.description === undefined) bare.push(`${path}.${key}`);
        visit(child, `${path}.${key}`);
      }
      if (typeof schema.additionalProperties === 'object') visit(schema.additionalProperties, `${path}.*`);
      if (schema.items !== undefined) visit(schema.items, `${path}[]`);
    };
    visit(configSchema, '');
    expect(bare).toEqual([]);
  });
});

describe('a secrets file', () => {
  it('that others may read is refused, with the command that mends it', () => {
    const file = written('A=b\n', 'secrets.env');
    for (const mode of [0o644, 0o640, 0o604]) {
      chmodSync(file, mode);
      expect(() => readSecretsFile(file)).toThrow(`chmod 600 ${file}`);
    }
    chmodSync(file, 0o600);
    expect(readSecretsFile(file)).toEqual(new Map([['A', 'b']]));
    symlinkSync(file, join(folder, 'link.env'));
    expect(readSecretsFile(join(folder, 'link.env')).size).toBe(1);
  });

  it('is read line by line, and a bad line is told without its content', () => {
    const file = written('# c\n\nexport A = \'b c\'\nB="d"\nC=\nD=e=f\n', 'secrets.env');
    chmodSync(file, 0o600);
    expect([...readSecretsFile(file)]).toEqual([
      ['A', 'b c'],
      ['B', 'd'],
      ['C', ''],
      ['D', 'e=f'],
    ]);
    writeFileSync(file, 'A=b\nhush-hush\n');
    expect(() => readSecretsFile(file)).toThrow(/:2: the line is not of the form/);
    expect(() => readSecretsFile(file)).not.toThrow(/hush/);
  });

  it('is named with its place in the configuration', () => {
    chmodSync(written('A=b\n', 'secrets.env'), 0o644);
    expect(problemsOf('sources: []\nsecretsFile: secrets.env')[0]).toMatch(/^2:14 secretsFile: .*chmod 600/);
    expect(problemsOf('secretsFile: none.env')[0]).toMatch(/^1:14 secretsFile: .*cannot be read/);
  });
});

it('hides a value in JSON too, the longest first', () => {
  const secrets = new Secrets(
    new Map([
      ['A', 'quote"d'],
      ['B', 'longer-quote"d'],
    ]),
    { C: 'from-env' },
  );
  expect(secrets.get('C')).toBe('from-env');
  expect(secrets.get('constructor')).toBeUndefined();
  expect(secrets.hide(JSON.stringify({ a: 'longer-quote"d', b: 'from-env' }))).toBe('{"a":"[secret]","b":"[secret]"}');
});

it('suggests what is near and nothing else', () => {
  expect(nearest('refesh', ['refresh', 'name'])).toBe('refresh');
  expect(nearest('hots', ['host', 'port'])).toBe('host');
  expect(nearest('password', ['path', 'port'])).toBeUndefined();
});

describe('an embedder', () => {
  it('is an endpoint with a key from the environment, or a module beside the file', () => {
    setVariable('FARM_KEY', 'topsecret0123456789');
    const config = readConfig(
      written(`
embedder: { url: http://localhost:11434/v1, model: m, apiKey: '\${FARM_KEY}', dimensions: 64, timeout: 2s }
catalogs: { ops: { embedder: { module: own.mjs } } }`),
    );
    const url = 'http://localhost:11434/v1';
    expect(config.root.embedder).toEqual({
      url,
      model: 'm',
      apiKey: 'topsecret0123456789',
      dimensions: 64,
      timeoutMs: 2000,
    });
    expect(config.catalogs.get('ops')?.embedder).toEqual({ module: join(folder, 'own.mjs') });
    expect(config.secrets.hide('it sent topsecret0123456789')).toBe('it sent [secret]');
  });

  it('is refused with what is missing or does not fit', () => {
    expect(problemsOf('embedder: { url: http://localhost/v1 }')).toEqual([
      expect.stringMatching(/embedder has a url and no model; name the model/),
    ]);
    expect(problemsOf('embedder: { model: m }')).toEqual([expect.stringMatching(/exactly one of url, module/)]);
    expect(problemsOf('embedder: { module: a.mjs, apiKey: k }')).toEqual([
      expect.stringMatching(/embedder\.apiKey has no meaning beside a module/),
    ]);
    expect(problemsOf('embedder: { url: http://me:pw@localhost/v1, model: m }')).toEqual([
      expect.stringMatching(/holds a user name/),
    ]);
    expect(problemsOf('embedder: { url: http://localhost/v1, modle: m }')[0]).toMatch(/did you mean "model"/);
  });
});
