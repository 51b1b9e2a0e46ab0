import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { generatorConfig } from '../../../../src-shared/api/generators/generator-config.ts';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { createComfyuiGenerator } from '../../../../src-main/local-service/generators/comfyui/comfyui-generator.ts';
import type { GeneratorResult } from '../../../../src-main/local-service/generators/generator.ts';
import { PROJECT_ROOT } from '../../../../src-main/base/project-root.ts';
import { makeTempFolder } from '../../../helpers/temp-folder.ts';
import { startComfyui, type ComfyuiStandIn } from '../comfyui-stand-in.ts';

const WORKFLOW = path.join(PROJECT_ROOT, 'assets/generators/comfyui-hunyuan3d-image.json');

/** A request that waits for the work of somebody else, on a clock that the test moves. */
async function startWaiting(): Promise<{ server: ComfyuiStandIn; made: Promise<GeneratorResult>; endOther(): void }> {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const outputs = () => ({ '10': { '3d': [{ filename: 'model.glb', subfolder: '', type: 'output' }] } });
  const server = await startComfyui({ kind: 'outputs', outputs });
  onTestFinished(() => server.stop());
  server.files.set('model.glb', Buffer.from('glTF'));
  const { end } = server.addForeign();
  const config = generatorConfig.parse({
    ...{ name: 'Comfy', kind: 'comfyui', url: server.url, workflow: WORKFLOW, pollSeconds: 0.02 },
  });
  if (config.kind !== 'comfyui') throw new Error('It is a ComfyUI.');
  const generator = await createComfyuiGenerator(config);
  onTestFinished(() => generator.close());
  const folder = makeTempFolder();
  const image = path.join(folder, 'image.png');
  await writeFile(image, 'PNG');
  const made = generator.generate(
    {
      ...{ taskId: randomUUID(), operation: 'image_to_model', values: {}, images: { image }, texture: true },
      ...{ prompt: null, seed: 1, folder, resultPath: path.join(folder, 'result'), handle: undefined },
    },
    {
      signal: new AbortController().signal,
      onStart: () => undefined,
      onProgress: () => undefined,
      keepHandle: () => Promise.resolve(),
    },
  );
  made.catch(() => undefined);
  await expect.poll(() => server.prompts.length).toBe(1);
  return { server, made, endOther: end };
}

test('a task that waited for other work says how long', async () => {
  const { made, endOther } = await startWaiting();
  vi.advanceTimersByTime(180_000);
  endOther();
  expect((await made).notes).toEqual([serviceMessage('generator.waited', { name: 'Comfy', count: 3 })]);
});

test('a task that waited for less than a minute says nothing', async () => {
  const { made, endOther } = await startWaiting();
  endOther();
  expect((await made).notes).toEqual([]);
});

test('a task that waited for longer than its time limit fails, and is removed from the queue', async () => {
  const { server, made } = await startWaiting();
  vi.advanceTimersByTime(1_801_000);
  await expect(made).rejects.toMatchObject({
    ...{
      code: 2018,
      message: 'Comfy was busy with other work for 1,800 seconds. Send the task again when it is free.',
    },
  });
  expect([server.removed.length, server.interrupted.length]).toEqual([1, 0]);
});
