import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { imageToModel } from '../../../src-main/engine/make/one-view/image-to-model.ts';
import { encodePng } from '../../../src-main/engine/base/image/encode-png.ts';
import { renderOrthographic } from '../../../src-main/engine/base/render/render-orthographic.ts';
import { readGlb } from '../../../src-main/engine/files/gltf/read-glb.ts';
import { startLocalService, type LocalService } from '../../helpers/service/local-service.ts';
import { makeTexturedSphere } from '../../helpers/models/textured-sphere.ts';
import { callService, untilFinished, upload } from '../../local-service/workers/call.ts';
import { timed } from '../bench-app.ts';
import { childCpuSeconds } from '../harness/process-tree.ts';
import { median } from '../median.ts';
import type { Figure } from '../unconverted.ts';
import { SAMPLES } from '../../helpers/samples.ts';

const FOX = path.join(SAMPLES, 'models/Fox.glb');
const EDGE = 1024;
const ROUNDS = 3;
const TASKS = 4;
const MAX_MODEL_MS = 2000;
const MIN_GAIN = 1.7;
const OPTIONS = { texture: true, textureSize: 2048, faceLimit: null, compress: '', seed: 0 } as const;

/** An image to a model, and what a second core is worth to the local service. */
export async function benchTasks(): Promise<Figure[]> {
  const isFox = existsSync(FOX);
  const document = await readGlb(isFox ? await readFile(FOX) : await makeTexturedSphere(5000, 256));
  const [front] = await renderOrthographic(document, ['front'], EDGE, 'soft');
  const picture = await encodePng(front!);
  return [await benchPicture(isFox ? 'Fox' : 'a ball', picture), await benchTwoAtOnce(Buffer.from(picture))];
}

async function benchPicture(name: string, picture: Uint8Array): Promise<Figure> {
  const rounds: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    rounds.push(await timed(() => imageToModel(picture, OPTIONS, () => undefined)));
  }
  const ours = median(rounds.slice(1));
  return {
    what: `a picture of ${name}, ${EDGE} px, to a model`,
    value: `${ours.toFixed(0)} ms`,
    goal: `≤ ${MAX_MODEL_MS} ms`,
    peer: `its first run in this process, ${rounds[0]!.toFixed(0)} ms`,
    met: ours <= MAX_MODEL_MS,
  };
}

/** The same tasks one after the other and two at a time, through the interface. */
async function benchTwoAtOnce(picture: Buffer): Promise<Figure> {
  const service = await startLocalService();
  try {
    const token = await upload(service, picture);
    const rounds: Readonly<Record<'single' | 'double', { ms: number; cores: number }[]>> = { single: [], double: [] };
    await runTasks(service, token, 2);
    for (let round = 0; round < ROUNDS; round++) {
      rounds.single.push(await measureTasks(service, token, 1));
      rounds.double.push(await measureTasks(service, token, 2));
    }
    const of = (way: 'single' | 'double', what: 'ms' | 'cores') => median(rounds[way].map((each) => each[what]));
    const gain = of('single', 'ms') / of('double', 'ms');
    return {
      what: `${TASKS} pictures to models, two at once, through the local service`,
      value: `${gain.toFixed(2)} × the throughput (${(of('double', 'ms') / 1000).toFixed(1)} s on ${of('double', 'cores').toFixed(2)} cores)`,
      goal: `≥ ${MIN_GAIN} ×`,
      peer: `one after the other ${(of('single', 'ms') / 1000).toFixed(1)} s on ${of('single', 'cores').toFixed(2)} cores`,
      met: gain >= MIN_GAIN,
    };
  } finally {
    await service.stop();
  }
}

/** How long the tasks take, and how many cores the service keeps busy with them. */
async function measureTasks(service: LocalService, token: string, atOnce: number) {
  const before = childCpuSeconds();
  const ms = await timed(() => runTasks(service, token, atOnce));
  return { ms, cores: ((childCpuSeconds() - before) / ms) * 1000 };
}

/** `atOnce` of the tasks are on their way at any time. */
async function runTasks(service: LocalService, token: string, atOnce: number): Promise<void> {
  let left = TASKS;
  const next = async (): Promise<void> => {
    while (left-- > 0) {
      const body = { model: 'v3.1-20260211', input: token };
      const { body: answer } = await callService(service, '/v3/generation/image-to-model', { method: 'POST', body });
      if (answer.code !== 0) throw new Error(answer.message);
      const task = await untilFinished(service, answer.data.task_id);
      if (task.status !== 'success') throw new Error(task.error_message ?? `A task ended as ${task.status}.`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}
