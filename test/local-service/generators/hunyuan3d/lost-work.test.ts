import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { generatorConfig, type GeneratorConfigOf } from '../../../../src-shared/api/generators/generator-config.ts';
import { toWireText } from '../../../../src-shared/api/messages/service-message.ts';
import type { Generator } from '../../../../src-main/local-service/generators/generator.ts';
import { createHunyuan3dGenerator } from '../../../../src-main/local-service/generators/hunyuan3d/hunyuan3d-generator.ts';
import { makeTempFolder } from '../../../helpers/temp-folder.ts';
import { startHunyuan, type HunyuanStandIn } from '../hunyuan3d-stand-in.ts';

const MODEL = { kind: 'model', bytes: Buffer.from('glTF') } as const;

let folder: string;
beforeEach(async () => {
  folder = makeTempFolder();
  await writeFile(path.join(folder, 'image.png'), 'png');
});

async function open(version: '2.0' | '2.1'): Promise<{ server: HunyuanStandIn; generator: Generator }> {
  const server = await startHunyuan(version, { ...MODEL, kind: 'held' });
  onTestFinished(() => server.stop());
  return { server, generator: openGenerator(server) };
}

function openGenerator({ url }: HunyuanStandIn): Generator {
  const config = generatorConfig.parse({ name: 'Hy', kind: 'hunyuan3d', url, pollSeconds: 0.02 });
  const generator = createHunyuan3dGenerator(config as GeneratorConfigOf<'hunyuan3d'>);
  onTestFinished(() => generator.close());
  return generator;
}

/** Runs a request; `kept` are its handles. */
function run(generator: Generator, handle?: object) {
  const control = new AbortController();
  const kept: object[] = [];
  const result = generator.generate(
    {
      ...{
        taskId: 'task',
        operation: 'image_to_model',
        values: {},
        texture: true,
        prompt: null,
        seed: 1,
        folder,
        handle,
      },
      ...{ images: { image: path.join(folder, 'image.png') }, resultPath: path.join(folder, 'result') },
    },
    {
      signal: control.signal,
      onStart: () => undefined,
      onProgress: () => undefined,
      keepHandle: async (next) => void kept.push(next),
    },
  );
  return { control, kept, notes: result.then(({ notes }) => notes.map((note) => toWireText(note))) };
}

/** Runs a request until the server works on it, and stops; its handle. */
async function leaveAtWork({ server, generator }: Awaited<ReturnType<typeof open>>): Promise<object> {
  const { control, kept, notes } = run(generator);
  await expect.poll(() => server.queries).toBeGreaterThan(1);
  control.abort(new Error('stopped'));
  await expect(notes).rejects.toThrow();
  return kept[0]!;
}

test.each([
  ['unfinished, is sent again', false, 2, 'Hy restarted and lost the task, so the task was sent to it again.'],
  ['finished, is the result', true, 1, 'The task continued in Hy after Dropforge was restarted.'],
])('work on a 2.0 server that restarts later than Dropforge and left it %s', async (_, isFinished, requests, note) => {
  const { server, generator } = await open('2.0');
  const handle = await leaveAtWork({ server, generator });
  if (isFinished) server.release();
  // As after a restart of Dropforge, which forgets that the work was left.
  const later = openGenerator(server);
  server.behavior = MODEL;
  await server.stop();
  const { notes } = run(later, handle);
  await expect(fetch(server.url)).rejects.toThrow();
  await server.start();
  expect(await notes).toEqual([note]);
  expect(server.requests).toHaveLength(requests);
});

test('work on a 2.1 server that has not restarted is continued', async () => {
  const place = await open('2.1');
  const handle = await leaveAtWork(place);
  const { notes } = run(place.generator, handle);
  place.server.release();
  expect(await notes).toEqual(['The task continued in Hy after Dropforge was restarted.']);
  expect(place.server.requests).toHaveLength(1);
});
