import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { ToolService } from '../../src/service/index.js';
import { readText } from '../../src/service/read-body.js';
import { sendWhole, wholeAnswer } from '../../src/service/whole-answer.js';

/** What a client reads when the server answers with `give`, and whether that was sent at once. */
async function sent(give: () => Response): Promise<{ readonly response: Response; readonly whole: boolean }> {
  let whole = false;
  const server = createServer((_incoming: IncomingMessage, outgoing: ServerResponse) => {
    whole = sendWhole(give(), outgoing);
    if (!whole) outgoing.end('otherwise');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  const response = new Response(await answer.text(), { status: answer.status, headers: answer.headers });
  await new Promise((resolve) => server.close(resolve));
  return { response, whole };
}

test('sends status, headers set afterwards and the bytes of the text', async () => {
  const { response, whole } = await sent(() => {
    const made = wholeAnswer('{"größe":"🙂"}', { status: 201, headers: { 'content-type': 'application/json' } });
    made.headers.set('x-request-id', 'abc');
    return made;
  });
  expect(whole).toBe(true);
  expect(response.status).toBe(201);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(response.headers.get('x-request-id')).toBe('abc');
  expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength('{"größe":"🙂"}')));
  expect(await response.text()).toBe('{"größe":"🙂"}');
});

test('leaves other responses to the server', async () => {
  const { response, whole } = await sent(() => new Response('a stream'));
  expect(whole).toBe(false);
  expect(await response.text()).toBe('otherwise');
});

test('can still be read by who asks without a network', async () => {
  expect(await wholeAnswer('text', {}).text()).toBe('text');
});

const limits = { maxBytes: 10, timeoutMs: 100 };

function bodyOf(text: string | Uint8Array<ArrayBuffer>, length: number): Request {
  const headers = { 'content-type': 'application/json', 'content-length': String(length) };
  return new Request('http://localhost/', { method: 'POST', headers, body: text });
}

test('takes a body of announced length, and refuses one that is longer than it said and than allowed', async () => {
  expect(await readText(bodyOf('{"a":1}', 7), limits)).toBe('{"a":1}');
  await expect(readText(bodyOf('{"a":"too long"}', 7), limits)).rejects.toMatchObject({ status: 413 });
  await expect(readText(bodyOf(new Uint8Array([0xff, 0xfe]), 2), limits)).rejects.toMatchObject({
    code: 'invalid-json',
  });
});

test('does not wait longer than allowed for a body of announced length', async () => {
  const service = await ToolService.start({ port: 0, logLevel: 'silent', limits: { maxBytes: 1000, timeoutMs: 100 } });
  const { port, hostname } = new URL(service.url);
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        `POST /search HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"query"`,
      ),
    );
    let text = '';
    socket.on('data', (part) => {
      text += String(part);
      if (text.includes('request-timeout')) {
        socket.destroy();
        resolve(text);
      }
    });
    socket.on('error', reject);
  });
  expect(answer).toContain(' 408 ');
  await service.close();
});
