import { describe, expect, it } from 'vitest';
import { readJsonFixture } from '../support/cases.js';
import { ask, graphOf, row, startService } from '../support/service.js';

const { requests } = readJsonFixture('cases/sv-09-host-and-origin/input.json') as {
  requests: { host: string; origin?: string; want: number | string }[];
};
const graph = () => graphOf([row('dig_well')]);

describe('by default', () => {
  it.each(requests)('answers host $host and origin $origin with $want', async ({ host, origin, want }) => {
    const service = await startService({ graph: graph() });
    const headers = {
      host: host.replace('PORT', String(service.port)),
      ...(origin === undefined ? {} : { origin }),
    };
    for (const path of ['/tools', '/healthz', '/openapi.json']) {
      const reply = await ask(service, 'GET', path, undefined, headers);
      expect(reply.status).toBe(typeof want === 'number' ? want : 403);
      expect(reply.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('listens on the loopback only', async () => {
    const service = await startService({ graph: graph() });
    expect(service.url).toBe(`http://127.0.0.1:${service.port}`);
  });

  it('refuses to listen elsewhere without tokens', async () => {
    await expect(startService({ graph: graph(), hostname: '0.0.0.0' })).rejects.toThrow(/give tokens first/);
  });
});

describe('with names and origins of its own', () => {
  it('answers them and still no other', async () => {
    const service = await startService({
      graph: graph(),
      allowedHosts: ['tools.example'],
      allowedOrigins: ['https://app.example/'],
    });
    const from = async (host: string, origin: string) => {
      const { status, headers } = await ask(service, 'GET', '/tools', undefined, { host, origin });
      return [status, headers['access-control-allow-origin'], headers['vary']];
    };
    expect(await from('tools.example', 'https://app.example')).toEqual([
      200,
      'https://app.example',
      'authorization, origin',
    ]);
    expect(await from('other.example', 'https://app.example')).toEqual([403, 'https://app.example', 'origin']);
    expect(await from('tools.example', 'https://evil.example')).toEqual([403, undefined, undefined]);
    expect(await from('tools.example', 'http://tools.example')).toEqual([200, undefined, 'authorization']);
  });
});
