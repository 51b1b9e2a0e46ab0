import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../../src-shared/api/protocol/limits.ts';
import { createUrlSigner } from '../../../../src-main/local-service/files/url-signer.ts';
import { parseByteRange } from '../../../../src-main/local-service/http/routes/byte-range.ts';
import { startLocalService, type LocalService } from '../../../helpers/service/local-service.ts';
import { send } from '../../workers/call.ts';

const TASK = '11111111-1111-4111-8111-111111111111';
const BYTES = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 251));

let service: LocalService;
let url: string;
beforeAll(async () => {
  service = await startLocalService();
  const folder = path.join(service.dataDir, 'outputs', TASK);
  await mkdir(folder);
  await writeFile(path.join(folder, 'model.glb'), BYTES);
  await writeFile(path.join(folder, 'preview.webp'), 'preview');
  url = signed(`/outputs/${TASK}/model.glb`);
});
afterAll(() => service.stop());

function signed(target: string, at = Date.now()): string {
  return service.baseUrl + createUrlSigner(service.apiKey, () => at).sign('GET', target, LIMITS.outputUrlSeconds, 0);
}

describe('an output URL', () => {
  test('gives the whole file with its length and type, without a key', async () => {
    const { status, headers, bytes } = await send(url);
    expect(status).toBe(200);
    expect(bytes.equals(BYTES)).toBe(true);
    expect(headers).toMatchObject({
      'content-length': '1000',
      'content-type': 'model/gltf-binary',
      'accept-ranges': 'bytes',
    });
  });

  test('does not mind a key, right or wrong', async () => {
    for (const authorization of [`Bearer ${service.apiKey}`, 'Bearer wrong']) {
      expect((await send(url, { headers: { authorization } })).status).toBe(200);
    }
  });

  test('tells length and type to HEAD without the bytes', async () => {
    const { status, headers, bytes } = await send(url, { method: 'HEAD' });
    expect([status, headers['content-length'], bytes.length]).toEqual([200, '1000', 0]);
  });

  test('gives parts of the file', async () => {
    const parts: [string, number, number][] = [
      ['bytes=0-0', 0, 0],
      ['bytes=10-19', 10, 19],
      ['bytes=990-', 990, 999],
      ['bytes=990-5000', 990, 999],
      ['bytes=-5', 995, 999],
      ['bytes=-5000', 0, 999],
    ];
    for (const [range, start, end] of parts) {
      const { status, headers, bytes } = await send(url, { headers: { range } });
      expect([range, status, headers['content-range']]).toEqual([range, 206, `bytes ${start}-${end}/1000`]);
      expect(bytes.equals(BYTES.subarray(start, end + 1))).toBe(true);
    }
  });

  test('answers 416 with the length beyond the end', async () => {
    const { status, headers, body } = await send(url, { headers: { range: 'bytes=1000-' } });
    expect([status, headers['content-range'], body.code]).toEqual([416, 'bytes */1000', 1003]);
  });

  test('resumes only the same file', async () => {
    const { headers } = await send(url);
    const tag = headers['etag'] ?? '';
    const range = 'bytes=10-';
    expect((await send(url, { headers: { range, 'if-range': tag } })).status).toBe(206);
    expect((await send(url, { headers: { range, 'if-range': '"other"' } })).status).toBe(200);
  });

  test('expires after about a day', async () => {
    const target = `/outputs/${TASK}/model.glb`;
    const day = LIMITS.outputUrlSeconds * 1000;
    expect((await send(signed(target, Date.now() - day + 60_000))).status).toBe(200);
    const late = await send(signed(target, Date.now() - day - 1000));
    expect([late.status, late.body.message]).toEqual([403, 'This URL has expired. Request a new one.']);
  });

  test('is bound to its file, its expiry and its method', async () => {
    const put =
      service.baseUrl + createUrlSigner(service.apiKey, Date.now).sign('PUT', `/outputs/${TASK}/model.glb`, 60, 0);
    const forged = [
      url.replace('model.glb', 'preview.webp'),
      url.replace(/expires=\d+/, 'expires=99999999999'),
      url.replace(/signature=./, (first) => (first.endsWith('A') ? 'signature=B' : 'signature=A')),
      url.split('?')[0] ?? '',
      put,
    ];
    for (const bad of forged) {
      const { status, body } = await send(bad);
      expect([bad, status, body.code]).toEqual([bad, 403, 1004]);
    }
  });

  test('never leads out of the task’s folder, even when signed', async () => {
    for (const name of ['..%2f..%2fkey', '.hidden', '%2e%2e', 'MODEL.GLB']) {
      const target = `/outputs/${TASK}/${decodeURIComponent(name)}`;
      const query = new URL(signed(target)).search;
      const { status } = await send(`${service.baseUrl}/outputs/${TASK}/${name}${query}`);
      expect([name, status]).toEqual([name, 404]);
    }
  });
});

describe('a byte range', () => {
  test('that is not one plain range is answered with the whole file', () => {
    for (const header of [undefined, '', 'bytes=', 'bytes=-', 'bytes=5-2', 'bytes=0-1,3-4', 'lines=0-1', 'bytes=a-b']) {
      expect(parseByteRange(header, 10)).toBeNull();
    }
  });

  test('of nothing cannot be met', () => {
    for (const header of ['bytes=0-', 'bytes=-1', 'bytes=-0']) expect(parseByteRange(header, 0)).toBe('unsatisfiable');
  });
});
