import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseResponseHead } from '../../../src-main/service-client/transfer/parse-response-head.ts';
import { createPlainNetwork } from '../../../src-main/service-client/http/plain-network.ts';
import { createServiceClient } from '../../../src-main/service-client/service-client.ts';
import { httpAnswer, startRawService, type RawAnswer } from '../../helpers/service/raw-service.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const BYTES = Buffer.from(Array.from({ length: 1_500_000 }, (_, at) => (at * 13 + (at >> 7)) % 251));
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 5';

test('a head of the plainest kind is read, whatever its letters', () => {
  const head = parseResponseHead(
    `HTTP/1.1 206 \r\ncontent-LENGTH:5 \r\nETag: "a:b"\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nX:`,
  );
  expect(head?.status).toBe(206);
  expect(Object.fromEntries(head?.fields ?? [])).toEqual({
    'content-length': '5',
    etag: '"a:b"',
    'set-cookie': 'a=1',
    x: '',
  });
});

test.each([
  ['an older version', OK.replace('1.1', '1.0')],
  ['a newer version', OK.replace('/1.1', '/2')],
  ['a status that is none', OK.replace('200', '20')],
  ['an answer before the answer', OK.replace('200', '103')],
  ['a status without a body', OK.replace('200', '204')],
  ['no length', 'HTTP/1.1 200 OK'],
  ['two lengths', `${OK}\r\nContent-Length: 5`],
  ['a list of lengths', `${OK}, 5`],
  ['a negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -5'],
  ['a length in hex', 'HTTP/1.1 200 OK\r\nContent-Length: 0x5'],
  ['a length and pieces', `${OK}\r\nTransfer-Encoding: chunked`],
  ['a folded line', `${OK}\r\n more`],
  ['a space before the colon', 'HTTP/1.1 200 OK\r\nContent-Length : 5'],
  ['a line without a name', `${OK}\r\n: x`],
  ['a bare newline', `${OK}\nX: y`],
  ['a NUL', `${OK}\r\nX: \0`],
  ['no head at all', 'SSH-2.0-OpenSSH_9'],
])('%s is left to a whole HTTP client', (_, text) => {
  expect(parseResponseHead(text)).toBeNull();
});

async function fetchFrom(answer: RawAnswer) {
  const service = await startRawService(answer);
  const client = createServiceClient(service.profile);
  onTestFinished(() => client.close());
  const file = path.join(makeTempFolder(), 'a');
  const got = await client.download(`${service.origin}/a?b=%20c`, file, new AbortController().signal, () => undefined);
  expect(got.sha256).toBe(createHash('sha256').update(readFileSync(file)).digest('hex'));
  return { bytes: readFileSync(file), requests: service.requests };
}

test('a plain answer is asked for once, and arrives as it is', async () => {
  const { bytes, requests } = await fetchFrom((socket) => void socket.write(httpAnswer(200, BYTES)));
  expect(bytes.equals(BYTES)).toBe(true);
  expect(requests.map(({ path: at }) => at)).toEqual(['/a?b=%20c']);
  expect(requests[0]?.headers).toMatchObject({ 'accept-encoding': 'identity', connection: 'close' });
});

test('a head that comes letter by letter is read', async () => {
  const { bytes } = await fetchFrom((socket) => {
    const answer = httpAnswer(200, BYTES);
    const end = answer.indexOf('\r\n\r\n') + 4;
    socket.setNoDelay(true);
    let at = 0;
    const tick = (): void => {
      if (at < end) socket.write(answer.subarray(at, ++at), () => setImmediate(tick));
      else socket.write(answer.subarray(end));
    };
    tick();
  });
  expect(bytes.equals(BYTES)).toBe(true);
});

test('a head that comes letter by letter and never ends fails after the time for the whole head', async () => {
  const { origin } = await startRawService((socket) => {
    socket.write(`${OK}\r\nX-Slow: `);
    const timer = setInterval(() => socket.write('x'), 5);
    socket.on('close', () => clearInterval(timer));
  });
  const network = createPlainNetwork({ resolveProxy: null, env: {} });
  onTestFinished(() => network.close());
  const url = new URL(`${origin}/a`);
  const asked = network.ask({ method: 'GET', url, headers: {}, responseTimeoutMs: 500, isStreamed: true });
  await expect(asked).rejects.toMatchObject({ code: 'ETIMEDOUT' });
});

test.each<[string, RawAnswer]>([
  [
    'in pieces',
    (socket) => {
      const half = BYTES.byteLength / 2;
      const size = half.toString(16);
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      for (const piece of [BYTES.subarray(0, half), BYTES.subarray(half)]) {
        socket.write(Buffer.concat([Buffer.from(`${size}\r\n`), piece, Buffer.from('\r\n')]));
      }
      socket.write('0\r\n\r\n');
    },
  ],
  [
    'until the connection ends',
    (socket) => void socket.end(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), BYTES])),
  ],
  [
    'after an early hint',
    (socket) =>
      void socket.write(Buffer.concat([Buffer.from('HTTP/1.1 103 X\r\nlink: <a>\r\n\r\n'), httpAnswer(200, BYTES)])),
  ],
])('a body that comes %s arrives too', async (_, answer) => {
  const { bytes } = await fetchFrom(answer);
  expect(bytes.equals(BYTES)).toBe(true);
});
