import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ToolGraph, ToolGraphError } from '../../../src/index.js';
import { fixture } from '../../support/cases.js';
import { ingestDocument, ingestFixture, inputNames, inputSchemaOf, toolAt } from '../../support/openapi.js';

const grammar = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

async function failureOf(promise: Promise<unknown>): Promise<ToolGraphError> {
  const thrown: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(ToolGraphError);
  return thrown as ToolGraphError;
}

describe('inputs that share a name', () => {
  it('are kept apart by location, with stable names', async () => {
    const [first, second] = [
      await ingestFixture('path-body-same-name/input.json'),
      await ingestFixture('path-body-same-name/input.json'),
    ];
    const tool = toolAt(first, 'PUT /crates/{slot}');
    expect(
      tool.inputs.map(({ name, originalName, in: place, required }) => [name, originalName, place, required]),
    ).toEqual([
      ['slot', 'slot', 'path', true],
      ['slot_query', 'slot', 'query', false],
      ['slot_body', 'slot', 'body', true],
      ['weightKg', 'weightKg', 'body', true],
    ]);
    expect(tool.inputSchema.required).toEqual(['slot', 'slot_body', 'weightKg']);
    expect(inputSchemaOf(tool, 'slot', 'query').type).toBe('integer');
    expect(second.tools.map(({ inputs }) => inputs)).toEqual(first.tools.map(({ inputs }) => inputs));
  });

  it('leave room for a whole body beside a query parameter called body', async () => {
    const tool = toolAt(await ingestFixture('query-called-body/input.json'), 'POST /letters');
    expect(tool.inputs.map(({ name, in: place, required, whole }) => [name, place, required, whole])).toEqual([
      ['body', 'query', false, undefined],
      ['request_body', 'body', true, true],
    ]);
  });
});

describe('bodies', () => {
  it('that are no objects become one input', async () => {
    const report = await ingestFixture('non-object-bodies/input.json');
    const many = toolAt(report, 'POST /seeds/bulk');
    expect(many.inputs).toMatchObject([{ in: 'body', whole: true, required: true }]);
    expect(inputSchemaOf(many, 'body')).toMatchObject({
      type: 'array',
      items: { required: ['kind'], properties: { kind: { type: 'string' }, depthCm: { type: 'integer' } } },
    });
    expect(toolAt(report, 'PUT /note').inputs).toMatchObject([
      { whole: true, required: true, contentType: 'text/plain' },
    ]);
    expect(toolAt(report, 'PUT /flag').inputs).toMatchObject([{ whole: true, required: false }]);
    expect(report.tools.map((tool) => tool.inputSchema.type)).toEqual(['object', 'object', 'object']);
  });

  it('merge every allOf branch, with requirements from other branches', async () => {
    const tool = toolAt(await ingestFixture('all-of-merge/input.json'), 'POST /visits');
    expect(inputNames(tool, true)).toEqual(['day', 'guests', 'site']);
    expect(inputNames(tool, false)).toEqual(['memo']);
    expect(inputSchemaOf(tool, 'guests').type).toBe('integer');
  });

  it('lose readOnly fields, and answers lose writeOnly ones', async () => {
    const tool = toolAt(await ingestFixture('read-write-only/input.json'), 'POST /hives');
    expect(inputNames(tool, true)).toEqual(['name', 'pin']);
    expect(inputNames(tool, false)).toEqual([]);
    expect(Object.keys(tool.outputSchema?.properties ?? {}).sort()).toEqual(['hiveId', 'made', 'name']);
  });

  it('keep 3.1 types: nullable is not optional', async () => {
    const tool = toolAt(await ingestFixture('openapi31-types/input.yaml'), 'POST /weaves');
    expect(inputNames(tool, true)).toEqual(['colour', 'pattern']);
    expect(inputSchemaOf(tool, 'pattern').type).toEqual(['string', 'null']);
    expect(inputSchemaOf(tool, 'colour').const).toBe('indigo');
    expect(inputSchemaOf(tool, 'tags').anyOf).toEqual([{ type: 'array', items: { type: 'string' } }, { type: 'null' }]);
    expect(inputSchemaOf(tool, 'yarn')).toMatchObject({ enum: ['wool', 'flax'], description: 'yarn of this weave' });
    expect(inputSchemaOf(tool, 'either').type).toEqual(['string', 'integer']);
  });

  it('of Swagger 2.0 come from form and body parameters', async () => {
    const report = await ingestFixture('swagger2-forms/input.yaml');
    const scan = toolAt(report, 'POST /prints/{printId}/scan');
    expect(inputNames(scan, true)).toEqual(['printId', 'scan']);
    expect(inputNames(scan, false)).toEqual(['caption', 'sizes']);
    expect(inputSchemaOf(scan, 'scan')).toMatchObject({ type: 'string', format: 'binary' });
    expect(inputSchemaOf(scan, 'sizes').items).toEqual({ type: 'string', enum: ['s', 'm'] });
    expect(scan.inputs.find(({ name }) => name === 'sizes')).toMatchObject({ explode: false });
    expect(scan.inputs.find(({ name }) => name === 'scan')).toMatchObject({ contentType: 'multipart/form-data' });
    expect(Object.keys(scan.outputSchema?.properties ?? {})).toEqual(['scanId']);
    const save = toolAt(report, 'PUT /prints');
    expect([inputNames(save, true), inputNames(save, false)]).toEqual([['title'], ['width']]);
    expect(save.source).toMatchObject({ baseUrl: 'https://darkroom.example/v2' });
  });
});

describe('names', () => {
  it('over 64 characters are cut, stay distinct and keep the operationId', async () => {
    const [first, second] = [
      await ingestFixture('long-operation-ids/input.json'),
      await ingestFixture('long-operation-ids/input.json'),
    ];
    const names = first.tools.map(({ name }) => name);
    expect(new Set(names).size).toBe(3);
    for (const name of names) expect(name).toMatch(grammar);
    expect(second.tools.map(({ name }) => name)).toEqual(names);
    expect(first.tools[0]?.originalName).toContain('WarehouseNorth');
  });

  it('that clean up alike are told apart with a warning for each renamed one', async () => {
    const report = await ingestFixture('sanitise-collision/input.json');
    const names = report.tools.map(({ name }) => name);
    expect(new Set(names).size).toBe(4);
    expect(report.tools.find(({ originalName }) => originalName === 'kiln_list')?.name).toBe('kiln_list');
    expect(report.diagnostics.filter(({ code }) => code === 'renamed').map(({ item }) => item)).toEqual([
      'GET /k0',
      'GET /k1',
      'GET /k2',
    ]);
  });

  it('are made of method and path when there is no operationId', async () => {
    const report = await ingestFixture('missing-operation-id/input.json');
    expect(report.tools.map(({ name }) => name)).toEqual([
      'get_boats_boatId_crew',
      'post_boats_boatId_crew',
      'get_root',
    ]);
    for (const tool of report.tools) expect(tool.description).toMatch(/\w/);
    expect(JSON.stringify(report.tools)).not.toMatch(/null|undefined/);
  });

  it('and descriptions exist when the document has no texts', async () => {
    const tool = toolAt(await ingestFixture('no-texts/input.json'), 'PATCH /greenhouses/{id}/vents');
    expect(tool.description).toBe('Patch greenhouses vents by id (PATCH /greenhouses/{id}/vents)');
    expect(JSON.stringify(tool)).not.toContain('null');
  });
});

describe('path items', () => {
  it('pass parameters on, and the operation overrides by name and place', async () => {
    const report = await ingestFixture('path-level-parameters/input.json');
    const list = toolAt(report, 'GET /zones/{zone}/lamps');
    expect([inputNames(list, true), inputNames(list, false)]).toEqual([['zone'], ['dim']]);
    const set = toolAt(report, 'PATCH /zones/{zone}/lamps');
    expect(set.inputs.map(({ originalName }) => originalName)).toEqual(['zone', 'dim']);
    expect(inputSchemaOf(set, 'dim')).toMatchObject({ type: 'integer', description: 'override' });
  });

  it('hold operations under method names only', async () => {
    const report = await ingestFixture('path-item-extras/input.yaml');
    expect(report.tools.map(({ originalName }) => originalName)).toEqual(['listBerths', 'berthOptions', 'clearAlias']);
  });

  it('may name servers: operation, then path item, then document', async () => {
    const report = await ingestFixture('servers/input.yaml');
    const urls = report.tools.map(({ source }) => (source.kind === 'openapi' ? source.baseUrl : ''));
    expect(urls).toEqual(['https://eu.root.example/v3', 'https://path.example', 'https://op.example/x']);
    const none = await ingestFixture('servers/input-none.json');
    expect(none.tools[0]?.source).not.toHaveProperty('baseUrl');
    expect(none.diagnostics).toEqual([]);
  });
});

describe('text of a document', () => {
  it('keeps YAML scalars as 1.2 reads them', async () => {
    const tool = toolAt(await ingestFixture('yaml-scalars/input.yaml'), 'GET /tax');
    expect(inputSchemaOf(tool, 'land').enum).toEqual(['SE', 'NO', 'DK']);
    expect(inputSchemaOf(tool, 'answer').enum).toEqual(['yes', 'no', 'on', 'off', 'y', 'n']);
    expect(inputSchemaOf(tool, 'since').default).toBe('2024-02-03');
    expect(Object.keys(tool.outputSchema?.properties ?? {})).toEqual(['rate']);
  });

  it('that is no spec is an error that names the file and leaves the catalog alone', async () => {
    const graph = new ToolGraph();
    await graph.ingestOpenApi(fixture('openapi/not-a-spec/input-bom.json'));
    await graph.ingestOpenApi(fixture('openapi/not-a-spec/input-json-as-yaml.yaml'));
    const before = graph.tools;
    expect(before.map(({ name }) => name)).toEqual(['bomOp', 'jsonInYaml']);
    for (const [file, words] of [
      ['input-login.html', 'HTML'],
      ['input-empty.json', 'empty document'],
      ['input-v4.json', '4.0.0'],
    ] as const) {
      const error = await failureOf(graph.ingestOpenApi(fixture(`openapi/not-a-spec/${file}`)));
      expect(error.code).toBe('INVALID_DOCUMENT');
      expect(error.message).toContain(file);
      expect(error.message).toContain(words);
    }
    expect(graph.tools).toEqual(before);
  });

  it('with cycles gives finite schemas with a marker at the cut', async () => {
    const tool = toolAt(await ingestFixture('cyclic-schemas/input.json'), 'POST /guilds');
    const text = JSON.stringify(tool);
    expect(text.length).toBeLessThan(50_000);
    expect(text).not.toContain('$ref');
    expect(inputSchemaOf(tool, 'master').properties).toMatchObject({
      nick: { type: 'string' },
      guild: { 'x-cut': 'cycle' },
    });
    expect(inputNames(tool, true)).toEqual(['name']);
  });

  it('that expands too far is refused at once', async () => {
    const started = performance.now();
    const error = await failureOf(ingestFixture('yaml-bomb/input.yaml'));
    expect(error.code).toBe('LIMIT_EXCEEDED');
    expect(error.message).toContain('expands too far');
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('may use the names of prototypes', async () => {
    const report = await ingestFixture('prototype-keys/input.json');
    expect(report.tools.map(({ originalName }) => originalName)).toEqual(['__proto__', 'hasOwnProperty']);
    const tool = toolAt(report, 'POST /p');
    expect(tool.inputs.map(({ originalName }) => originalName)).toEqual([
      'constructor',
      '__proto__',
      'prototype',
      'toString',
      'hasOwnProperty',
    ]);
    expect(inputSchemaOf(tool, 'hasOwnProperty').type).toBe('boolean');
    expect(inputSchemaOf(tool, '__proto__').type).toBe('string');
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('references out of the document', () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  it('are followed relative to the file that holds them when files are allowed', async () => {
    const report = await ingestFixture('relative-refs/input.yaml', { refs: { files: true } });
    const mast = toolAt(report, 'POST /masts');
    expect([inputNames(mast, true), inputNames(mast, false)]).toEqual([['wood'], ['height']]);
    expect(inputSchemaOf(mast, 'wood')).toMatchObject({ enum: ['pine', 'oak'], 'x-entity': 'Wood' });
    expect(inputSchemaOf(mast, 'height').type).toBe('number');
    expect(inputNames(toolAt(report, 'POST /lost'), false)).toContain('keep');
    const warnings = report.diagnostics.filter(({ severity }) => severity === 'warning');
    expect(warnings).toMatchObject([
      { code: 'unresolved-ref', item: 'POST /lost', message: expect.stringContaining('absent.yaml') },
    ]);
  });

  it('are never fetched by default, and each is named', async () => {
    let hits = 0;
    const server = createServer((_, response) => {
      hits++;
      response.end('{"leak":"FETCHED-CONTENT"}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const text = readFileSync(fixture('openapi/ssrf-refs/input.yaml'), 'utf8').replaceAll('18765', String(port));
    const report = await ingestDocument(text);
    server.close();
    expect(hits).toBe(0);
    expect(report.tools.map(({ originalName }) => originalName)).toContain('honest');
    expect(report.diagnostics.filter(({ code }) => code === 'unresolved-ref').map(({ item }) => item)).toEqual([
      'POST /a',
      'POST /b',
      'POST /c',
      'POST /d',
    ]);
    expect(JSON.stringify(report)).not.toContain('FETCHED-CONTENT');
  });

  it('never lead out of the folder, by dots, absolute paths, links or encodings', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolgraph-'));
    const outside = mkdtempSync(join(tmpdir(), 'toolgraph-'));
    folders.push(folder, outside);
    writeFileSync(join(outside, 'secret.yaml'), 'X: {type: object, properties: {leak: {type: string}}}');
    symlinkSync(join(outside, 'secret.yaml'), join(folder, 'link-out.yaml'));
    const spec = JSON.parse(readFileSync(fixture('openapi/local-file-refs/input.json'), 'utf8'));
    writeFileSync(join(folder, 'spec.json'), JSON.stringify(spec));
    for (const options of [{}, { refs: { files: true } }]) {
      const report = await ingestDocument(join(folder, 'spec.json'), options);
      expect(report.diagnostics.filter(({ code }) => code === 'unresolved-ref')).toHaveLength(6);
      expect(report.tools).toHaveLength(6);
      expect(JSON.stringify(report)).not.toContain('leak');
    }
    const uploaded = await ingestDocument(spec, { refs: { files: true } });
    expect(uploaded.diagnostics.filter(({ code }) => code === 'unresolved-ref')).toHaveLength(6);
  });
});
