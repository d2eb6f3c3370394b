import SwaggerParser from '@apidevtools/swagger-parser';
import { describe, expect, it } from 'vitest';
import { validateSpec } from '../../../ingest/openapi/validate.js';

const ok = { 200: { description: 'ok' } };
const crate = {
  type: 'object',
  properties: { inner: { $ref: '#/components/schemas/Crate' }, size: { type: 'integer' } },
};

function document(version: string, change: object = {}): Record<string, unknown> {
  const head =
    version === '2.0' ? { swagger: version } : { openapi: version, components: { schemas: { Crate: crate } } };
  return { ...head, info: { title: 'T', version: '1' }, paths: { '/a': { get: { responses: ok } } }, ...change };
}

const faults: Record<string, object> = {
  nothing: {},
  'no info': { info: undefined },
  'an unknown key': { colour: 'red' },
  'a response that is no object': { paths: { '/a': { get: { responses: { 200: 7 } } } } },
  'two operations of one id': {
    paths: { '/a': { get: { operationId: 'x', responses: ok }, put: { operationId: 'x', responses: ok } } },
  },
};

/** What the parser says by itself, as sentences. */
async function verdictOf(api: Record<string, unknown>): Promise<string[]> {
  try {
    await SwaggerParser.validate(structuredClone(api) as never, { resolve: { external: false } });
    return [];
  } catch (thrown) {
    const { details, message } = thrown as { details?: { instancePath: string; message: string }[]; message: string };
    return details?.map((detail) => `${detail.instancePath} ${detail.message}`) ?? [` ${message}`];
  }
}

describe.each(['2.0', '3.0.3', '3.1.0'])('checking a document of version %s', (version) => {
  it.each(Object.keys(faults))('with %s wrong finds what the parser finds by itself, every time', async (fault) => {
    const api = JSON.parse(JSON.stringify(document(version, faults[fault]))) as Record<string, unknown>;
    const wanted = await verdictOf(api);
    for (let round = 0; round < 2; round++) {
      const outcome = await validateSpec(api, version.slice(0, 3) as '2.0', false);
      expect(outcome.checked && outcome.problems.map(({ at, message }) => `${at} ${message}`)).toEqual(
        [...new Set(wanted)].slice(0, 20),
      );
    }
    if (fault === 'nothing') expect(wanted).toEqual([]);
    if (fault === 'no info') expect(wanted.length).toBeGreaterThan(0);
  });
});
