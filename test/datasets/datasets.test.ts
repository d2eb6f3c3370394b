import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import SwaggerParser from '@apidevtools/swagger-parser';
import type { OpenAPI } from 'openapi-types';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type CatalogTool, toolsOfRows, toolsOfSpec } from '../support/dataset-catalog.js';

interface QueryRow {
  readonly id: string;
  readonly query: string;
  readonly gold: readonly string[];
  readonly gold_groups?: readonly (readonly string[])[];
  readonly edges?: readonly (readonly [string, string, string])[];
  readonly lang?: string;
  readonly pair?: string;
  readonly split: 'dev' | 'test';
}

interface ProducerRow {
  readonly consumer: string;
  readonly input: string;
  readonly producers: readonly string[];
  readonly also?: readonly string[];
  readonly user?: true;
}

interface VendorRow {
  readonly id: string;
  readonly query: string;
  readonly vendor: string | null;
  readonly gold: readonly string[] | null;
  readonly gold_groups?: readonly (readonly string[])[];
  readonly operations?: readonly { readonly api: string; readonly operation: string; readonly operationId?: string }[];
}

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

function readRows<T>(path: string): T[] {
  const lines = readFileSync(file(path), 'utf8').split('\n');
  expect(lines.pop(), `${path} ends with a line break`).toBe('');
  return lines.map((line, index) => {
    try {
      return JSON.parse(line) as T;
    } catch (cause) {
      throw new Error(`${path}:${index + 1} is not JSON`, { cause });
    }
  });
}

function readSpec(path: string): unknown {
  return parse(readFileSync(file(path), 'utf8'));
}

const shopSpec = 'datasets/shop/specs/shop.yaml';
const petstoreSpec = 'node_modules/@readme/oas-examples/3.0/yaml/petstore.yaml';
const catalogs: ReadonlyMap<string, ReadonlyMap<string, CatalogTool>> = new Map([
  ['shop', toolsOfSpec(readSpec(shopSpec))],
  ['devbox', toolsOfRows(readRows('datasets/devbox/tools.jsonl'))],
  ['polyglot', toolsOfRows(readRows('datasets/polyglot/tools.jsonl'))],
  ['polyglot-work', toolsOfRows(readRows('datasets/polyglot-work/tools.jsonl'))],
  ['petstore', toolsOfSpec(readSpec(petstoreSpec))],
]);

function catalogOf(set: string): ReadonlyMap<string, CatalogTool> {
  const catalog = catalogs.get(set);
  if (catalog === undefined) throw new Error(`No catalog for the set "${set}".`);
  return catalog;
}

function duplicates(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

const missing = (set: string, names: readonly string[]) => names.filter((name) => !catalogOf(set).has(name));
const hasInput = (set: string, name: string, input: string) => catalogOf(set).get(name)?.inputs.has(input) ?? false;
const returnsData = (set: string, name: string) => catalogOf(set).get(name)?.returns ?? false;

describe.each([
  { set: 'shop', tools: 80, multi: 20 },
  { set: 'devbox', tools: 110, multi: 15 },
  { set: 'polyglot', tools: 60, multi: 10 },
  { set: 'polyglot-work', tools: 60, multi: 50 },
])('the $set set', ({ set, tools, multi }) => {
  const queries = readRows<QueryRow>(`datasets/${set}/queries.jsonl`);
  const multiStep = queries.filter((row) => (row.gold_groups ?? row.gold).length > 1);
  const edges = queries.flatMap((row) => (row.edges ?? []).map((edge) => ({ row, edge })));

  it('holds enough tools and queries, with unique ids and no phrasing twice', () => {
    expect(catalogOf(set).size).toBeGreaterThanOrEqual(tools);
    expect(queries.length).toBeGreaterThanOrEqual(60);
    expect(duplicates(queries.map((row) => row.id))).toEqual([]);
    expect(duplicates(queries.map((row) => row.query.toLowerCase()))).toEqual([]);
  });

  it('names only tools of its catalog as gold, and groups exactly the gold', () => {
    for (const row of queries) {
      expect(row.gold.length, row.id).toBeGreaterThan(0);
      expect(missing(set, row.gold), row.id).toEqual([]);
      expect(duplicates(row.gold), row.id).toEqual([]);
      if (row.gold_groups) expect(row.gold_groups.flat(), row.id).toEqual(row.gold);
    }
  });

  it('has multi-step queries whose edges run forward between gold tools, into an input of the consumer', () => {
    expect(multiStep.length).toBeGreaterThanOrEqual(multi);
    expect(multiStep.filter((row) => row.edges !== undefined).length).toBeGreaterThanOrEqual(multi);
    for (const { row, edge } of edges) {
      const [producer, consumer, via] = edge;
      expect(row.gold.indexOf(producer), row.id).toBeGreaterThanOrEqual(0);
      expect(row.gold.indexOf(consumer), row.id).toBeGreaterThan(row.gold.indexOf(producer));
      expect(hasInput(set, consumer, via), `${row.id}: ${consumer} takes ${via}`).toBe(true);
      expect(returnsData(set, producer), `${row.id}: ${producer} returns data`).toBe(true);
    }
  });

  it('is split into halves, multi-step queries in both', () => {
    for (const split of ['dev', 'test']) {
      expect(queries.filter((row) => row.split === split).length / queries.length).toBeCloseTo(0.5, 1);
      expect(multiStep.filter((row) => row.split === split).length / multiStep.length).toBeGreaterThan(0.35);
    }
  });

  it('never spells out the name of a tool it asks for', () => {
    const leaks = queries.filter((row) =>
      row.gold.some((name) => /[_A-Z]/.test(name) && row.query.toLowerCase().includes(name.toLowerCase())),
    );
    expect(leaks.map((row) => row.id)).toEqual([]);
  });

  it('states its true counts in its README', () => {
    const readme = readFileSync(file(`datasets/${set}/README.md`), 'utf8');
    expect(readme).toContain(`| tools | ${catalogOf(set).size} |`);
    expect(readme).toContain(`| queries | ${queries.length} |`);
    expect(readme).toContain(`| multi-step queries | ${multiStep.length} |`);
    expect(readme).toContain(`| gold edges | ${edges.length} |`);
  });
});

describe('producer labels', () => {
  const sets = [...catalogs.keys()].filter((set) => existsSync(file(`datasets/${set}/producers.jsonl`)));
  const labels = sets.flatMap((set) =>
    readRows<ProducerRow>(`datasets/${set}/producers.jsonl`).map((row) => ({ set, row })),
  );

  it('cover at least 100 inputs, each labelled once', () => {
    expect(labels.length).toBeGreaterThanOrEqual(100);
    expect(duplicates(labels.map(({ set, row }) => JSON.stringify([set, row.consumer, row.input])))).toEqual([]);
  });

  it('name inputs and tools that exist, and producers that return something', () => {
    for (const { set, row } of labels) {
      const where = `${set}: ${row.consumer}.${row.input}`;
      const named = [...row.producers, ...(row.also ?? [])];
      expect(hasInput(set, row.consumer, row.input), where).toBe(true);
      expect(missing(set, named), where).toEqual([]);
      expect(duplicates(named), where).toEqual([]);
      expect(named, where).not.toContain(row.consumer);
      expect(
        named.filter((name) => !returnsData(set, name)),
        where,
      ).toEqual([]);
    }
  });

  it('leave an input without producers exactly when the user supplies it', () => {
    for (const { set, row } of labels) {
      expect(row.producers.length === 0, `${set}: ${row.consumer}.${row.input}`).toBe(row.user === true);
    }
  });

  it('agree with the gold edges of the queries', () => {
    const known = new Map(labels.map(({ set, row }) => [JSON.stringify([set, row.consumer, row.input]), row]));
    const against: string[] = [];
    for (const set of ['shop', 'devbox', 'polyglot']) {
      for (const query of readRows<QueryRow>(`datasets/${set}/queries.jsonl`)) {
        for (const [producer, consumer, via] of query.edges ?? []) {
          const row = known.get(JSON.stringify([set, consumer, via]));
          if (row && !row.producers.includes(producer) && !row.also?.includes(producer)) {
            against.push(`${query.id}: ${producer} -> ${consumer}.${via}`);
          }
        }
      }
    }
    expect(against).toEqual([]);
  });
});

describe('the shop spec', () => {
  it('is valid OpenAPI 3.1 without a reference that leads nowhere', async () => {
    const document = readSpec(shopSpec) as OpenAPI.Document;
    await expect(SwaggerParser.validate(document, { resolve: { external: false } })).resolves.toBeDefined();
  });

  it('links only to operations it has, by parameters they take', () => {
    const text = readFileSync(file(shopSpec), 'utf8');
    const targets = [...text.matchAll(/\n( +)operationId: (\w+)\n\1parameters:\n\1 {2}(\w+): \$response/g)];
    expect(targets.length).toBeGreaterThanOrEqual(8);
    for (const [, , operation = '', parameter = ''] of targets) {
      expect(hasInput('shop', operation, parameter), `${operation}.${parameter}`).toBe(true);
    }
  });
});

describe.each([
  { set: 'polyglot', languages: ['en', 'ko', 'ja', 'zh', 'es'] },
  { set: 'polyglot-work', languages: ['en', 'ko', 'ja', 'zh', 'zh-Hant', 'es', 'pt', 'fr', 'de'] },
])('the languages of $set', ({ set, languages }) => {
  const queries = readRows<QueryRow>(`datasets/${set}/queries.jsonl`);

  it('asks every pair in all its languages for the same tools in the same split', () => {
    const pairs = new Map<string, QueryRow[]>();
    for (const row of queries) pairs.set(row.pair ?? '', [...(pairs.get(row.pair ?? '') ?? []), row]);
    expect(pairs.size).toBeGreaterThanOrEqual(12);
    for (const [pair, rows] of pairs) {
      expect(
        rows.map((row) => row.lang),
        pair,
      ).toEqual(languages);
      expect(new Set(rows.map((row) => JSON.stringify([row.gold, row.edges, row.split]))).size, pair).toBe(1);
    }
  });

  it('writes each language in its own script', () => {
    const scripts: Record<string, RegExp> = { ko: /\p{sc=Hangul}/u, ja: /[\p{sc=Hiragana}\p{sc=Katakana}]/u };
    scripts['zh'] = /^(?=.*\p{sc=Han})[^\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+$/u;
    scripts['zh-Hant'] = scripts['zh'];
    scripts['en'] = /^\P{sc=Han}+$/u;
    for (const lang of ['es', 'pt', 'fr', 'de']) scripts[lang] = /^[\p{sc=Latin}\p{sc=Common}]+$/u;
    for (const row of queries) expect(row.query, row.id).toMatch(scripts[row.lang ?? ''] ?? /^$/);
  });
});

describe('the public API queries', () => {
  const vendor = readRows<VendorRow>('datasets/public-apis/queries.jsonl');
  const natural = readRows<{ id: string; query: string }>('datasets/public-apis/natural.jsonl');

  it('are many and all different', () => {
    expect(vendor.length).toBeGreaterThanOrEqual(100);
    expect(natural.length).toBeGreaterThanOrEqual(300);
    const all = [...vendor, ...natural];
    expect(duplicates(all.map((row) => row.id))).toEqual([]);
    expect(duplicates(all.map((row) => row.query.toLowerCase()))).toEqual([]);
  });

  it('place every gold operation in an API of the vendor', () => {
    for (const row of vendor) {
      if (row.gold === null) continue;
      expect(row.vendor, row.id).not.toBeNull();
      expect(
        row.operations?.map((operation) => operation.operationId ?? operation.operation),
        row.id,
      ).toEqual(row.gold);
      for (const { api } of row.operations ?? []) {
        expect(api === row.vendor || api.startsWith(`${row.vendor}/`), `${row.id}: ${api}`).toBe(true);
      }
      if (row.gold_groups) expect(row.gold_groups.flat(), row.id).toEqual(row.gold);
    }
  });
});

describe('every set', () => {
  it.each(['shop', 'devbox', 'polyglot', 'polyglot-work', 'petstore', 'public-apis'])(
    '%s has a README with its licence',
    (set) => {
      expect(existsSync(file(`datasets/${set}/README.md`))).toBe(true);
      expect(readFileSync(file(`datasets/${set}/README.md`), 'utf8')).toMatch(/^## Licence\n\nMIT/m);
    },
  );
});
