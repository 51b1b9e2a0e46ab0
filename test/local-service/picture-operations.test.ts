import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startLocalService, type LocalService } from '../helpers/service/local-service.ts';
import { callService, send, untilFinished, upload, type Data } from './workers/call.ts';

// Real work on a machine that may be busy with other things.

const VIEWS = ['front', 'left', 'back', 'right'] as const;

let service: LocalService;
let ball: string;
beforeAll(async () => {
  service = await startLocalService({ credits: 1000 });
  const scene = `<svg width="160" height="120"><rect width="160" height="120" fill="#c8ccd2"/><circle cx="80" cy="60" r="40" fill="#c0282d"/></svg>`;
  ball = await upload(service, await sharp(Buffer.from(scene)).png().toBuffer());
});
afterAll(() => service.stop());

async function run(path: string, body: object): Promise<Data> {
  const { body: answer } = await callService(service, `/v3/generation/${path}`, { method: 'POST', body });
  expect(answer.code, answer.message).toBe(0);
  return untilFinished(service, answer.data.task_id);
}
const balance = async () => (await callService(service, '/v3/account/balance')).body.data;
const urlsOf = ({ output }: Data) => output as unknown as Record<string, string>;
const fetchUrl = async (url: string) => (await send(url)).bytes;

describe('image to image', () => {
  const edit = async (body: object) => {
    const task = await run('image-to-image', body);
    expect(task, task.error_message).toMatchObject({ type: 'image_to_image', status: 'success', progress: 100 });
    const image = sharp(await fetchUrl(urlsOf(task)['generated_image_url']!));
    return { task, image, notes: task.output.notes };
  };

  test('edits as the prompt says, at the image’s own size, and tells what it left out', async () => {
    const { task, image, notes } = await edit({ input: ball, prompt: 'make it blue, hyperreal' });
    expect(await image.metadata()).toMatchObject({ format: 'png', width: 160, height: 120 });
    const { data } = await image
      .extract({ left: 70, top: 50, width: 20, height: 20 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[2]! - data[0]!).toBeGreaterThan(60);
    expect(notes).toEqual(['Understood: blue.', 'Not understood and ignored: “hyperreal”.']);
    expect(task.output.draft).toBe(true);
  });

  test('follows size, proportions, format, background, mark and seed', async () => {
    const banana = { input: ball, prompt: 'brighter', model: 'banana', size: '512', aspect_ratio: '1:1' };
    expect(await (await edit({ ...banana, output_format: 'jpeg' })).image.metadata()).toMatchObject({
      format: 'jpeg',
      width: 512,
      height: 512,
    });
    const clear = { input: ball, prompt: 'green', background: 'transparent', output_format: 'png', quality: 'high' };
    expect((await (await edit({ ...clear, model: 'chat_image_2.5_flare' })).image.stats()).isOpaque).toBe(false);
    // A model without that field ignores it.
    const { quality: _, ...plain } = clear;
    expect((await (await edit({ ...plain, model: 'chat_image_2' })).image.stats()).isOpaque).toBe(true);

    const bytes = async (body: object) => (await edit({ input: ball, template: 'variants', ...body })).image.toBuffer();
    const [first, again, other, marked] = [
      await bytes({ parameters: { seed: 5 } }),
      await bytes({ parameters: { seed: 5 } }),
      await bytes({ parameters: { seed: 6 } }),
      await bytes({ parameters: { seed: 5 }, watermark: true }),
    ];
    expect([first.equals(again), first.equals(other), first.equals(marked)]).toEqual([true, false, false]);
  });

  test('takes several images, and the image of another task', async () => {
    const drawn = await run('text-to-image', { prompt: 'a green cup', size: '512' });
    const { notes } = await edit({
      inputs: [ball, { task_id: drawn.task_id }],
      prompt: 'use the second picture as background',
    });
    expect(notes).toContain('The second image is the background.');
    const { image } = await edit({ input: drawn.task_id, template: '3d_enhance' });
    expect(await image.metadata()).toMatchObject({ width: 1024, height: 1024, hasAlpha: true });
  });

  test('fails with a sentence for what it cannot do, and what was held comes back', async () => {
    const before = await balance();
    for (const [body, code, words] of [
      [{ input: ball, prompt: ' ' }, 2007, /prompt is empty/],
      [{ input: ball, template: 't_pose' }, 2007, /arms cannot be separated/],
      [{ input: ball, prompt: 'red', sketch_to_render: true }, 2007, /line drawing|lines/],
      [{ input: await upload(service, Buffer.from('no picture at all')), prompt: 'blue' }, 2004, /not an image/],
    ] as const) {
      const task = await run('image-to-image', body);
      expect(task).toMatchObject({ status: 'failed', error_code: code, credits_consumed: 0 });
      expect(task.error_message).toMatch(words);
    }
    expect(await balance()).toEqual(before);
  });
});

describe('edited views', () => {
  let drawn: Data;
  let task: Data;
  const edit = (prompts: object[]) => run('edit-multiview', { original_task_id: drawn.task_id, prompts });
  beforeAll(async () => {
    drawn = await run('image-to-multiview', { input: ball });
    task = await edit([
      { view: 'back', prompt: 'make it green, sparkling' },
      { view: 'left', prompt: 'black and white' },
    ]);
  });

  test('change as their prompts say; the others keep every byte, and four URLs come out', async () => {
    expect(task, task.error_message).toMatchObject({ type: 'edit_multiview_image', status: 'success', progress: 100 });
    const [before, after] = [urlsOf(drawn), urlsOf(task)];
    const same = await Promise.all(
      VIEWS.map(async (view) =>
        (await fetchUrl(before[`${view}_view_url`]!)).equals(await fetchUrl(after[`${view}_view_url`]!)),
      ),
    );
    expect(same).toEqual([true, false, false, true]);
    const back = sharp(await fetchUrl(after['back_view_url']!));
    expect(await back.metadata()).toMatchObject({ format: 'png', width: 1024, height: 1024, hasAlpha: true });
    const { channels } = await back.extract({ left: 480, top: 480, width: 64, height: 64 }).stats();
    expect(channels[1]!.mean).toBeGreaterThan(channels[0]!.mean + 30);
    expect(task.output.notes).toEqual([
      'In the back view: Understood: green.',
      'In the back view: Not understood and ignored: “sparkling”.',
      'In the left view: Understood: black and white.',
    ]);
  });

  test('may be made a model of', async () => {
    const model = await run('multiview-to-model', {
      model: 'P2-20260801',
      original_model_task_id: task.task_id,
      texture: false,
      face_limit: 48,
    });
    expect(model.status, model.error_message).toBe('success');
  });

  test('fail as one when a prompt is empty, and what was held comes back', async () => {
    const before = await balance();
    const refused = await edit([
      { view: 'front', prompt: 'blue' },
      { view: 'right', prompt: ' ' },
    ]);
    expect(refused).toMatchObject({ status: 'failed', error_code: 2007, credits_consumed: 0 });
    expect(refused.error_message).toMatch(/^Could not edit the right view\. The prompt is empty/);
    expect(await balance()).toEqual(before);
  });
});
