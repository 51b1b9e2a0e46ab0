import { validateBytes } from 'gltf-validator';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countTriangles } from '../../src-main/engine/base/document/list-surfaces.ts';
import { readGlb } from '../../src-main/engine/files/gltf/read-glb.ts';
import { buildGlb, makeBall } from '../engine/base/mesh/build-model.ts';
import { cutOut, disc } from '../engine/make/one-view/pictures.ts';
import { lookAround, meanOf, difference } from '../engine/change/texture/looks.ts';
import { startLocalService, type LocalService } from '../helpers/service/local-service.ts';
import { callService, send, untilFinished, upload, type Data } from './workers/call.ts';

// Real work on a machine that may be busy with other things.

const COLORS = [
  [210, 40, 30],
  [30, 180, 50],
  [40, 60, 210],
  [220, 200, 40],
] as const;

let service: LocalService;
let source: string;
let views: string[];
beforeAll(async () => {
  service = await startLocalService({ credits: 1000 });
  const glb = Buffer.from(await buildGlb({ ball: makeBall(16) }, { isTextured: true, isSkinned: true }));
  source = (await finish('import', { file: { type: 'glb', file_token: await upload(service, glb, 'glb') } })).task_id;
  views = [];
  for (const color of COLORS) views.push(await upload(service, Buffer.from(await cutOut(64, disc(0.8), color))));
});
afterAll(() => service.stop());

async function finish(path: string, body: object, group = 'models'): Promise<Data> {
  const answer = await callService(service, `/v3/${group}/${path}`, { method: 'POST', body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return untilFinished(service, answer.body.data.task_id);
}

const paint = (body: object) =>
  finish('texture', { original_model_task_id: source, model: 'v3.5-20260815', texture_quality: 'fast', ...body });

async function openResult(task: Data) {
  expect(task, JSON.stringify(task)).toMatchObject({ status: 'success', progress: 100, output: { draft: true } });
  const { bytes } = await send(task.output.model_url);
  const { issues } = await validateBytes(new Uint8Array(bytes));
  expect(issues.messages.filter(({ severity }) => severity === 0)).toEqual([]);
  const preview = await send(task.output.rendered_image_url);
  expect((await sharp(preview.bytes).metadata()).format).toBe('webp');
  return readGlb(bytes);
}

describe('a texture', () => {
  test('from four images shows each on its side, and the views come back', async () => {
    const task = await paint({ texture_prompt: { images: views }, pbr: false, return_multiview: true });
    const document = await openResult(task);
    const looks = await lookAround(document);
    expect(Math.max(...looks.map((look, i) => difference(meanOf(look), COLORS[i]!)))).toBeLessThan(14);
    expect(document.getRoot().listSkins()).toHaveLength(1);
    expect(document.getRoot().listAnimations()).toHaveLength(1);
    const { multiview_basecolor_url: url } = task.output as unknown as Record<string, string>;
    expect(await sharp((await send(url!)).bytes).metadata()).toMatchObject({ format: 'png', width: 2048, height: 512 });
  });

  test('from one image tells what it does not show', async () => {
    const task = await paint({ texture_prompt: { image: views[0] }, texture_seed: 3, asset_map: true });
    const [front] = await lookAround(await openResult(task));
    expect(difference(meanOf(front!), COLORS[0])).toBeLessThan(14);
    expect(task.output.notes).toEqual([
      expect.stringContaining('One image shows the front only'),
      'Relief and roughness were estimated from the brightness of the images.',
      'texture_seed has no effect here: the method is not random.',
      'asset_map has no effect on drafts of the local engine.',
    ]);
  });

  test('from a text is made of what it names, packed if that was asked for', async () => {
    const task = await paint({
      texture_prompt: { text: 'rusty iron, cyberpunk' },
      compress: 'geometry',
      delight: true,
    });
    const document = await openResult(task);
    expect(document.getRoot().listMaterials()[0]!.getMetallicRoughnessTexture()!.getSize()).toEqual([512, 512]);
    expect(task.output.notes).toEqual([
      'Understood: rusty, iron.',
      'Not understood and ignored: “cyberpunk”.',
      'delight has no effect on a text.',
    ]);
  });

  test('from a text that names no known look paints the nearest one', async () => {
    const task = await paint({ texture_prompt: { text: 'lava' } });
    expect(task.status, task.error_message).toBe('success');
    expect(task.output.notes).toContain(
      '“lava” names no known color or material; “black stone with orange patches” was painted instead.',
    );
  });

  test('from an empty text fails, and what was held comes back', async () => {
    const balance = async () => (await callService(service, '/v3/account/balance')).body.data;
    const before = await balance();
    const task = await paint({ texture_prompt: { text: ' ' } });
    expect(task).toMatchObject({ status: 'failed', error_code: 2007, credits_consumed: 0 });
    expect(task.error_message).toContain('The texture prompt is empty.');
    expect(await balance()).toEqual(before);
  });

  test('of an image that is none, or a part that is not there, fails with a sentence', async () => {
    const text = await upload(service, Buffer.from('not a picture'));
    const task = await paint({ texture_prompt: { image: text } });
    expect(task).toMatchObject({ status: 'failed', error_code: 2004 });
    const part = await paint({ texture_prompt: { text: 'red' }, part_names: ['hat'] });
    expect(part).toMatchObject({ status: 'failed', error_code: 1004 });
    expect(part.error_message).toContain('no part “hat”');
  });

  test('without a prompt keeps the model’s own look', async () => {
    const task = await paint({});
    expect(task.output.notes).toEqual([expect.stringContaining('Without texture_prompt')]);
    const [front] = await lookAround(await openResult(task));
    expect(meanOf(front!)[2]).toBeGreaterThan(100);
  });
});

describe('a refinement', () => {
  test('of a text-to-model draft is finer', async () => {
    const draft = await finish('text-to-model', { model: 'P2-20260801', prompt: 'a blue vase' }, 'generation');
    const before = countTriangles(await readGlb((await send(draft.output.model_url)).bytes));
    const task = await finish('refine', { draft_model_task_id: draft.task_id });
    expect(countTriangles(await openResult(task))).toBeGreaterThan(1.5 * before);
    expect(task.output.notes[0]).toContain(`The draft’s ${before.toLocaleString('en')} triangles became`);
  });

  test('of four-sided faces comes back as triangles', async () => {
    const body = { model: 'P2-20260801', prompt: 'a blue vase', quad: true, face_limit: 600 };
    const draft = await finish('text-to-model', body, 'generation');
    await openResult(await finish('refine', { draft_model_task_id: draft.task_id }));
  });

  test('takes nothing but a draft', async () => {
    const answer = await callService(service, '/v3/models/refine', {
      method: 'POST',
      body: { draft_model_task_id: source },
    });
    expect(answer.body).toMatchObject({
      code: 2002,
      message: expect.stringContaining('text_to_model is needed') as string,
    });
  });
});
