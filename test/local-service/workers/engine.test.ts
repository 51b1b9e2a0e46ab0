import { readdir, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { task as taskSchema } from '../../../src-shared/api/protocol/task.ts';
import { readGlb } from '../../../src-main/engine/files/gltf/read-glb.ts';
import { NO_LIMITS, startLocalService, type LocalService } from '../../helpers/service/local-service.ts';
import { callService, send, untilFinished, upload, type Answer } from './call.ts';

const MODEL = 'P2-20260801';

/** The least the engine can be asked for; costs 100. */
const QUICK = { texture: false, pbr: false, face_limit: 48 };

/** URLs change every thousandth of their life. */
const URL_SECONDS = 2_000;

// Real work on a machine that may be busy with other things.

let service: LocalService;
let picture: Buffer;
beforeAll(async () => {
  service = await startLocalService({ credits: 1000, settings: { ...NO_LIMITS, outputUrlTtlSeconds: URL_SECONDS } });
  picture = await drawPicture();
});
afterAll(() => service.stop());

/** A red disc on nothing: the quickest image the engine can make a model of. */
async function drawPicture(): Promise<Buffer> {
  const svg = '<svg width="96" height="96"><circle cx="48" cy="48" r="40" fill="#d33"/></svg>';
  return sharp(Buffer.from(svg)).png().toBuffer();
}

const create = (path: string, body: object, on = service): Promise<Answer> =>
  callService(on, path, { method: 'POST', body });

const balanceOf = async (on = service) =>
  (await callService(on, '/v3/account/balance')).body.data as unknown as { balance: number; frozen: number };

/** Ids in the usage history, as they are listed. */
async function usageOf(on: LocalService): Promise<string[]> {
  const { body } = await callService(on, '/v3/account/usage');
  return (body.data as unknown as { task_id: string }[]).map((row) => row.task_id);
}

async function makeModel(extra: object = {}, on = service): Promise<string> {
  const input = await upload(on, picture);
  const { body } = await create('/v3/generation/image-to-model', { model: MODEL, input, ...QUICK, ...extra }, on);
  expect(body.data).toEqual({ task_id: expect.any(String) as string, type: 'image_to_model', status: 'queued' });
  return body.data.task_id;
}

describe('a task', () => {
  test('goes from an image to a model that can be fetched, and is paid', async () => {
    const before = await balanceOf();
    const id = await makeModel({ texture: true, face_limit: 2000 });
    expect(await balanceOf()).toEqual({ balance: before.balance - 110, frozen: before.frozen + 110 });
    const task = await untilFinished(service, id);
    expect(task).toMatchObject({ type: 'image_to_model', status: 'success', progress: 100, credits_consumed: 110 });
    expect(taskSchema.safeParse(task).success).toBe(true);
    expect(Date.parse(task.completed_at)).toBeGreaterThanOrEqual(Date.parse(task.created_at));
    expect(task.output.draft).toBe(true);
    expect(task.output.notes).toBeInstanceOf(Array);
    expect(task).not.toHaveProperty('error_code');
    expect(await balanceOf()).toEqual({ balance: before.balance - 110, frozen: before.frozen });

    const glb = await send(task.output.model_url);
    expect(glb.headers['content-length']).toBe(String(glb.bytes.length));
    const document = await readGlb(glb.bytes);
    expect(document.getRoot().listMeshes().length).toBeGreaterThan(0);
    const preview = await send(task.output.rendered_image_url);
    expect((await sharp(preview.bytes).metadata()).format).toBe('webp');
  });

  test('echoes the whole request, fields nobody knows included', async () => {
    const extra = { client_ref: 'ref-1', type: 'ignored', nobody: { knows: ['this', null, 0.1] }, model_seed: 7 };
    const id = await makeModel(extra);
    const { body } = await callService(service, `/v3/tasks/${id}`);
    expect(body.data.input).toMatchObject({ model: MODEL, ...extra });
    await untilFinished(service, id);
  });

  test('whose answer was lost is found: newest in usage, then by its echo in a batch query', async () => {
    const id = await makeModel({ client_ref: 'lost' });
    expect((await usageOf(service))[0]).toBe(id);
    const list = await create('/v3/tasks/list', { task_ids: [id] });
    expect(list.body.data.tasks[id]?.input['client_ref']).toBe('lost');
    await untilFinished(service, id);
  });

  test('gives new URLs at every query', async () => {
    const id = await makeModel();
    const { output } = await untilFinished(service, id);
    await vi.waitFor(
      async () => {
        const { body } = await callService(service, `/v3/tasks/${id}`);
        expect(body.data.output.model_url).not.toBe(output.model_url);
      },
      { timeout: 60_000, interval: 40 },
    );
  });

  test('that was given a text file as an image fails with a sentence and its credits back', async () => {
    const before = await balanceOf();
    const input = await upload(service, Buffer.from('dear diary, this is not a picture'));
    const { body } = await create('/v3/generation/image-to-model', { model: MODEL, input });
    const task = await untilFinished(service, body.data.task_id);
    expect(task).toMatchObject({ status: 'failed', error_code: 2004, credits_consumed: 0 });
    expect(task.error_message).toMatch(/not an image/);
    expect(task).not.toHaveProperty('output');
    expect(await balanceOf()).toEqual(before);
  });
});

describe('a conversion', () => {
  test('works on a finished task, named either way, in every format', async () => {
    const source = await makeModel({ texture: true, face_limit: 500 });
    await untilFinished(service, source);
    const starts: Record<string, string> = {
      GLTF: 'PK',
      usdz: 'PK',
      FBX: 'Kaydara FBX Binary',
      obj: 'PK',
      STL: '',
      '3mf': 'PK',
    };
    for (const [format, start] of Object.entries(starts)) {
      const field = format === 'FBX' ? 'original_model_task_id' : 'input';
      const { body } = await create('/v3/models/convert', { [field]: source, format });
      const task = await untilFinished(service, body.data.task_id);
      expect([format, task.status, task.error_message]).toEqual([format, 'success', undefined]);
      const { bytes } = await send(task.output.model_url);
      expect(bytes.toString('latin1')).toMatch(new RegExp(`^${start}`));
      const preview = await send(task.output.rendered_image_url);
      expect((await sharp(preview.bytes).metadata()).format).toBe('webp');
    }
  });

  test('of a converted file is made too, as of any task with a model', async () => {
    const source = await makeModel();
    await untilFinished(service, source);
    const { body } = await create('/v3/models/convert', { input: source, format: 'stl' });
    await untilFinished(service, body.data.task_id);
    const again = await create('/v3/models/convert', { input: body.data.task_id, format: 'fbx' });
    const task = await untilFinished(service, again.body.data.task_id);
    expect([task.status, task.error_message]).toEqual(['success', undefined]);
    const { bytes } = await send(task.output.model_url);
    expect(bytes.toString('latin1')).toMatch(/^Kaydara FBX Binary/);
  });

  test('of a task that failed is refused with code 2006', async () => {
    const input = await upload(service, Buffer.from('no picture'));
    const { body } = await create('/v3/generation/image-to-model', { model: MODEL, input });
    await untilFinished(service, body.data.task_id);
    const answer = await create('/v3/models/convert', { input: body.data.task_id, format: 'fbx' });
    expect([answer.status, answer.body.code]).toEqual([400, 2006]);
  });
});

describe('an import', () => {
  test('keeps the GLB as it came and adds a preview', async () => {
    const made = await untilFinished(service, await makeModel());
    const glb = (await send(made.output.model_url)).bytes;
    const token = await upload(service, glb, 'glb');
    const { body } = await create('/v3/models/import', { file: { type: 'glb', file_token: token } });
    const task = await untilFinished(service, body.data.task_id);
    expect(task).toMatchObject({ type: 'import_model', status: 'success', credits_consumed: 0 });
    expect((await send(task.output.model_url)).bytes.equals(glb)).toBe(true);
    expect((await send(task.output.rendered_image_url)).status).toBe(200);
  });

  test('of what is no model fails with a sentence', async () => {
    const input = await upload(service, picture, 'glb');
    const { body } = await create('/v3/models/import', { input });
    const task = await untilFinished(service, body.data.task_id);
    expect(task).toMatchObject({ status: 'failed', error_code: 2004 });
  });
});

describe('a kill -9 in the middle', () => {
  test('loses nothing: every task ends once, and the ledger adds up', async () => {
    const first = await startLocalService({ credits: 1000 });
    const ids: string[] = [];
    for (let i = 0; i < 4; i++) ids.push(await makeModel({ client_ref: `job-${i}` }, first));
    await vi.waitFor(
      async () => {
        const { body } = await callService(first, `/v3/tasks/${ids[0]}`);
        expect(body.data.status).not.toBe('queued');
      },
      { timeout: 60_000, interval: 10 },
    );
    await first.kill();

    const second = await startLocalService({ dataDir: first.dataDir, credits: 1000 });
    expect(second.apiKey).toBe(first.apiKey);
    for (const [i, id] of ids.entries()) {
      const task = await untilFinished(second, id);
      expect(task).toMatchObject({ status: 'success', credits_consumed: 100, input: { client_ref: `job-${i}` } });
      expect((await send(task.output.model_url)).status).toBe(200);
    }
    expect(await balanceOf(second)).toEqual({ balance: 600, frozen: 0 });
    expect(await usageOf(second)).toEqual(ids.toReversed());
    await second.stop();

    const db = new DatabaseSync(path.join(first.dataDir, 'service.db'), { readOnly: true });
    const kinds = db.prepare('SELECT kind, count(*) AS count FROM ledger GROUP BY kind ORDER BY kind').all();
    expect(kinds.map(({ kind, count }) => [kind, count])).toEqual([
      ['grant', 1],
      ['hold', 4],
      ['settle', 4],
    ]);
    expect(db.prepare('PRAGMA integrity_check').get()?.['integrity_check']).toBe('ok');
    db.close();
    expect((await readdir(path.join(first.dataDir, 'outputs'))).toSorted()).toEqual(ids.toSorted());
    await rm(first.dataDir, { recursive: true });
  });
});
