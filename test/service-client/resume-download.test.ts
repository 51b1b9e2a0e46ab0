import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPlainNetwork } from '../../src-main/service-client/http/plain-network.ts';
import { ExpiredUrl } from '../../src-main/service-client/transfer/open-output.ts';
import { createServiceClient } from '../../src-main/service-client/service-client.ts';
import { httpAnswer, startRawService, type RawAnswer } from '../helpers/service/raw-service.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

const MIB = 1024 * 1024;
const BYTES = Buffer.from(Array.from({ length: 3 * MIB }, (_, at) => (at * 31 + (at >> 8)) % 251));
const OTHER = Buffer.from(BYTES.map((byte) => byte ^ 255));
const SHA256 = createHash('sha256').update(BYTES).digest('hex');
const never = new AbortController().signal;
const old = 'Wed, 01 Jan 2020 00:00:00 GMT';
const now = 'Fri, 01 Jan 2021 00:00:00 GMT';

/** An answer whose connection breaks after so many bytes of the body. */
const cut =
  (bytes: Buffer, after: number, headers: Record<string, string>): RawAnswer =>
  (socket) =>
    void socket.write(
      httpAnswer(200, bytes.subarray(0, after), { 'content-length': bytes.byteLength, ...headers }),
      () => socket.end(),
    );

/** What a range-speaking server answers (RFC 9110, 14). */
const serve =
  (bytes: Buffer, headers: Record<string, string>): RawAnswer =>
  (socket, request) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers['range'] ?? '')?.[1] ?? Number.NaN);
    const condition = request.headers['if-range'];
    const isSame = condition === undefined || condition === headers['etag'] || condition === headers['last-modified'];
    if (Number.isNaN(from) || !isSame) return void socket.write(httpAnswer(200, bytes, headers));
    const range = `bytes ${from}-${bytes.byteLength - 1}/${bytes.byteLength}`;
    socket.write(httpAnswer(206, bytes.subarray(from), { ...headers, 'content-range': range }));
  };

/** A service that answers each request by the next answer, the last one for ever. */
async function setUp(...answers: RawAnswer[]) {
  let turn = 0;
  const service = await startRawService((socket, request) =>
    answers[Math.min(turn++, answers.length - 1)]?.(socket, request),
  );
  const client = createServiceClient(service.profile, createPlainNetwork({ resolveProxy: null }));
  onTestFinished(() => client.close());
  const folder = makeTempFolder();
  const file = path.join(folder, 'a.glb');
  const fetch = (url = '/a', signal = never, onProgress: (share: number) => void = () => undefined) =>
    client.download(service.origin + url, file, signal, onProgress);
  const part = path.join(folder, '.a.glb.part');
  return { ...service, fetch, folder, file, part };
}

describe('a download that broke', () => {
  test.each<[string, Record<string, string>, string]>([
    ['a strong tag', { etag: '"v1"' }, '"v1"'],
    ['a date that had time to settle', { 'last-modified': old, date: now }, old],
  ])('goes on where it ended, told by %s', async (_, headers, condition) => {
    const { fetch, folder, file, requests } = await setUp(cut(BYTES, 2 * MIB, headers), serve(BYTES, headers));
    await expect(fetch()).rejects.toMatchObject({ code: 'offline', retryable: true });
    expect(readdirSync(folder).sort()).toEqual(['.a.glb.part', '.a.glb.part.json']);
    const shares: number[] = [];
    expect(await fetch('/a', never, (share) => shares.push(share))).toEqual({ bytes: 3 * MIB, sha256: SHA256 });
    const range = Number(/^bytes=(\d+)-$/.exec(requests[1]?.headers['range'] ?? '')?.[1]);
    expect(range).toBeGreaterThan(MIB);
    expect(requests[1]?.headers['if-range']).toBe(condition);
    expect(shares[0]).toBeGreaterThan(range / BYTES.byteLength);
    expect(readFileSync(file).equals(BYTES)).toBe(true);
    expect(readdirSync(folder)).toEqual(['a.glb']);
  });

  test('goes on under another address, because the entity counts and not its URL', async () => {
    const headers = { etag: '"v1"' };
    const expired: RawAnswer = (socket) => void socket.write(httpAnswer(403, 'Request has expired'));
    const { fetch, requests } = await setUp(cut(BYTES, 2 * MIB, headers), expired, serve(BYTES, headers));
    await expect(fetch('/a?sig=1')).rejects.toMatchObject({ code: 'offline' });
    await expect(fetch('/a?sig=1')).rejects.toBeInstanceOf(ExpiredUrl);
    expect(await fetch('/a?sig=2')).toMatchObject({ sha256: SHA256 });
    expect(requests.map(({ headers: { range } }) => range !== undefined)).toEqual([false, true, true]);
  });

  test('after a redirect asks for the rest too', async () => {
    const headers = { etag: '"v1"' };
    const hop: RawAnswer = (socket) => void socket.write(httpAnswer(302, '', { location: '/b' }));
    const { fetch } = await setUp(cut(BYTES, 2 * MIB, headers), hop, serve(BYTES, headers));
    await expect(fetch()).rejects.toMatchObject({ code: 'offline' });
    expect(await fetch()).toMatchObject({ sha256: SHA256 });
  });

  test.each<[string, RawAnswer]>([
    ['is another by its tag', serve(BYTES, { etag: '"v2"' })],
    [
      'comes whole although a part was asked for',
      (socket) => void socket.write(httpAnswer(200, BYTES, { etag: '"v1"' })),
    ],
    [
      'is another by the tag of the rest',
      (socket, request) => {
        if (!request.headers['range']) return serve(BYTES, { etag: '"v2"' })(socket, request);
        const range = `bytes ${2 * MIB}-${3 * MIB - 1}/${3 * MIB}`;
        socket.write(httpAnswer(206, OTHER.subarray(2 * MIB), { etag: '"v2"', 'content-range': range }));
      },
    ],
    [
      'has another length',
      (socket, request) => {
        if (!request.headers['range']) return serve(BYTES, { etag: '"v1"' })(socket, request);
        socket.write(httpAnswer(206, OTHER.subarray(2 * MIB), { etag: '"v1"', 'content-range': 'bytes 5-9/10' }));
      },
    ],
    [
      'has no such range',
      (socket, request) =>
        request.headers['range']
          ? void socket.write(httpAnswer(416, ''))
          : serve(BYTES, { etag: '"v1"' })(socket, request),
    ],
  ])('begins anew where the entity %s', async (_, answer) => {
    const { fetch, folder, file } = await setUp(cut(OTHER, 2 * MIB, { etag: '"v1"' }), answer);
    await expect(fetch()).rejects.toMatchObject({ code: 'offline' });
    expect(await fetch()).toEqual({ bytes: 3 * MIB, sha256: SHA256 });
    expect(readFileSync(file).equals(BYTES)).toBe(true);
    expect(readdirSync(folder)).toEqual(['a.glb']);
  });

  test.each<[string, Record<string, string>]>([
    ['no tag and no date', {}],
    ['a weak tag', { etag: 'W/"v1"', 'last-modified': old, date: now }],
    ['a date as young as the answer', { 'last-modified': now, date: now }],
    ['a date nobody can compare', { 'last-modified': old }],
  ])('leaves nothing where the entity has %s', async (_, headers) => {
    const { fetch, folder } = await setUp(cut(BYTES, 2 * MIB, headers));
    await expect(fetch()).rejects.toMatchObject({ code: 'download_failed' });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('trusts only what the disk had kept: bytes behind it are cut away', async () => {
    const headers = { etag: '"v1"' };
    const { fetch, part } = await setUp(cut(BYTES, 2 * MIB, headers), serve(BYTES, headers));
    await expect(fetch()).rejects.toMatchObject({ code: 'offline' });
    writeFileSync(part, Buffer.concat([readFileSync(part), Buffer.alloc(500_000)]));
    expect(await fetch()).toMatchObject({ sha256: SHA256 });
  });

  test.each<[string, (part: string) => void]>([
    ['a part shorter than its state says', (part) => writeFileSync(part, 'x')],
    ['a state that is none', (part) => writeFileSync(`${part}.json`, '{"validator":')],
    ['a state of nonsense', (part) => writeFileSync(`${part}.json`, '{"validator":"\\"v1\\"","length":3,"bytes":-1}')],
    ['a state that is empty', (part) => writeFileSync(`${part}.json`, '')],
  ])('begins anew with %s', async (_, spoil) => {
    const headers = { etag: '"v1"' };
    const { fetch, part, requests } = await setUp(cut(BYTES, 2 * MIB, headers), serve(BYTES, headers));
    await expect(fetch()).rejects.toMatchObject({ code: 'offline' });
    spoil(part);
    expect(await fetch()).toMatchObject({ sha256: SHA256 });
    expect(requests[1]?.headers).not.toHaveProperty('range');
  });

  test('asks for nothing where everything is there but the name', async () => {
    const { fetch, part, requests } = await setUp(serve(BYTES, { etag: '"v1"' }));
    writeFileSync(part, BYTES);
    writeFileSync(`${part}.json`, JSON.stringify({ validator: '"v1"', length: 3 * MIB, bytes: 3 * MIB }));
    expect(await fetch()).toEqual({ bytes: 3 * MIB, sha256: SHA256 });
    expect(requests).toEqual([]);
  });

  test('at shutdown keeps what came', async () => {
    const abort = new AbortController();
    const headers = { etag: '"v1"', 'content-length': BYTES.byteLength };
    const stall: RawAnswer = (socket) => void socket.write(httpAnswer(200, BYTES.subarray(0, 2 * MIB), headers));
    const { fetch, part } = await setUp(stall, serve(BYTES, { etag: '"v1"' }));
    const fetched = fetch('/a', abort.signal, (share) => share > 0.5 && abort.abort(new Error('enough')));
    await expect(fetched).rejects.toThrow('enough');
    expect(existsSync(`${part}.json`)).toBe(true);
    expect(await fetch()).toMatchObject({ sha256: SHA256 });
  });
});

describe('the length', () => {
  const tagged = { etag: '"v1"' };
  test('of an answer that is cut off again and again is reached in the end', async () => {
    const again: RawAnswer = (socket, request) => {
      const from = Number(/^bytes=(\d+)-$/.exec(request.headers['range'] ?? '')?.[1] ?? 0);
      const headers = { ...tagged, 'content-range': `bytes ${from}-${3 * MIB - 1}/${3 * MIB}` };
      const piece = BYTES.subarray(from, from + 700_000);
      const head = httpAnswer(from > 0 ? 206 : 200, piece, { ...headers, 'content-length': 3 * MIB - from });
      socket.write(head, () => socket.end());
    };
    const { fetch, requests } = await setUp(again);
    let arrived: unknown = null;
    for (let tries = 0; arrived === null && tries < 10; tries++) arrived = await fetch().catch(() => null);
    expect(arrived).toEqual({ bytes: 3 * MIB, sha256: SHA256 });
    expect(requests.length).toBeGreaterThan(3);
  });

  test.each([
    ['longer', 4, false],
    ['shorter', 2, true],
  ])('of a body that is %s than its head announced is noticed', async (_, pieces, isKept) => {
    const { folder, file, profile } = await setUp();
    async function* body(): AsyncGenerator<Buffer> {
      for (let at = 0; at < pieces; at++) yield BYTES.subarray(0, MIB);
    }
    const heads: Record<string, string> = { etag: '"v1"', 'content-length': String(3 * MIB) };
    const answer = { status: 200, header: (name: string) => heads[name], body: body(), discard: () => undefined };
    // A network whose framing lies, which Node's parser would not let through.
    const network = { ...createPlainNetwork({ resolveProxy: null }), ask: () => Promise.resolve(answer) };
    const client = createServiceClient(profile, network);
    onTestFinished(() => client.close());
    const fetched = client.download(`${profile.baseUrl}/a`, file, never, () => undefined);
    await expect(fetched).rejects.toMatchObject({ code: 'download_failed', retryable: true });
    expect(readdirSync(folder).sort()).toEqual(isKept ? ['.a.glb.part', '.a.glb.part.json'] : []);
  });
});
