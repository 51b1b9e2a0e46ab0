import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ExpiredUrl } from '../../../src-main/service-client/transfer/open-output.ts';
import { createPlainNetwork } from '../../../src-main/service-client/http/plain-network.ts';
import { createServiceClient, type ServiceClient } from '../../../src-main/service-client/service-client.ts';
import { httpAnswer, startRawService, type RawAnswer, type RawService } from '../../helpers/service/raw-service.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const BYTES = Buffer.alloc(3_000_000, 'model');
const never = new AbortController().signal;

interface Bench extends RawService {
  readonly client: ServiceClient;
  readonly folder: string;
  readonly fetch: (url?: string, signal?: AbortSignal) => Promise<{ bytes: number; sha256: string }>;
}

async function setUp(answer: RawAnswer): Promise<Bench> {
  const service = await startRawService(answer);
  const client = createServiceClient(service.profile, createPlainNetwork({ resolveProxy: null }));
  onTestFinished(() => client.close());
  const folder = makeTempFolder();
  const fetch = (url = `${service.origin}/outputs/a.glb`, signal = never) =>
    client.download(url, path.join(folder, 'a.glb'), signal, () => undefined);
  return { ...service, client, folder, fetch };
}

const says =
  (status: number, body: Buffer | string, headers: Record<string, string | number> = {}): RawAnswer =>
  (socket) =>
    void socket.write(httpAnswer(status, body, headers));

describe('a download', () => {
  test('arrives whole, hashed, without the key', async () => {
    const { fetch, folder, requests } = await setUp(says(200, BYTES));
    const sha256 = createHash('sha256').update(BYTES).digest('hex');
    expect(await fetch()).toEqual({ bytes: BYTES.byteLength, sha256 });
    expect(readdirSync(folder)).toEqual(['a.glb']);
    expect(readFileSync(path.join(folder, 'a.glb')).equals(BYTES)).toBe(true);
    expect(requests[0]?.headers).not.toHaveProperty('authorization');
  });

  test('an error without a length is not requested again', async () => {
    const { fetch, requests } = await setUp((socket) => {
      socket.end('HTTP/1.1 403 Forbidden\r\ntransfer-encoding: chunked\r\n\r\n4\r\ngone\r\n0\r\n\r\n');
    });
    await expect(fetch()).rejects.toBeInstanceOf(ExpiredUrl);
    expect(requests).toHaveLength(1);
  });

  test.each([403, 404, 410])('%i means that the address expired', async (status) => {
    const { fetch, folder } = await setUp(says(status, 'gone'));
    await expect(fetch()).rejects.toBeInstanceOf(ExpiredUrl);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each<[string, RawAnswer, string, boolean]>([
    ['a 500', says(500, ''), 'download_failed', true],
    ['a 429', says(429, ''), 'download_failed', true],
    ['a 204', says(204, ''), 'download_failed', false],
    ['a 206', says(206, BYTES), 'download_failed', false],
    ['gzip', says(200, gzipSync(BYTES), { 'content-encoding': 'gzip' }), 'download_failed', false],
    [
      '5 GB announced',
      (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 5368709120\r\n\r\nx'),
      'download_failed',
      false,
    ],
    [
      'fewer bytes than announced',
      (socket) => void socket.end(httpAnswer(200, BYTES, { 'content-length': 9_000_000 })),
      'download_failed',
      true,
    ],
    [
      'a chunk that never ends',
      (socket) => void socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\nabc'),
      'download_failed',
      true,
    ],
    ['a reset', (socket) => void socket.resetAndDestroy(), 'download_failed', true],
    ['a redirect to nowhere', says(302, ''), 'download_failed', false],
    ['a redirect to nonsense', says(302, '', { location: 'https://[' }), 'download_failed', false],
    [
      'a redirect into this network',
      says(302, '', { location: 'https://169.254.169.254/meta' }),
      'download_failed',
      false,
    ],
    ['a redirect to another port here', says(302, '', { location: 'http://127.0.0.1:1/' }), 'download_failed', false],
    ['a redirect to a file', says(302, '', { location: 'file:///etc/passwd' }), 'download_failed', false],
    ['a redirect in a circle', says(302, '', { location: '/outputs/a.glb' }), 'download_failed', false],
  ])('%s: said so, and nothing is left', async (_, answer, code, retryable) => {
    const { fetch, folder } = await setUp(answer);
    await expect(fetch()).rejects.toMatchObject({ name: 'AppError', code, retryable });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('three redirects are followed, the fourth is not, and the key goes to none', async () => {
    const hop: RawAnswer = (socket, { path: at }) => {
      const left = Number(at.slice(1));
      socket.write(left === 0 ? httpAnswer(200, 'ok') : httpAnswer(302, '', { location: `/${left - 1}` }));
    };
    const { fetch, origin, requests } = await setUp(hop);
    expect(await fetch(`${origin}/3`)).toMatchObject({ bytes: 2 });
    await expect(fetch(`${origin}/4`)).rejects.toMatchObject({ code: 'download_failed' });
    expect(requests.some(({ headers }) => 'authorization' in headers)).toBe(false);
  });

  test('stops with the signal’s reason and leaves nothing', async () => {
    const abort = new AbortController();
    const { fetch, folder } = await setUp((socket) => {
      socket.write(httpAnswer(200, BYTES.subarray(0, 1_500_000), { 'content-length': BYTES.byteLength }));
      setTimeout(() => abort.abort(new Error('enough')), 20);
    });
    await expect(fetch(undefined, abort.signal)).rejects.toThrow('enough');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a place that cannot be written is a matter of the disk, not of the network', async () => {
    const { client, origin, folder } = await setUp(says(200, BYTES));
    writeFileSync(path.join(folder, 'file'), '');
    const download = client.download(`${origin}/a`, path.join(folder, 'file', 'a.glb'), never, () => undefined);
    await expect(download).rejects.toMatchObject({ code: 'folder_unwritable' });
    mkdirSync(path.join(folder, 'taken', 'x'), { recursive: true });
    const onto = client.download(`${origin}/a`, path.join(folder, 'taken'), never, () => undefined);
    await expect(onto).rejects.not.toMatchObject({ code: 'offline' });
  });
});

describe('an upload', () => {
  const UPLOADS =
    (status: number): RawAnswer =>
    (socket, { path: at, headers }) => {
      const url = `http://${headers['host']}/put`;
      const data = { presigned_url: url, file_token: 'file_1', expires_in: 1800 };
      const presign = at === '/v3/files/presign';
      socket.write(
        presign
          ? httpAnswer(200, JSON.stringify({ code: 0, data }))
          : httpAnswer(status, '{"code":2022,"message":"Too big."}'),
      );
    };

  test('puts the exact bytes, without the key, and tells how far it is', async () => {
    const { client, folder, requests } = await setUp(UPLOADS(200));
    const file = path.join(folder, 'a.png');
    writeFileSync(file, BYTES);
    const shares: number[] = [];
    expect(await client.upload(file, 'png', never, (share) => shares.push(share))).toBe('file_1');
    expect(requests.map(({ method, path: at }) => `${method} ${at}`)).toEqual(['POST /v3/files/presign', 'PUT /put']);
    expect(requests[1]?.body.equals(BYTES)).toBe(true);
    expect(requests[1]?.headers).toMatchObject({ 'content-type': 'application/octet-stream' });
    expect(requests[1]?.headers).not.toHaveProperty('authorization');
    expect(shares.at(-1)).toBe(1);
  });

  test('that is refused, or whose file is gone, is said in our own words', async () => {
    const { client, folder } = await setUp(UPLOADS(413));
    const file = path.join(folder, 'a.png');
    await expect(client.upload(file, 'png', never, () => undefined)).rejects.toMatchObject({
      code: 'file_missing',
      subject: 'a.png',
    });
    writeFileSync(file, 'x');
    await expect(client.upload(file, 'png', never, () => undefined)).rejects.toMatchObject({ code: 'file_too_large' });
  });
});
