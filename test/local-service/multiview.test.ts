import { validateBytes } from 'gltf-validator';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countTriangles } from '../../src-main/engine/base/document/list-surfaces.ts';
import { readGlb } from '../../src-main/engine/files/gltf/read-glb.ts';
import { startLocalService, type LocalService } from '../helpers/service/local-service.ts';
import { callService, send, untilFinished, upload, type Data } from './workers/call.ts';

const MODEL = 'P2-20260801';
const PATH = '/v3/generation/multiview-to-model';

// Real work on a machine that may be busy with other things.

let service: LocalService;
let slots: { readonly type: string; readonly file_token: string }[];
beforeAll(async () => {
  service = await startLocalService({ credits: 1000 });
  slots = await Promise.all(['#d33', '#3d3', '#33d', '#dd3'].map(async (color) => toSlot(await drawDisc(color))));
});
afterAll(() => service.stop());

function drawDisc(color: string): Promise<Buffer> {
  return sharp(Buffer.from(`<svg width="48" height="48"><circle cx="24" cy="24" r="20" fill="${color}"/></svg>`))
    .png()
    .toBuffer();
}

const toSlot = async (bytes: Buffer) => ({ type: 'png', file_token: await upload(service, bytes) });
const post = (body: object) => callService(service, PATH, { method: 'POST', body: { model: MODEL, ...body } });
const balance = async () => (await callService(service, '/v3/account/balance')).body.data;

async function finish(body: object): Promise<Data> {
  const answer = await post(body);
  expect([answer.status, answer.body.data?.type], JSON.stringify(answer.body)).toEqual([200, 'multiview_to_model']);
  return untilFinished(service, answer.body.data.task_id);
}

describe('a model of several views', () => {
  test('succeeds with a valid GLB, an image, and honest notes', async () => {
    const task = await finish({
      files: slots,
      face_limit: 2000,
      texture_quality: 'fast',
      texture_version: 'v3.5-20260815',
      quad: false,
      style_image: slots[0],
      export_uv: false,
      texture_alignment: 'geometry',
      model_seed: 0,
    });
    expect(task).toMatchObject({ status: 'success', progress: 100, credits_consumed: 110, output: { draft: true } });
    expect(task.output.notes).toEqual([
      'export_uv has no effect here: UVs are created only together with a texture.',
      'The texture always follows the images.',
      'The colors of the texture come from style_image.',
      'delight removed the shading that the shape explains. Cast shadows remain.',
    ]);
    const { issues } = await validateBytes((await send(task.output.model_url)).bytes);
    expect(issues.messages.filter(({ severity }) => severity < 2)).toEqual([]);
    const preview = await send(task.output.rendered_image_url);
    expect((await sharp(preview.bytes).metadata()).format).toBe('webp');
  });

  test('needs only two, in the places of the interface', async () => {
    const task = await finish({ files: [slots[0], {}, {}, slots[3]], face_limit: 48 });
    expect(task.status).toBe('success');
    expect(task.output.notes).toEqual([
      'No image shows the left, so its colors mirror the right.',
      'No image shows the back, so the colors there continue the other images.',
    ]);
  });

  test('is an FBX of quads when asked, a GLB of few faces or of parts', async () => {
    const quads = await finish({ files: slots, quad: true, face_limit: 500, texture: false });
    const fbx = await send(quads.output.model_url);
    expect(Buffer.from(fbx.bytes).subarray(0, 18).toString()).toBe('Kaydara FBX Binary');
    expect(quads.output.notes.join(' ')).not.toMatch(/no effect/);

    const parts = await finish({ files: slots, generate_parts: true, texture: false, face_limit: 1000 });
    expect(parts.output.notes.join(' ')).toMatch(/Parts: /);

    const few = await finish({
      files: slots,
      smart_low_poly: true,
      texture_quality: 'fast',
      texture_version: 'v3.5-20260815',
    });
    const { bytes } = await send(few.output.model_url);
    const { issues } = await validateBytes(bytes);
    expect(issues.messages.filter(({ severity }) => severity < 1)).toEqual([]);
    const made = await readGlb(bytes);
    expect(made.getRoot().listTextures().length).toBeGreaterThan(0);
    expect(countTriangles(made)).toBeLessThan(4000);
  });

  test('is made of the views another task drew of one image', async () => {
    const drawing = await callService(service, '/v3/generation/image-to-multiview', {
      method: 'POST',
      body: { input: slots[0]!.file_token },
    });
    const drawn = await untilFinished(service, drawing.body.data.task_id);
    expect(drawn).toMatchObject({ type: 'generate_multiview_image', status: 'success', credits_consumed: 10 });
    const views = drawn.output as unknown as Record<string, string>;
    for (const name of ['front', 'left', 'back', 'right']) {
      const { format, width, hasAlpha } = await sharp((await send(views[`${name}_view_url`]!)).bytes).metadata();
      expect([format, width, hasAlpha]).toEqual(['png', 1024, true]);
    }
    const nested = Object.fromEntries(Object.entries(views).filter(([key]) => key.endsWith('_view_url')));
    expect(Object.keys(nested)).toHaveLength(4);
    expect(views).toMatchObject({ generate_multiview_image: nested });
    const list = { method: 'POST', body: { task_ids: [drawn.task_id] } };
    const { tasks } = (await callService(service, '/v3/tasks/list', list)).body.data;
    expect(Object.keys(tasks[drawn.task_id]!.output)).toContain('generate_multiview_image');

    const editing = await callService(service, '/v3/generation/edit-multiview', {
      method: 'POST',
      body: { original_task_id: drawn.task_id, prompts: [{ view: 'back', prompt: 'make it red' }] },
    });
    const edited = await untilFinished(service, editing.body.data.task_id);
    expect(edited).toMatchObject({ status: 'success' });
    const { generate_multiview_image: inner, ...outer } = edited.output as unknown as Record<string, object>;
    expect(Object.keys(inner ?? {}).sort()).toEqual(Object.keys(nested).sort());
    expect(outer).toMatchObject(inner ?? {});

    const task = await finish({ original_model_task_id: drawn.task_id, texture: false, face_limit: 48 });
    expect([task.status, task.output.notes]).toEqual(['success', []]);
  });

  test('without a front, or with one view alone, is refused before anything is held', async () => {
    const before = await balance();
    for (const files of [
      [{}, slots[1], slots[2], slots[3]],
      [slots[0], {}, {}, {}],
      [slots[0], slots[1]],
    ]) {
      const { status, body } = await post({ files });
      expect([status, body.code]).toEqual([400, 1004]);
    }
    expect(await balance()).toEqual(before);
  });

  test('of an image that shows no subject fails by name, and its credits come back', async () => {
    const before = await balance();
    const plain = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    const task = await finish({ files: [slots[0], await toSlot(plain), {}, {}], texture: false });
    expect(task).toMatchObject({ status: 'failed', error_code: 2003, credits_consumed: 0 });
    expect(task.error_message).toMatch(/^The left view cannot be used\. No subject/);
    expect(await balance()).toEqual(before);
  });
});
