import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLocalService, type LocalService } from '../helpers/service/local-service.ts';
import { readSplat, readSplatPly } from '../helpers/models/read-splats.ts';
import { readWebm } from '../helpers/images/read-webm.ts';
import { callService, send, untilFinished, upload, type Data } from './workers/call.ts';

// Real work on a machine that may be busy with other things.

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService({ credits: 5000 });
});
afterAll(() => service.stop());

async function finish(path: string, body: object): Promise<Data> {
  const answer = await callService(service, `/v3/${path}`, { method: 'POST', body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const task = await untilFinished(service, answer.body.data.task_id);
  return task;
}

/** Every URL of an output by its key. */
const urlsOf = (task: Data) => task.output as unknown as Readonly<Record<string, string>>;

async function expectPreview(task: Data): Promise<void> {
  expect(task, task.error_message).toMatchObject({ status: 'success' });
  const { data, info } = await sharp((await send(task.output.rendered_image_url)).bytes)
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([512, 512, 4]);
  expect(data.some((value, i) => i % 4 === 3 && value > 250)).toBe(true);
}

test('an image becomes splats in both forms, as many as were asked for', async () => {
  const svg = '<svg width="96" height="96"><circle cx="48" cy="48" r="40" fill="#d33"/></svg>';
  const input = await upload(service, await sharp(Buffer.from(svg)).png().toBuffer());
  const task = await finish('generation/image-to-splat', { input, parameters: { splats: 3000, seed: 7 } });
  await expectPreview(task);
  expect(task).toMatchObject({ type: 'image_to_splat', credits_consumed: 30, output: { draft: true } });
  expect(task.output.notes.join(' ')).toMatch(/3000 splats .*\+Y up/);
  const ply = readSplatPly((await send(task.output.model_url)).bytes);
  const splat = readSplat((await send(urlsOf(task)['splat_url']!)).bytes);
  expect([ply.length, splat.length]).toEqual([3000, 3000]);
  const red = splat.filter(({ color: [r, g, b] }) => r! > 0.7 && g! < 0.35 && b! < 0.35);
  expect(red.length).toBeGreaterThan(2800);

  const wrong = await finish('generation/image-to-splat', { input, parameters: { splats: 'many' } });
  expect(wrong).toMatchObject({ status: 'failed', error_code: 1004, credits_consumed: 0 });
  expect(wrong.error_message).toMatch(/parameters\.splats must be a whole number/);
});

test('a model comes with a film, its images and its four sides when they are asked for', async () => {
  const task = await finish('generation/text-to-model', {
    model: 'P2-20260801',
    prompt: 'a ball',
    render_video: true,
    render_sequence: true,
    return_multiview: true,
  });
  await expectPreview(task);
  expect(task.output.notes.join(' ')).not.toMatch(/no effect/);
  const urls = urlsOf(task);
  const film = await send(urls['rendered_video_url']!);
  expect(film.headers['content-type']).toBe('video/webm');
  expect(readWebm(film.bytes)).toMatchObject({ width: 512, height: 512, duration: 2000 });
  const zip = (await send(urls['rendered_sequence_url']!)).bytes;
  const names = zip.toString('latin1').match(/\d{4}\.png/g)!;
  expect(new Set(names).size).toBe(48);
  const sides = await sharp((await send(urls['multiview_basecolor_url']!)).bytes).metadata();
  expect([sides.format, sides.width, sides.height]).toEqual(['png', 2048, 512]);
});
