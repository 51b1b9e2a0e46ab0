import { parentPort, workerData } from 'node:worker_threads';
import { createModelRenderer } from '../../base/render/model-renderer.ts';
import type { WorkerFrames, DrawnFrame } from './draw-frames.ts';

/** Renders frames that no thread has started yet, and posts each to the parent. */
const { primitives, surfaces, cameras, size, nextFrame } = workerData as WorkerFrames;
const draw = createModelRenderer(size, 'film');
for (let frame = Atomics.add(nextFrame, 0, 1); frame < cameras.length; frame = Atomics.add(nextFrame, 0, 1)) {
  const { data } = draw(primitives, surfaces, cameras[frame]!);
  parentPort?.postMessage({ frame, data } satisfies DrawnFrame, [data.buffer as ArrayBuffer]);
}
