import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { imageToModel } from '../../../src-main/engine/make/one-view/image-to-model.ts';
import { encodePng } from '../../../src-main/engine/base/image/encode-png.ts';
import { renderOrthographic } from '../../../src-main/engine/base/render/render-orthographic.ts';
import { readGlb } from '../../../src-main/engine/files/gltf/read-glb.ts';
import { startLocalService, type LocalService } from '../../helpers/service/local-service.ts';
import { drawShape } from '../../helpers/images/sample-images.ts';
import { makeTexturedSphere } from '../../helpers/models/textured-sphere.ts';
import { callService, untilFinished, upload } from '../../local-service/workers/call.ts';
import { SAMPLES } from '../../helpers/samples.ts';
import { timed } from '../harness/clock.ts';
import { childCpuSeconds, listProcesses, readTreeUsage } from '../harness/process-tree.ts';
import { defineGroup, type Trial } from '../harness/row.ts';

const FOX = path.join(SAMPLES, 'models/Fox.glb');
const EDGE = 1024;
const TASKS = 4;
/** Small images for the memory of many tasks in a row. */
const SMALL_EDGE = 256;
const MANY = { first: 10, all: 100 } as const;
const QUICK_MANY = { first: 4, all: 10 } as const;
const MIB = 1024 ** 2;
const OPTIONS = { texture: true, textureSize: 2048, faceLimit: null, compress: '', seed: 0 } as const;

interface Context {
  readonly image: Uint8Array;
  readonly service: LocalService;
  readonly token: string;
  readonly many: { readonly first: number; readonly all: number };
  /** Memory of the service after the first tasks of the latest run, MiB. */
  firstMib: number;
}

const generate: Trial<Context> = {
  rows: [
    {
      id: 'engine/tasks/image',
      what: 'an image of 1024² to a model',
      ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { limit: 2_000 } },
    },
  ],
  state: 'warm',
  ours: async ({ image }) => ({ ms: await timed(() => imageToModel(image, OPTIONS, () => undefined)) }),
  peer: {
    name: 'sharp, the same image decoded and a texture of 2048² encoded',
    measure: async ({ image }) => ({ ms: await timed(() => sharp(image).resize(2048, 2048).png().toBuffer()) }),
  },
};

/** The same tasks one after the other and two at a time, through the interface. */
const together: Trial<Context> = {
  rows: [
    {
      id: 'engine/tasks/two-at-once',
      what: 'throughput of the local service, two tasks at once',
      ...{ figure: 'rate', unit: '/s', better: 'higher', goal: { ratio: 1.7 } },
    },
    {
      id: 'engine/tasks/cores',
      what: 'processors in use, two tasks at once',
      ...{ figure: 'cores', unit: '', better: 'higher', goal: { limit: 1.8 } },
    },
  ],
  state: 'warm',
  ours: ({ service, token }) => measureTasks(service, token, 2),
  peer: { name: 'one after the other', measure: ({ service, token }) => measureTasks(service, token, 1) },
};

const memory: Trial<Context> = {
  rows: [
    {
      id: 'engine/tasks/memory',
      what: 'memory of the local service and its engines after 100 images of 256² in a row',
      quickWhat: 'memory of the local service and its engines after 10 images of 256² in a row',
      ...{ figure: 'mib', unit: 'MiB', better: 'lower', goal: { ratio: 1.15 } },
    },
  ],
  state: 'cold',
  // A minute each, and memory differs little.
  runs: 2,
  isOneEvent: true,
  async ours(context) {
    const { first, all } = context.many;
    const service = await startLocalService();
    try {
      const token = await upload(service, await drawShape(SMALL_EDGE));
      await runTasks(service, token, 2, first);
      context.firstMib = residentMib(service);
      await runTasks(service, token, 2, all - first);
      return { mib: residentMib(service) };
    } finally {
      await service.stop();
    }
  },
  peer: { name: 'itself after the first tenth', measure: ({ firstMib }) => Promise.resolve({ mib: firstMib }) },
};

/** An image to a model, and what a second core is worth to the local service. */
export const tasksGroup = defineGroup<Context>({
  name: 'engine/tasks',
  async open({ isQuick }) {
    const model = existsSync(FOX) ? await readFile(FOX) : await makeTexturedSphere(5000, 256);
    const [front] = await renderOrthographic(await readGlb(model), ['front'], EDGE, 'soft');
    const image = await encodePng(front!);
    const service = await startLocalService();
    const token = await upload(service, Buffer.from(image));
    return { image, service, token, many: isQuick ? QUICK_MANY : MANY, firstMib: 0 };
  },
  close: ({ service }) => service.stop(),
  trials: [generate, together, memory],
});

/** Tasks a second, and how many cores the service keeps busy with them. */
async function measureTasks(service: LocalService, token: string, atOnce: number) {
  const before = childCpuSeconds();
  const ms = await timed(() => runTasks(service, token, atOnce, TASKS));
  return { rate: (TASKS / ms) * 1000, cores: ((childCpuSeconds() - before) / ms) * 1000 };
}

/** `atOnce` of the tasks are on their way at any time. */
async function runTasks(service: LocalService, token: string, atOnce: number, tasks: number): Promise<void> {
  let left = tasks;
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

function residentMib({ process: { pid } }: LocalService): number {
  return (readTreeUsage(pid ?? 0, listProcesses())?.residentBytes ?? Number.NaN) / MIB;
}
