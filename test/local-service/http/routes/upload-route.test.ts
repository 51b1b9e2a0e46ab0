import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { LIMITS } from '../../../../src-shared/api/protocol/limits.ts';
import { createUrlSigner } from '../../../../src-main/local-service/files/url-signer.ts';
import { startLocalService, type LocalService } from '../../../helpers/service/local-service.ts';
import { callService, send } from '../../workers/call.ts';

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service.stop());

const HEADERS = { 'content-type': 'application/octet-stream' };
const put = (url: string, body: Buffer, headers: Record<string, string> = HEADERS) =>
  send(url, { method: 'PUT', headers, body });

async function presign(): Promise<{ url: string; token: string }> {
  const { body } = await callService(service, '/v3/files/presign', { method: 'POST', body: { format: 'png' } });
  return { url: body.data.presigned_url, token: body.data.file_token };
}

const uploads = () => readdir(path.join(service.dataDir, 'uploads'));

describe('a presigned upload (4.6)', () => {
  test('needs no key and keeps the bytes as they came', async () => {
    const { url, token } = await presign();
    const bytes = randomBytes(3_000_000);
    expect((await put(url, bytes)).status).toBe(200);
    expect((await service.readUpload(token)).equals(bytes)).toBe(true);
  });

  test('works without a content type and with JSON’s', async () => {
    for (const headers of [{}, { 'content-type': 'application/json' }]) {
      const { url, token } = await presign();
      expect((await put(url, Buffer.from('bytes'), headers)).status).toBe(200);
      expect(await service.readUpload(token)).toEqual(Buffer.from('bytes'));
    }
  });

  test('works once', async () => {
    const { url, token } = await presign();
    await put(url, Buffer.from('first'));
    const again = await put(url, Buffer.from('second'));
    expect([again.status, again.body.code]).toEqual([403, 1004]);
    expect(await service.readUpload(token)).toEqual(Buffer.from('first'));
  });

  test('refuses every change to its URL', async () => {
    const { url, token } = await presign();
    const other = await presign();
    const changed = [
      url.replace(token, other.token),
      url.replace(/expires=(\d+)/, (_, seconds) => `expires=${Number(seconds) + 1}`),
      url.replace(/max=(\d+)/, 'max=999999999'),
      url.replace(/&signature=.*/, ''),
      url.replace(/expires=\d+&/, ''),
      url.replace('?', '?expires=1&'),
      ...[0, 10, 42].map((at) => flipSignature(url, at)),
    ];
    for (const forged of changed) {
      const answer = await put(forged, Buffer.from('x'));
      expect([forged, answer.status, answer.body.code]).toEqual([forged, 403, 1004]);
    }
    expect(await uploads()).not.toContain(token);
  });

  test('a path that tries to leave the folder is not signed', async () => {
    const { url } = await presign();
    const query = new URL(url).search;
    for (const token of ['..%2f..%2fkey', '%2e%2e', 'file_..%2fkey']) {
      const answer = await put(`${service.baseUrl}/uploads/${token}${query}`, Buffer.from('x'));
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
    expect((await readFile(path.join(service.dataDir, 'key'), 'utf8')).trim()).toBe(service.apiKey);
  });

  test('refuses after 1800 seconds', async () => {
    const past = Date.now() - (LIMITS.presignSeconds + 1) * 1000;
    const signed = createUrlSigner(service.apiKey, () => past).sign(
      'PUT',
      '/uploads/file_late',
      LIMITS.presignSeconds,
      1000,
    );
    const answer = await put(service.baseUrl + signed, Buffer.from('x'));
    expect([answer.status, answer.body.message]).toEqual([403, 'This URL has expired. Request a new one.']);
    expect(await uploads()).not.toContain('file_late');
  });

  test('cannot be fetched with the URL it was put with', async () => {
    const { url } = await presign();
    await put(url, Buffer.from('secret'));
    expect((await send(url)).status).toBe(405);
  });

  test('refuses an empty file and can be tried again', async () => {
    const { url } = await presign();
    const answer = await put(url, Buffer.alloc(0));
    expect([answer.status, answer.body.code]).toEqual([400, 2003]);
    expect((await put(url, Buffer.from('x'))).status).toBe(200);
  });

  test('refuses more than its size by header before a byte is read', async () => {
    const { url } = await presign();
    const { host, pathname, search } = new URL(url);
    const socket = connect(Number(host.split(':')[1]), '127.0.0.1');
    socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 209715201\r\n\r\n`);
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    const answer = chunk.toString();
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"code":2022');
  });

  test('refuses more than its size while it streams, and leaves nothing behind', async () => {
    const signed = createUrlSigner(service.apiKey, Date.now).sign('PUT', '/uploads/file_small', 60, 1000);
    const { host, pathname, search } = new URL(service.baseUrl + signed);
    const socket = connect(Number(host.split(':')[1]), '127.0.0.1');
    socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n`);
    socket.write(`Connection: close\r\n\r\n7d0\r\n${'x'.repeat(2000)}\r\n0\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"code":2022');
    expect((await uploads()).filter((name) => name.startsWith('file_small'))).toEqual([]);
  });

  test('an upload that breaks off leaves nothing and can be tried again', async () => {
    const { url, token } = await presign();
    const { host, pathname, search } = new URL(url);
    const socket = connect(Number(host.split(':')[1]), '127.0.0.1');
    socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1000\r\n\r\nhalf`);
    await vi.waitFor(async () => expect(await uploads()).toContain(`.${token}.part`), {
      timeout: 60_000,
      interval: 10,
    });
    socket.destroy();
    await vi.waitFor(async () => expect(await uploads()).not.toContain(`.${token}.part`), {
      timeout: 60_000,
      interval: 10,
    });
    expect((await put(url, Buffer.from('whole'))).status).toBe(200);
    expect(await service.readUpload(token)).toEqual(Buffer.from('whole'));
  });
});

function flipSignature(url: string, at: number): string {
  const start = url.indexOf('signature=') + 'signature='.length + at;
  return url.slice(0, start) + (url[start] === 'A' ? 'B' : 'A') + url.slice(start + 1);
}
