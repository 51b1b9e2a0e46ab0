import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ExpiredUrl } from '../../../src-main/service-client/transfer/open-output.ts';
import type { NetworkSources } from '../../../src-main/service-client/http/plain-network.ts';
import { createTransferThread } from '../../../src-main/service-client/transfer/transfer-thread.ts';
import { httpAnswer, startRawService, type RawAnswer } from '../../helpers/service/raw-service.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const BYTES = Buffer.from(Array.from({ length: 2_000_000 }, (_, at) => (at * 7 + (at >> 9)) % 251));
const never = new AbortController().signal;

async function setUp(answer: RawAnswer, sources: NetworkSources = { resolveProxy: null, env: {} }) {
  const service = await startRawService(answer);
  const thread = createTransferThread(sources);
  onTestFinished(() => thread.close());
  const folder = makeTempFolder();
  const order = { url: `${service.origin}/a`, filePath: path.join(folder, 'a.glb'), ownOrigins: [service.origin] };
  return { ...service, thread, folder, order };
}

/** The head and half of the body, and then nothing. */
const half: RawAnswer = (socket) =>
  void socket.write(
    httpAnswer(200, BYTES.subarray(0, 1_000_000), { 'content-length': BYTES.byteLength, etag: '"v1"' }),
  );

test('a file comes home with its hash, and its progress only grows', async () => {
  const { thread, order } = await setUp((socket) => void socket.write(httpAnswer(200, BYTES)));
  const shares: number[] = [];
  const got = await thread.download(order, never, (share) => shares.push(share));
  expect(got).toEqual({ bytes: BYTES.byteLength, sha256: createHash('sha256').update(BYTES).digest('hex') });
  expect(readFileSync(order.filePath).equals(BYTES)).toBe(true);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
});

test('an address that expired is told as that', async () => {
  const { thread, order } = await setUp((socket) => void socket.write(httpAnswer(403, '')));
  await expect(thread.download(order, never, () => undefined)).rejects.toBeInstanceOf(ExpiredUrl);
});

test('a refusal keeps its code, its sentence and whether it may pass', async () => {
  const { thread, order } = await setUp((socket) => void socket.write(httpAnswer(500, '')));
  const download = thread.download(order, never, () => undefined);
  await expect(download).rejects.toMatchObject({ code: 'download_failed', retryable: true, message: /500/ });
});

test('a refusal keeps when to retry', async () => {
  const refuse: RawAnswer = (socket) => void socket.write(httpAnswer(429, '', { 'retry-after': 100_000 }));
  const { thread, order } = await setUp(refuse);
  const error: unknown = await thread.download(order, never, () => undefined).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'download_failed', retryable: true, retryAt: expect.any(Number) as number });
});

test('one that is stopped keeps what it has, and others go on', async () => {
  let turn = 0;
  const { thread, order, folder } = await setUp((socket, request) => {
    if (turn++ === 0) half(socket, request);
    else socket.write(httpAnswer(200, BYTES));
  });
  const stop = new AbortController();
  const reason = new Error('closing');
  const stopped = thread.download(order, stop.signal, () => stop.abort(reason));
  await expect(stopped).rejects.toBe(reason);
  expect(existsSync(order.filePath)).toBe(false);
  expect(readdirSync(folder).sort()).toEqual(['.a.glb.part', '.a.glb.part.json']);
  const other = { ...order, filePath: path.join(folder, 'b.glb') };
  expect((await thread.download(other, never, () => undefined)).bytes).toBe(BYTES.byteLength);
});

test('closing ends what is under way, with an error that may pass', async () => {
  const { thread, order } = await setUp(half);
  let isClosing = false;
  const download = thread.download(order, never, () => {
    if (!isClosing) void thread.close();
    isClosing = true;
  });
  await expect(download).rejects.toMatchObject({ code: 'download_failed', retryable: true });
});

test('the system’s way is asked for beside the thread', async () => {
  const asked: string[] = [];
  const resolveProxy = (url: string): Promise<string> => {
    asked.push(url);
    return Promise.resolve('PROXY 127.0.0.1:1');
  };
  const { thread, order } = await setUp(half, { resolveProxy, env: {} });
  const download = thread.download({ ...order, url: 'https://files.example/a' }, never, () => undefined);
  await expect(download).rejects.toMatchObject({ code: 'offline' });
  expect(asked).toEqual([expect.stringMatching(/^https:\/\/files\.example/)]);
});
