import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { Turns } from '../../src/service/turns.js';

const work = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

it('gives turns in the order in which they were asked for', async () => {
  const turns = new Turns();
  const seen: number[] = [];
  await Promise.all([1, 2, 3].map((which) => turns.take().then(() => seen.push(which))));
  await turns.take();
  expect(seen).toEqual([1, 2, 3]);
});

it('lets a new client be accepted and answered while others wait for their turns', async () => {
  const server = createServer((_request, response) => response.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const turns = new Turns();
  let had = 0;
  const all = Promise.all(
    Array.from({ length: 100 }, async () => {
      await turns.take();
      work(3);
      had++;
    }),
  );
  await once(get({ port, host: '127.0.0.1', agent: false }), 'response');
  expect(had).toBeLessThan(90);
  await all;
  expect(had).toBe(100);
});
