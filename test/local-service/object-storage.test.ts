import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CEPH, NO_CEPH } from '../helpers/service/ceph.ts';
import { startCephServer, startDouble, writeCredentials, type S3Server } from '../helpers/service/file-storages.ts';
import {
  NO_LIMITS,
  spawnLocalService,
  startLocalService,
  type LocalService,
} from '../helpers/service/local-service.ts';
import { callService, send, untilFinished, type Answer, type Data } from './workers/call.ts';

const QUICK = { model: 'P2-20260801', texture: false, pbr: false, face_limit: 48 };

describe('the service with a strict double of S3', () => describeService(startDouble));
describe.skipIf(!HAS_CEPH)(`the service with Ceph${HAS_CEPH ? '' : ` (${NO_CEPH})`}`, () =>
  describeService(startCephServer),
);

/** The whole way of a file: to the storage, through the engine, and back from the storage. */
function describeService(start: () => Promise<S3Server>): void {
  let server: S3Server;
  let dataDir: string;
  let service: LocalService;
  let picture: Buffer;
  let made: Data;
  beforeAll(async () => {
    server = await start();
    dataDir = await mkdtemp(path.join(tmpdir(), 'dropforge-service-'));
    service = await startService();
    const svg = '<svg width="96" height="96"><circle cx="48" cy="48" r="40" fill="#d33"/></svg>';
    picture = await sharp(Buffer.from(svg)).png().toBuffer();
    made = await finished(await fromPicture({ input: await upload() }));
  }, 300_000);
  afterAll(async () => {
    await service.stop();
    await server.stop();
    await rm(dataDir, { recursive: true });
  });

  async function settings() {
    const { endpoint, bucket, key } = server;
    const credentialsFile = await writeCredentials(dataDir, key);
    return { ...NO_LIMITS, storage: { endpoint, bucket, credentialsFile, prefix: 'studio/' } };
  }

  async function startService(): Promise<LocalService> {
    return startLocalService({ dataDir, settings: await settings() });
  }

  const post = (to: string, body: object) => callService(service, to, { method: 'POST', body });
  const fromPicture = (source: object) => post('/v3/generation/image-to-model', { ...QUICK, ...source });
  const finished = ({ body }: Answer) => untilFinished(service, body.data.task_id);

  async function upload(bytes = picture): Promise<string> {
    const { presigned_url, file_token } = (await post('/v3/files/presign', { format: 'png' })).body.data;
    expect(new URL(presigned_url).origin).toBe(server.endpoint);
    const headers = { 'content-type': 'application/octet-stream' };
    expect((await send(presigned_url, { method: 'PUT', headers, body: bytes })).status).toBe(200);
    return file_token;
  }

  test('clients upload to the storage and download the model from it', async () => {
    expect(made.status).toBe('success');
    const url = new URL(made.output.model_url);
    expect([url.origin, url.pathname]).toEqual([
      server.endpoint,
      `/${server.bucket}/studio/outputs/${made.task_id}/model.glb`,
    ]);
    const { status, headers, bytes } = await send(made.output.model_url);
    expect([status, headers['content-type'], bytes.toString('latin1', 0, 4)]).toEqual([
      200,
      'model/gltf-binary',
      'glTF',
    ]);
    const part = await send(made.output.model_url, { headers: { range: 'bytes=0-3' } });
    expect([part.status, part.bytes.toString()]).toEqual([206, 'glTF']);
  });

  test('an output is the source of another task: by its task, and by its URL', async () => {
    const converted = await finished(
      await post('/v3/models/convert', { original_model_task_id: made.task_id, format: 'STL' }),
    );
    expect(converted.status).toBe('success');
    const again = await finished(await fromPicture({ input: made.output.rendered_image_url }));
    expect(again.status).toBe('success');
    const forged = made.output.rendered_image_url.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=600000');
    const refused = await fromPicture({ input: forged });
    expect([refused.status, refused.body.code]).toEqual([400, 1004]);
  });

  test('a form still passes through the service', async () => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(picture)]), 'a.png');
    const headers = { authorization: `Bearer ${service.apiKey}` };
    const answer = await fetch(`${service.baseUrl}/v3/files`, { method: 'POST', body: form, headers });
    const { data } = (await answer.json()) as { data: { file_token: string } };
    expect((await finished(await fromPicture({ input: data.file_token }))).status).toBe('success');
  });

  test('what is neither image nor model is refused before a task exists', async () => {
    const { status, body } = await fromPicture({ input: await upload(Buffer.from('<html></html>')) });
    expect([status, body.code]).toEqual([400, 2004]);
    const unknown = await fromPicture({ input: 'file_unknown' });
    expect([unknown.status, unknown.body.code]).toEqual([400, 1004]);
  });

  test('the data folder keeps no file, and the service has no endpoints for them', async () => {
    for (const folder of ['copies', 'drafts']) {
      expect([folder, await readdir(path.join(dataDir, folder)).catch(() => [])]).toEqual([folder, []]);
    }
    expect(await readdir(dataDir)).not.toContain('uploads');
    expect(await readdir(dataDir)).not.toContain('outputs');
    expect((await send(`${service.baseUrl}/outputs/${made.task_id}/model.glb`)).status).toBe(404);
  });

  test('after a crash outputs are there, and a task that ran is done', async () => {
    const running = await fromPicture({ input: await upload() });
    await service.kill();
    service = await startService();
    const { body } = await callService(service, `/v3/tasks/${made.task_id}`);
    expect((await send(body.data.output.model_url)).status).toBe(200);
    const { status, output } = await finished(running);
    expect(status).toBe('success');
    expect((await send(output.model_url)).status).toBe(200);
  });

  test('a storage that cannot be used is named in a sentence, with exit code 2', async () => {
    const config = { ...(await settings()), dataDir: path.join(dataDir, 'other') };
    const child = await spawnLocalService({
      dataDir,
      config: { ...config, storage: { ...config.storage, bucket: 'missing' } },
    });
    expect(await child.exited).toBe(2);
    expect(child.stderr().trim()).toBe(
      `The bucket missing does not exist at ${server.endpoint}. Create it, or correct storage.bucket.`,
    );
  });
}
