import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../../src-shared/api/protocol/limits.ts';
import type { FileStorage } from '../../../../src-main/local-service/files/file-storage.ts';
import { openS3Storage } from '../../../../src-main/local-service/files/s3/open-s3-storage.ts';
import { createS3Client } from '../../../../src-main/local-service/files/s3/s3-client.ts';
import { readS3Credentials, s3Config } from '../../../../src-main/local-service/files/s3/s3-config.ts';
import type { UploadSource } from '../../../../src-main/local-service/files/upload-store.ts';
import { newFileToken } from '../../../../src-main/local-service/files/upload-store.ts';
import { writeCredentials } from '../../../helpers/service/file-storages.ts';
import { startStrictS3, STRICT_BUCKET, STRICT_KEY, type StrictS3 } from '../../../helpers/service/strict-s3.ts';
import { makeCertificate, startTlsFront } from '../../../helpers/service/tls-service.ts';

const TASK = '55555555-5555-4555-8555-555555555555';
const PNG = Buffer.from('\x89PNG\r\n\x1a\n and what follows', 'latin1');
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const OTHER_RULE = '<LifecycleConfiguration><Rule><ID>logs</ID></Rule></LifecycleConfiguration>';

let dataDir: string;
let s3: StrictS3;
let aheadMs: number;
let opened: FileStorage[];
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'dropforge-s3-'));
  s3 = await startStrictS3();
  aheadMs = 0;
  opened = [];
});
afterEach(async () => {
  for (const storage of opened) await storage.close();
  await s3.close();
  await rm(dataDir, { recursive: true });
});

async function open(changes: Record<string, unknown> = {}, key = STRICT_KEY): Promise<FileStorage> {
  const credentialsFile = await writeCredentials(dataDir, key);
  const config = s3Config.parse({ endpoint: s3.endpoint, bucket: STRICT_BUCKET, credentialsFile, ...changes });
  const now = () => Date.now() + aheadMs;
  const storage = await openS3Storage({ config, dataDir, queueTimeoutSeconds: 3600, now, pausesMs: [1, 1, 1] });
  opened.push(storage);
  return storage;
}

async function put({ urls }: FileStorage, bytes: Uint8Array, token = newFileToken()): Promise<string> {
  const answer = await fetch(urls.signUpload(token, 60), { method: 'PUT', body: Uint8Array.from(bytes) });
  expect(answer.status).toBe(200);
  return token;
}

async function accept(storage: FileStorage, token: string): Promise<UploadSource> {
  const source = await storage.uploads.find(token);
  if (!source) throw new Error('The upload was not found.');
  return source;
}

describe('an upload that a client sent to the storage', () => {
  test('is refused when it is empty, too large, or neither image nor model', async () => {
    const storage = await open();
    const refusals: [Uint8Array, number][] = [
      [Buffer.alloc(0), 2003],
      [Buffer.from('<html><body>Hello</body></html>'), 2004],
      [Buffer.alloc(100_000), 2004],
    ];
    for (const [bytes, code] of refusals) {
      await expect(storage.uploads.find(await put(storage, bytes))).rejects.toMatchObject({ code });
    }
    const token = await put(storage, PNG);
    const object = s3.objects.get(`uploads/${token}`);
    if (!object) throw new Error('It is not stored.');
    object.bytes = Buffer.alloc(LIMITS.uploadBytesAccepted + 1);
    await expect(storage.uploads.find(token)).rejects.toMatchObject({ code: 2022 });
  });

  test('is not read whole where the storage ignores ranges', async () => {
    const storage = await open();
    const token = await put(storage, Buffer.concat([PNG, Buffer.alloc(20_000_000)]));
    s3.hasConditions = false;
    expect(await storage.uploads.find(token)).toMatchObject({ token });
  });

  test('may be a text format', async () => {
    const storage = await open();
    const obj = Buffer.from('# a triangle\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
    expect(await storage.uploads.find(await put(storage, obj))).not.toBeNull();
  });

  test('is the one its task was created with: another is refused, the same again is not', async () => {
    const storage = await open();
    const token = await put(storage, PNG);
    const source = await accept(storage, token);
    await put(storage, PNG, token);
    const copy = await storage.uploads.openCopy(source);
    expect(await readFile(copy?.path ?? '')).toEqual(PNG);
    await copy?.release();
    await put(storage, Buffer.concat([PNG, PNG]), token);
    await expect(storage.uploads.openCopy(source)).rejects.toMatchObject({
      code: 2003,
      message:
        'The file of this task was replaced after the task was created. Upload it again, then send the task again.',
    });
    s3.hasConditions = false;
    await expect(storage.uploads.openCopy(source)).rejects.toMatchObject({ code: 2003 });
    expect(await readdir(path.join(dataDir, 'copies'))).toEqual([]);
  });

  /** An upload that is accepted, and then damaged by the storage in its last byte. */
  async function damage(storage: FileStorage): Promise<UploadSource> {
    const source = await accept(storage, await put(storage, PNG));
    const object = s3.objects.get(`uploads/${source.token}`);
    if (object) object.bytes = Buffer.concat([PNG.subarray(0, -1), Buffer.from('!')]);
    return source;
  }

  test('is not used when its bytes are not those that the storage received', async () => {
    const storage = await open();
    await expect(storage.uploads.openCopy(await damage(storage))).rejects.toMatchObject({
      code: 2003,
      message:
        'The file of this task was damaged in the object storage. Upload or generate it again, then send the task again.',
    });
    expect(await readdir(path.join(dataDir, 'copies'))).toEqual([]);
  });

  test('is used as it is where ETags are no sums', async () => {
    s3.hasMd5Tags = false;
    const storage = await open();
    const copy = await storage.uploads.openCopy(await damage(storage));
    expect((await readFile(copy?.path ?? '')).at(-1)).toBe('!'.charCodeAt(0));
    await copy?.release();
  });
});

test('an output whose bytes are not those that were published is refused', async () => {
  const storage = await open();
  await mkdir(storage.outputs.draftFolder(TASK), { recursive: true });
  await writeFile(path.join(storage.outputs.draftFolder(TASK), 'model.glb'), 'the model');
  await storage.outputs.publish(TASK);
  const object = s3.objects.get(`outputs/${TASK}/model.glb`);
  if (object) object.bytes = Buffer.from('the mode1');
  await expect(storage.outputs.openCopy(TASK, 'model.glb')).rejects.toMatchObject({ code: 2003 });
  expect(await readdir(path.join(dataDir, 'copies'))).toEqual([]);
});

describe('a storage that fails', () => {
  test('for a moment is asked again', async () => {
    const storage = await open();
    const token = await put(storage, PNG);
    s3.failures = [503, 500, 429];
    expect(await storage.uploads.find(token)).not.toBeNull();
    expect(s3.failures).toEqual([]);
  });

  test('in the middle of a transfer is asked again', async () => {
    const storage = await open();
    const source = await accept(storage, await put(storage, PNG));
    s3.failures = ['cut', 503, 'cut'];
    const copy = await storage.uploads.openCopy({ kind: 'upload', token: source.token });
    expect(await readFile(copy?.path ?? '')).toEqual(PNG);
    await copy?.release();
    s3.failures = ['cut'];
    expect(await storage.uploads.find(await storage.uploads.store(Readable.from([PNG])))).not.toBeNull();
    expect(s3.failures).toEqual([]);
  });

  test('for longer is an error of the service', async () => {
    const storage = await open();
    const token = await put(storage, PNG);
    s3.failures = [503, 503, 503, 503];
    await expect(storage.uploads.find(token)).rejects.toMatchObject({ code: 1001, http: 503 });
    expect(await storage.uploads.find(token)).not.toBeNull();
  });

  test('with a text without end is not read into memory', async () => {
    s3.lifecycle = ' '.repeat(2 * 1024 ** 2);
    await expect(open()).rejects.toThrow('A response is too long.');
  });

  test('does not keep a cancelled task from ending', async () => {
    const storage = await open();
    s3.failures = [503, 503, 503, 503];
    await storage.outputs.discard(TASK);
    expect(s3.failures).toEqual([]);
  });
});

describe('abandoned uploads', () => {
  async function sweepLate(storage: FileStorage): Promise<string[]> {
    const [, inUse] = [await put(storage, PNG), await put(storage, PNG)];
    aheadMs = DAY_MS + HOUR_MS + 5000;
    await storage.uploads.sweep(new Set([inUse]));
    return [...s3.objects.keys()].map((key) => (key.endsWith(inUse) ? 'in use' : 'abandoned')).sort();
  }

  test('are left to a rule of the storage: after their day, the longest wait and six days', async () => {
    const storage = await open({ prefix: 'studio/' });
    expect(s3.lifecycle).toContain('<Filter><Prefix>studio/uploads/</Prefix></Filter><Status>Enabled</Status>');
    expect(s3.lifecycle).toContain('<Expiration><Days>8</Days></Expiration>');
    expect(await sweepLate(storage)).toEqual(['abandoned', 'in use']);
    const rule = s3.lifecycle;
    await open({ prefix: 'studio/' });
    expect(s3.lifecycle).toBe(rule);
  });

  test('are deleted by a sweep where the storage has no rules', async () => {
    s3.hasLifecycle = false;
    expect(await sweepLate(await open())).toEqual(['in use']);
  });

  test('are not those that a task was created with while a sweep ran', async () => {
    s3.hasLifecycle = false;
    const storage = await open();
    const token = await put(storage, PNG);
    aheadMs = DAY_MS - 60_000;
    const inUse = await accept(storage, token);
    aheadMs = DAY_MS + 5000;
    await storage.uploads.sweep(new Set());
    expect(await storage.uploads.find(token)).toBeNull();
    const copy = await storage.uploads.openCopy(inUse);
    expect(await readFile(copy?.path ?? '')).toEqual(PNG);
    await copy?.release();
  });

  test('are deleted by a sweep where the bucket has other rules, which stay', async () => {
    s3.lifecycle = OTHER_RULE;
    expect(await sweepLate(await open())).toEqual(['in use']);
    expect(s3.lifecycle).toBe(OTHER_RULE);
  });

  test('of a second service in the bucket do not replace the rule of the first', async () => {
    await open({ prefix: 'first/' });
    const rule = s3.lifecycle;
    expect(await sweepLate(await open({ prefix: 'second/' }))).toEqual(['in use']);
    expect(s3.lifecycle).toBe(rule);
  });
});

describe('a start', () => {
  const refusal = (changes: Record<string, unknown>, key = STRICT_KEY) =>
    open(changes, key).then(
      () => 'started',
      (error: Error) => `${error.name}: ${error.message}`,
    );

  test('is refused with what to change', async () => {
    expect(await refusal({}, { ...STRICT_KEY, secretAccessKey: 'wrong' })).toBe(
      `StartupError: The object storage ${s3.endpoint} rejected the key (SignatureDoesNotMatch). Check its id and secret in storage.credentialsFile, or in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    );
    expect(await refusal({}, { ...STRICT_KEY, accessKeyId: 'nobody' })).toContain('(InvalidAccessKeyId)');
    expect(await refusal({ bucket: 'others' })).toBe(
      `StartupError: The bucket others does not exist at ${s3.endpoint}. Create it, or correct storage.bucket.`,
    );
    expect(await refusal({ endpoint: 'http://127.0.0.1:1' })).toBe(
      'StartupError: The object storage http://127.0.0.1:1 cannot be reached (ECONNREFUSED). Check storage.endpoint and the network.',
    );
    expect(await refusal({ caFile: path.join(dataDir, 'none.pem') })).toContain('storage.caFile');
    expect(await refusal({ credentialsFile: path.join(dataDir, 'none.json') })).toContain('storage.credentialsFile');
  });

  test('leaves nothing in the bucket', async () => {
    await open();
    expect(s3.objects.size).toBe(0);
  });

  test('trusts the certificate of its configuration only', async () => {
    const certificate = makeCertificate();
    const endpoint = `https://127.0.0.1:${await startTlsFront(certificate, s3.endpoint)}`;
    expect(await refusal({ endpoint })).toContain(
      `The certificate of ${endpoint} is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT). Set storage.caFile`,
    );
    expect(await refusal({ endpoint, caFile: certificate.certFile })).toBe('started');
  });
});

describe('the key', () => {
  test('comes from the environment, which engines inherit and therefore loses it', async () => {
    const environment = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', PATH: '/bin' };
    expect(await readS3Credentials({}, environment)).toEqual({ accessKeyId: 'id', secretAccessKey: 'secret' });
    expect(environment).toEqual({ PATH: '/bin' });
    await expect(readS3Credentials({}, environment)).rejects.toThrow('AWS_ACCESS_KEY_ID');
  });

  test('comes from its file, which must have both parts', async () => {
    const credentialsFile = await writeCredentials(dataDir, STRICT_KEY);
    expect(await readS3Credentials({ credentialsFile }, {})).toEqual(STRICT_KEY);
    for (const text of ['{"accessKeyId":"id"}', '{}', 'no json']) {
      await writeFile(credentialsFile, text);
      await expect(readS3Credentials({ credentialsFile }, {})).rejects.toThrow(
        'must be JSON with accessKeyId and secretAccessKey',
      );
    }
  });
});

test('a bucket can be in the host name of URLs', async () => {
  const config = { endpoint: 'https://s3.example.org', region: 'eu-central-1', bucket: 'models', pathStyle: false };
  const client = createS3Client(config, STRICT_KEY, undefined);
  expect(client.baseUrl).toBe('https://models.s3.example.org/');
  expect(client.presign('GET', 'outputs/a', 0, 60)).toMatch(/^https:\/\/models\.s3\.example\.org\/outputs\/a\?X-Amz-/);
  await client.close();
});
