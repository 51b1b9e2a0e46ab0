import { validateBytes } from 'gltf-validator';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countTriangles } from '../../src-main/engine/base/document/list-surfaces.ts';
import { readGlb } from '../../src-main/engine/files/gltf/read-glb.ts';
import { buildGlb, turnProfile } from '../engine/base/mesh/build-model.ts';
import { startLocalService, type LocalService } from '../helpers/service/local-service.ts';
import { callService, send, untilFinished, upload, type Data } from './workers/call.ts';

// Real work on a machine that may be busy with other things.

/** Two balls that meet in a groove. */
const snowman = turnProfile(20, 16, (h) => Math.sqrt(Math.max(0, 0.25 - (Math.abs(h) - 0.5) ** 2)) + 0.02);

let service: LocalService;
let source: string;
beforeAll(async () => {
  service = await startLocalService({ credits: 1000 });
  const glb = Buffer.from(await buildGlb({ snowman }, { isTextured: true }));
  source = (await finish('/v3/models/import', { file: { type: 'glb', file_token: await upload(service, glb, 'glb') } }))
    .task_id;
});
afterAll(() => service.stop());

async function finish(path: string, body: object): Promise<Data> {
  const answer = await callService(service, path, { method: 'POST', body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return untilFinished(service, answer.body.data.task_id);
}

const work = (name: string, body: object = {}) =>
  finish(`/v3/mesh/${name}`, { original_model_task_id: source, ...body });

async function openResult(task: Data) {
  expect(task, JSON.stringify(task)).toMatchObject({ status: 'success', progress: 100 });
  const { bytes } = await send(task.output.model_url);
  const { issues } = await validateBytes(new Uint8Array(bytes));
  expect(issues.messages.filter(({ severity }) => severity === 0)).toEqual([]);
  return readGlb(bytes);
}

test('a model is decimated to triangles and to quads', async () => {
  const coarse = await work('decimate', { face_limit: 500 });
  expect(countTriangles(await openResult(coarse))).toBe(500);
  expect(coarse.output.notes).toEqual(['The result has 500 triangles.']);
  const quads = await work('decimate', { face_limit: 600, quad: true, model: 'v3.0', smart_uv: true });
  const count = countTriangles(await openResult(quads)) / 2;
  expect(Math.abs(count / 600 - 1)).toBeLessThan(0.05);
  const preview = await send(quads.output.rendered_image_url);
  expect((await sharp(preview.bytes).metadata()).format).toBe('webp');
});

test('a model gets new uvs and an image of them', async () => {
  const task = await work('uv');
  await openResult(task);
  expect((await send(task.output.rendered_image_url)).status).toBe(200);
  const { uv_render_url: url } = task.output as unknown as Record<string, string>;
  expect(await sharp((await send(url!)).bytes).metadata()).toMatchObject({ format: 'webp', width: 1024, height: 1024 });
});

test('a model is cut into parts, and the parts are closed by their names', async () => {
  const cut = await work('segment');
  await openResult(cut);
  expect(cut.output.notes).toEqual([expect.stringMatching(/^Parts: (top, bottom|bottom, top)\.$/)]);
  const completed = await finish('/v3/mesh/complete', { original_model_task_id: cut.task_id, part_names: ['top'] });
  await openResult(completed);
  expect(completed.output.notes).toEqual(['Closed: top.']);
  const unknown = await finish('/v3/mesh/complete', { original_model_task_id: cut.task_id, part_names: ['hat'] });
  expect(unknown).toMatchObject({ status: 'failed', error_code: 1004 });
  expect(unknown.error_message).toContain('the model has no part “hat”');
});

test('a model is cut where a person points', async () => {
  const task = await work('smartsegment', { parameters: { points: [[0, 1, 0]] } });
  await openResult(task);
  // The part ends at the groove and where red becomes blue.
  expect(task.output.notes).toEqual([expect.stringMatching(/^Parts: (middle, )?top_(back|front)(, middle)?\.$/)]);
  const wrong = await work('smartsegment', { parameters: { points: [[0, 1]] } });
  expect(wrong).toMatchObject({ status: 'failed', error_code: 1004 });
});
