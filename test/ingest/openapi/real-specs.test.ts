import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ingestOpenApi } from '../../../ingest/index.js';
import { operationsIn } from '../../support/openapi.js';

const require = createRequire(import.meta.url);
const examples = dirname(require.resolve('@readme/oas-examples/package.json'));
const figma = join(dirname(require.resolve('@figma/rest-api-spec/package.json')), 'openapi/openapi.yaml');

const files = readdirSync(examples, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^\d\.\d[\\/](json|yaml)[\\/].+\.(json|yaml)$/.test(file))
  .map((file) => join(examples, file))
  .sort();

/** Operations of the file that are neither a tool nor named by a diagnostic. */
async function missingFrom(
  file: string,
  validate: boolean,
): Promise<{ expected: number; missing: string[]; tools: number }> {
  const expected = operationsIn(parse(readFileSync(file, 'utf8'), { maxAliasCount: -1 }));
  const { tools, diagnostics } = await ingestOpenApi(file, { validate });
  const ids = new Set(tools.map((tool) => tool.originalId));
  const named = new Set(diagnostics.filter(({ severity }) => severity === 'error').map(({ item }) => item));
  for (const tool of tools) {
    expect(tool.description).toMatch(/\S/);
    expect(tool.inputSchema.type).toBe('object');
    expect(Object.keys(tool.inputSchema.properties ?? {})).toEqual(tool.inputs.map(({ name }) => name));
    for (const { name } of tool.inputs) expect(name).toMatch(/^[A-Za-z0-9_.-]{1,64}$/);
    expect(JSON.stringify(tool)).not.toContain('"$ref":');
  }
  expect(ids.size).toBe(tools.length);
  return {
    expected: expected.length,
    tools: tools.length,
    missing: expected.filter((id) => !ids.has(id) && !named.has(id)),
  };
}

describe('real specifications', () => {
  it('finds the files', () => {
    expect(files.length).toBeGreaterThanOrEqual(124);
  });

  it.each(files.map((file) => [file.slice(examples.length + 1), file]))('loses no operation of %s', async (_, file) => {
    const { missing, tools, expected } = await missingFrom(file, false);
    expect(missing).toEqual([]);
    expect(tools).toBe(expected);
  });

  it('loses no operation of a large 3.1 document', async () => {
    expect(await missingFrom(figma, true)).toEqual({ expected: 54, tools: 54, missing: [] });
  });

  it('reads JSON and YAML of one document alike', async () => {
    const [json, yaml] = await Promise.all(
      ['json/petstore.json', 'yaml/petstore.yaml'].map((file) =>
        ingestOpenApi(join(examples, '3.0', file), { validate: false }),
      ),
    );
    expect(yaml?.tools).toEqual(json?.tools);
  });
});
