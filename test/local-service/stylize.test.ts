import { validateBytes } from 'gltf-validator';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readGlb } from '../../src-main/engine/files/gltf/read-glb.ts';
import { buildGlb, makeBall } from '../engine/base/mesh/build-model.ts';
import { measureSolid } from '../engine/change/stylize/measure-solid.ts';
import { startLocalService, type LocalService } from '../helpers/service/local-service.ts';
import { callService, send, untilFinished, upload, type Data } from './workers/call.ts';

// Real work on a machine that may be busy with other things.

let service: LocalService;
let source: string;
beforeAll(async () => {
  // A busy machine is asked often whether it is done.
  const settings = { entitlements: { vxc: true }, limits: { queriesPerMinute: 100_000 } };
  service = await startLocalService({ credits: 1000, settings });
  const glb = Buffer.from(await buildGlb({ ball: makeBall(12) }, { isTextured: true }));
  const file = { type: 'glb', file_token: await upload(service, glb, 'glb') };
  source = (await finish('/v3/models/import', { file })).task_id;
});
afterAll(() => service.stop());

async function finish(path: string, body: object): Promise<Data> {
  const answer = await callService(service, path, { method: 'POST', body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return untilFinished(service, answer.body.data.task_id);
}

const stylize = (style: string, body: object = {}) =>
  finish('/v3/models/stylize', { original_model_task_id: source, style, ...body });

test('a model becomes bricks, with a preview, and is told what it took', async () => {
  const task = await stylize('lego', { block_size: 0.25, render_image: true });
  expect(task).toMatchObject({ type: 'stylize_model', status: 'success', progress: 100, output: { draft: true } });
  const { bytes } = await send(task.output.model_url);
  const { issues } = await validateBytes(new Uint8Array(bytes));
  // Neither errors nor warnings.
  expect(issues.messages.filter(({ severity }) => severity < 2)).toEqual([]);
  const solid = await measureSolid(await readGlb(bytes));
  expect(solid.isClosed).toBe(true);
  expect(task.output.notes).toEqual([
    'Studs are 0.25 m wide.',
    expect.stringMatching(/^The model needs \d+ bricks in \d colors\.$/),
    `The result has ${solid.triangles.toLocaleString('en')} triangles.`,
  ]);
  const preview = await sharp((await send(task.output.rendered_image_url)).bytes).stats();
  // The background is transparent, and there is something before it.
  expect(preview.channels[3]).toMatchObject({ min: 0, max: 255 });
});

test('what cannot be honoured is said, and an image nobody wants is left out', async () => {
  const task = await stylize('minecraft', { block_size: 1e-4, render_image: false, vxc: true });
  expect(task.status).toBe('success');
  expect(task.output.rendered_image_url).toBeUndefined();
  expect(task.output.notes[0]).toMatch(/^block_size was raised from 0\.0001 to 0\.031\d meters/);
  expect(task.output.notes.at(-1)).toMatch(/^vxc has no effect/);
});

test('a result can be converted for the printer', async () => {
  const task = await stylize('minecraft', { block_size: 0.25 });
  const converted = await finish('/v3/models/convert', { original_model_task_id: task.task_id, format: '3MF' });
  expect(converted, JSON.stringify(converted)).toMatchObject({ status: 'success' });
  expect((await send(converted.output.model_url)).bytes.subarray(0, 2).toString()).toBe('PK');
});

test('an unknown style and a size of nothing are refused before anything is charged', async () => {
  for (const body of [{ style: 'marble' }, { style: 'lego', block_size: 0 }]) {
    const answer = await callService(service, '/v3/models/stylize', {
      method: 'POST',
      body: { original_model_task_id: source, ...body },
    });
    expect(answer.body.code).toBe(1004);
  }
});
