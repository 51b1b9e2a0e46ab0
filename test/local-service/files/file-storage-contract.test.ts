import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newFileToken } from '../../../src-main/local-service/files/upload-store.ts';
import type { FileStorage } from '../../../src-main/local-service/files/file-storage.ts';
import { HAS_CEPH, NO_CEPH } from '../../helpers/service/ceph.ts';
import {
  createS3Place,
  startCephServer,
  startDouble,
  startFolderPlace,
  type StoragePlace,
} from '../../helpers/service/file-storages.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const TASK = '33333333-3333-4333-8333-333333333333';
const OTHER_TASK = '44444444-4444-4444-8444-444444444444';
const PNG = Buffer.from('\x89PNG\r\n\x1a\n and what follows', 'latin1');
const MODEL = Buffer.from(Array.from({ length: 100_000 }, (_, i) => i % 251));

describe('files in a folder', () => describeContract(startFolderPlace));
describe('files in a strict double of S3', () => describeContract(() => startDouble().then(createS3Place)));
describe.skipIf(!HAS_CEPH)(`files in Ceph${HAS_CEPH ? '' : ` (${NO_CEPH})`}`, () =>
  describeContract(() => startCephServer().then(createS3Place)),
);

/** What the service relies on, wherever its files are. */
function describeContract(start: () => Promise<StoragePlace>): void {
  let place: StoragePlace;
  let storage: FileStorage;
  let aheadMs: number;
  beforeAll(async () => {
    place = await start();
  }, 300_000);
  afterAll(() => place.close());
  beforeEach(async () => {
    aheadMs = 0;
    storage = await place.open(() => aheadMs);
  });

  const put = (url: string, body: Buffer, headers: Record<string, string> = {}) =>
    fetch(url, { method: 'PUT', body: Uint8Array.from(body), headers }).then(statusOf);

  async function uploaded(bytes = PNG): Promise<string> {
    const token = newFileToken();
    expect(await put(storage.urls.signUpload(token, 60), bytes, { 'content-type': 'application/octet-stream' })).toBe(
      200,
    );
    return token;
  }

  /** What the engine would read of an upload that is found now. */
  async function readUpload(token: string): Promise<Buffer | null> {
    const source = await storage.uploads.find(token);
    const copy = source && (await storage.uploads.openCopy(source));
    const bytes = copy && (await readFile(copy.path));
    await copy?.release();
    return bytes;
  }

  async function publish(files: Record<string, Buffer | string>, task = TASK): Promise<void> {
    const draft = storage.outputs.draftFolder(task);
    await mkdir(draft, { recursive: true });
    for (const [name, content] of Object.entries(files)) await writeFile(path.join(draft, name), content);
    await storage.outputs.publish(task);
  }

  const hour = () => {
    const from = Math.floor((Date.now() + aheadMs) / 1000);
    return { from, until: from + 3600 };
  };
  const urlOf = (fileName: string, taskId = TASK) => storage.urls.signOutput({ taskId, fileName }, hour());

  describe('an upload', () => {
    test('goes to its URL without a key, and the engine reads the same bytes', async () => {
      expect(await readUpload(await uploaded())).toEqual(PNG);
    });

    test('can use credentials instead', async () => {
      const token = newFileToken();
      const { url, headers } = storage.urls.signCredential(token, 60);
      expect(await put(url, PNG, headers)).toBe(200);
      expect(await readUpload(token)).toEqual(PNG);
    });

    test('can pass through the service, which refuses an empty one', async () => {
      expect(await readUpload(await storage.uploads.store(Readable.from([PNG])))).toEqual(PNG);
      await expect(storage.uploads.store(Readable.from([]))).rejects.toMatchObject({ code: 2003 });
    });

    test('is not found before it is there, and nothing is by a name that is no token', async () => {
      for (const token of [newFileToken(), '../key', 'file_../../key', 'file_a/b', '', 'file_']) {
        expect(await storage.uploads.find(token)).toBeNull();
      }
    });

    test('is refused by a URL that is changed, expired, or for another use', async () => {
      const [token, other] = [newFileToken(), newFileToken()];
      const url = storage.urls.signUpload(token, 60);
      aheadMs = -3_600_000;
      const late = storage.urls.signUpload(token, 60);
      aheadMs = 0;
      const longer = url.replace(/(expires=|Expires=)(\d+)/i, (_, name: string, value: string) => `${name}${value}0`);
      for (const bad of [url.replace(token, other), longer, late]) {
        expect([bad, await put(bad, PNG)]).toEqual([bad, 403]);
      }
      expect((await fetch(url).then(statusOf)) >= 400).toBe(true);
      expect(await storage.uploads.find(token)).toBeNull();
    });

    test('can be used for a day; a task that was accepted with it still reads it', async () => {
      const source = await storage.uploads.find(await uploaded());
      aheadMs = DAY_MS + 5000;
      if (!source) throw new Error('Not found');
      expect(await storage.uploads.find(source.token)).toBeNull();
      const copy = await storage.uploads.openCopy(source);
      expect(await readFile(copy?.path ?? '')).toEqual(PNG);
      await copy?.release();
    });

    test('stays through a sweep while it is fresh or in use', async () => {
      const inUse = await storage.uploads.find(await uploaded());
      if (!inUse) throw new Error('Not found');
      await storage.uploads.sweep(new Set());
      expect(await readUpload(inUse.token)).toEqual(PNG);
      aheadMs = DAY_MS + HOUR_MS + 5000;
      await storage.uploads.sweep(new Set([inUse.token]));
      expect(await storage.uploads.openCopy(inUse)).not.toBeNull();
    });

    test('stays through a sweep that began before a task was created with it', async () => {
      const token = await uploaded();
      aheadMs = DAY_MS - 60_000;
      const inUse = await storage.uploads.find(token);
      if (!inUse) throw new Error('Not found');
      aheadMs = DAY_MS + 5000;
      await storage.uploads.sweep(new Set());
      const copy = await storage.uploads.openCopy(inUse);
      expect(await readFile(copy?.path ?? '')).toEqual(PNG);
      await copy?.release();
    });

    test('that never came is missing for its task', async () => {
      expect(await storage.uploads.openCopy({ kind: 'upload', token: newFileToken() })).toBeNull();
    });
  });

  describe('an output', () => {
    test('has a URL without a key: whole, by range, with its type', async () => {
      await publish({ 'model.glb': MODEL, 'preview.webp': 'preview' });
      const whole = await fetch(urlOf('model.glb'));
      expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'model/gltf-binary']);
      expect(Buffer.from(await whole.arrayBuffer())).toEqual(MODEL);
      const part = await fetch(urlOf('model.glb'), { headers: { range: 'bytes=99990-' } });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 99990-99999/100000']);
      expect(Buffer.from(await part.arrayBuffer())).toEqual(MODEL.subarray(99_990));
      expect((await fetch(urlOf('model.glb'), { headers: { range: 'bytes=100000-' } }).then(statusOf)) === 416).toBe(
        true,
      );
    });

    test('is resumed by its tag', async () => {
      await publish({ 'model.glb': MODEL });
      const first = await fetch(urlOf('model.glb'));
      await first.arrayBuffer();
      const headers = { range: 'bytes=10-', 'if-range': first.headers.get('etag') ?? '' };
      const rest = await fetch(urlOf('model.glb'), { headers });
      expect(rest.status).toBe(206);
      expect(Buffer.from(await rest.arrayBuffer())).toEqual(MODEL.subarray(10));
    });

    test('exists once it is published, whole', async () => {
      await mkdir(storage.outputs.draftFolder(TASK), { recursive: true });
      await writeFile(path.join(storage.outputs.draftFolder(TASK), 'model.glb'), MODEL);
      expect(await storage.outputs.has(TASK, 'model.glb')).toBe(false);
      expect(await fetch(urlOf('model.glb')).then(statusOf)).toBe(404);
      await storage.outputs.publish(TASK);
      expect(await storage.outputs.has(TASK, 'model.glb')).toBe(true);
      const copy = await storage.outputs.openCopy(TASK, 'model.glb');
      expect(await readFile(copy?.path ?? '')).toEqual(MODEL);
      await copy?.release();
    });

    test('is replaced, with all others of its task, when the task runs again', async () => {
      await publish({ 'model.glb': 'first', 'old.glb': 'first' });
      await publish({ 'model.glb': MODEL }, OTHER_TASK);
      await publish({ 'model.glb': 'again' });
      expect(await fetch(urlOf('model.glb')).then((answer) => answer.text())).toBe('again');
      expect(await storage.outputs.has(TASK, 'old.glb')).toBe(false);
      expect(await storage.outputs.has(OTHER_TASK, 'model.glb')).toBe(true);
    });

    test('is gone when it is discarded', async () => {
      await publish({ 'model.glb': MODEL, 'preview.webp': 'preview' });
      await storage.outputs.discard(TASK);
      expect(await storage.outputs.has(TASK, 'model.glb')).toBe(false);
      expect(await storage.outputs.openCopy(TASK, 'preview.webp')).toBeNull();
    });

    test('that is no draft any more survives a sweep', async () => {
      await publish({ 'model.glb': MODEL });
      await mkdir(storage.outputs.draftFolder(OTHER_TASK), { recursive: true });
      await storage.outputs.sweep();
      expect(await storage.outputs.has(TASK, 'model.glb')).toBe(true);
      await expect(storage.outputs.publish(OTHER_TASK)).rejects.toThrow('ENOENT');
    });

    test('has a name that leads nowhere else', async () => {
      expect(await storage.outputs.has('..', 'model.glb')).toBe(false);
      expect(await storage.outputs.has(TASK, '../model.glb')).toBe(false);
      expect(await storage.outputs.openCopy(TASK, '.hidden')).toBeNull();
      expect(() => storage.outputs.draftFolder('../x')).toThrow();
    });

    test('is refused by a URL that is changed or expired', async () => {
      await publish({ 'model.glb': MODEL, 'preview.webp': 'preview' });
      const url = urlOf('model.glb');
      aheadMs = -2 * 3_600_000;
      const late = urlOf('model.glb');
      aheadMs = 0;
      for (const bad of [url.replace('model.glb', 'preview.webp'), flipLast(url), late]) {
        expect([bad, await fetch(bad).then(statusOf)]).toEqual([bad, 403]);
      }
      expect(await put(url, PNG)).toBeGreaterThanOrEqual(400);
    });
  });

  describe('the URL of an output', () => {
    test('is the same for the same time', () => {
      const window = hour();
      const sign = () => storage.urls.signOutput({ taskId: TASK, fileName: 'model.glb' }, window);
      const first = sign();
      urlOf('preview.webp', OTHER_TASK);
      expect(sign()).toBe(first);
    });

    test('names its output as long as it is valid and unchanged', () => {
      const url = urlOf('model.glb');
      expect(storage.urls.parseOutput(new URL(url))).toEqual({ taskId: TASK, fileName: 'model.glb' });
      const changed = [flipLast(url), url.replace('model.glb', 'other.glb'), url.replace(/\?.*/, '')];
      for (const bad of changed) expect([bad, storage.urls.parseOutput(new URL(bad))]).toEqual([bad, 'invalid']);
      aheadMs = 3_700_000;
      expect(storage.urls.parseOutput(new URL(url))).toBe('invalid');
      expect(storage.urls.parseOutput(new URL('https://example.com/outputs/a/b'))).toBeNull();
    });
  });
}

async function statusOf(answer: Response): Promise<number> {
  await answer.arrayBuffer();
  return answer.status;
}

/** Another signature: its last character is changed. */
function flipLast(url: string): string {
  return url.slice(0, -1) + (url.endsWith('A') || url.endsWith('a') ? '0' : url.endsWith('0') ? '1' : 'A');
}
