import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { enforceHeaderTimeout } from '../../../../src-main/local-service/http/checks/header-timeout.ts';

/** Long enough for a sender that shares its processor with many others. */
const HEADERS_MS = 1500;
const CHECK_MS = 40;
/** Longer than a head may take. */
const SILENT_MS = 4000;

/** Longer than a head may take, and than the runtime's own looks are apart. */
const STALL_MS = 2000;

let server: Server;
beforeEach(async () => {
  server = createServer({ connectionsCheckingInterval: CHECK_MS, requestTimeout: 0 }, (_request, response) =>
    response.end('fine'),
  );
  enforceHeaderTimeout(server, { silentMs: SILENT_MS, headersMs: HEADERS_MS, checkMs: CHECK_MS });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    socket.end(`HTTP/1.1 ${error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400} \r\nconnection: close\r\n\r\n`),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

/**
 * A sender on a thread of its own: a start, what follows after a while, and what it repeats for ever. It says when it has
 * sent the start.
 */
function send(start: string, rest: string, afterMs: number, again = '') {
  const code = `
    const { parentPort, workerData: { port, start, rest, afterMs, again } } = require('node:worker_threads');
    const socket = require('node:net').connect(port, '127.0.0.1');
    let said = '';
    socket.on('data', (bytes) => (said += bytes)).on('error', () => undefined);
    socket.on('close', () => parentPort.postMessage(said));
    socket.write(start, () => parentPort.postMessage('begun'));
    if (again) setInterval(() => socket.writable && socket.write(again), 100);
    setTimeout(() => socket.writable && socket.write(rest), afterMs);
  `;
  const { port } = server.address() as AddressInfo;
  const worker = new Worker(code, { eval: true, workerData: { port, start, rest, afterMs, again } });
  const messages = { begun: once(worker, 'message') as Promise<[string]> };
  return {
    begun: messages.begun,
    /** What the server said, when the connection has ended. */
    said: messages.begun.then(async () => {
      const [said] = (await once(worker, 'message')) as [string];
      await worker.terminate();
      return said;
    }),
  };
}

const HEAD = 'GET / HTTP/1.1\r\nhost: a\r\n';
const END = 'connection: close\r\n\r\n';

/** Holds this thread, and the server with it. */
function stall(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STALL_MS);
}

test('a head that does not end is cut off', async () => {
  expect(await send(HEAD, '', 0).said).toMatch(/^HTTP\/1\.1 408 /);
});

test('a connection that says nothing is cut off', async () => {
  expect(await send('', '', 0).said).toMatch(/^HTTP\/1\.1 408 |^$/);
});

test('a sender that is held between connecting and its first byte is answered', async () => {
  expect(await send('', HEAD + END, HEADERS_MS + 500).said).toMatch(/^HTTP\/1\.1 200 /);
});

test('a head that goes on for ever is cut off, however often a byte of it arrives', async () => {
  expect(await send(HEAD, '', 0, 'x: y\r\n').said).toMatch(/^HTTP\/1\.1 408 |^$/);
});

test('a quick sender is answered, however long this thread was held meanwhile', async () => {
  const sender = send(HEAD, END, STALL_MS / 2);
  await sender.begun;
  stall();
  expect(await sender.said).toMatch(/^HTTP\/1\.1 200 /);
});

test('a sender that began before a delay has its whole time after it', async () => {
  const sender = send(HEAD, END, STALL_MS + HEADERS_MS / 4);
  await sender.begun;
  stall();
  expect(await sender.said).toMatch(/^HTTP\/1\.1 200 /);
});

test('a slow one is cut off after a delay too', async () => {
  const sender = send(HEAD, '', 0);
  await sender.begun;
  stall();
  expect(await sender.said).toMatch(/^HTTP\/1\.1 408 /);
});
