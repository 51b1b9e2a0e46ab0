import { createRequire } from 'node:module';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startLocalService, type LocalService } from '../helpers/service/local-service.ts';
import { callService, send, untilFinished } from './workers/call.ts';

// Real work on a machine that may be busy with other things.

const require = createRequire(import.meta.url);
const validator = require('gltf-validator') as {
  validateBytes(bytes: Uint8Array): Promise<{ issues: { numErrors: number; numWarnings: number } }>;
};

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService({ credits: 1000 });
});
afterAll(() => service.stop());

async function run(path: string, body: object) {
  const { body: answer } = await callService(service, `/v3/generation/${path}`, { method: 'POST', body });
  expect(answer.code, answer.message).toBe(0);
  return untilFinished(service, answer.data.task_id);
}
const balance = async () =>
  (await callService(service, '/v3/account/balance')).body.data as unknown as { balance: number; frozen: number };

describe('text to model', () => {
  test('makes a model that passes the validator, and tells what was understood', async () => {
    const task = await run('text-to-model', {
      model: 'P2-20260801',
      prompt: 'a red wooden chair, hyperreal',
      face_limit: 1200,
    });
    expect(task).toMatchObject({ type: 'text_to_model', status: 'success', output: { draft: true } });
    expect(task.output.notes).toEqual(['Understood: 1 red wooden chair.', 'Not understood and ignored: “hyperreal”.']);
    const { issues } = await validator.validateBytes((await send(task.output.model_url)).bytes);
    expect([issues.numErrors, issues.numWarnings]).toEqual([0, 0]);
    expect((await sharp((await send(task.output.rendered_image_url)).bytes).metadata()).format).toBe('webp');
  });

  test('of an unknown object makes the nearest one, and of an unknown word a stand-in', async () => {
    const make = (prompt: string) => run('text-to-model', { model: 'P2-20260801', prompt, face_limit: 1200 });
    const cathedral = await make('a very detailed cathedral');
    expect(cathedral).toMatchObject({ status: 'success' });
    expect(cathedral.output.notes).toContain(
      '“cathedral” is not known; the nearest known object, “church”, was built instead.',
    );
    const nonsense = await make('a red qwxyz');
    expect(nonsense).toMatchObject({ status: 'success' });
    expect(nonsense.output.notes?.[0]).toBe('Understood: 1 red stand-in.');
  });

  test('of an empty prompt fails, and what was held comes back', async () => {
    const before = await balance();
    const task = await run('text-to-model', { model: 'P2-20260801', prompt: ' ' });
    expect(task).toMatchObject({ status: 'failed', error_code: 2007, credits_consumed: 0 });
    expect(task.error_message).toMatch(/^The prompt is empty\./);
    expect(await balance()).toEqual(before);
  });
});

describe('text to image', () => {
  const draw = async (body: object) => {
    const task = await run('text-to-image', body);
    expect(task).toMatchObject({ type: 'text_to_image', status: 'success' });
    const { generated_image_url: url } = task.output as unknown as { generated_image_url: string };
    return { image: sharp((await send(url)).bytes), notes: task.output.notes };
  };

  test('draws at the asked size and format', async () => {
    const { image, notes } = await draw({ prompt: 'a blue cup', size: '512', output_format: 'jpeg' });
    expect(await image.metadata()).toMatchObject({ width: 512, height: 512, format: 'jpeg' });
    expect(notes).toEqual(['Understood: 1 blue cup.']);
  });

  test('leaves the background out where the model and the format can', async () => {
    const body = { prompt: 'a cube', size: '512', background: 'transparent', output_format: 'png' };
    const { image } = await draw({ ...body, model: 'chat_image_2.5_flare' });
    expect((await image.stats()).isOpaque).toBe(false);
    const { image: opaque } = await draw({ ...body, model: 'seedream_v4' });
    expect((await opaque.stats()).isOpaque).toBe(true);
  });
});
