import { parentPort, workerData } from 'node:worker_threads';
import { createModelRenderer } from '../../base/render/model-renderer.ts';
import type { WorkerFrames, DrawnFrame } from './draw-frames.ts';

/** Draws pictures nobody has begun, one after the other, and tells each. */
const { primitives, surfaces, cameras, size, begun } = workerData as WorkerFrames;
const draw = createModelRenderer(size, 'film');
for (let frame = Atomics.add(begun, 0, 1); frame < cameras.length; frame = Atomics.add(begun, 0, 1)) {
  const { data } = draw(primitives, surfaces, cameras[frame]!);
  parentPort?.postMessage({ frame, data } satisfies DrawnFrame, [data.buffer as ArrayBuffer]);
}
