import { parentPort, workerData } from 'node:worker_threads';
import { drawModel, SAMPLES } from '../preview/draw-model.ts';
import { clearCanvas, createPreviewCanvas } from '../preview/preview-canvas.ts';
import type { FramesOrder } from './draw-frames.ts';

/** Draws the pictures it was started with, one after the other, and tells each as its RGBA bytes. */
const { primitives, surfaces, cameras, size } = workerData as FramesOrder;
const canvas = createPreviewCanvas(SAMPLES * size);
for (const camera of cameras) {
  clearCanvas(canvas);
  const { data } = drawModel(primitives, surfaces, camera, size, null, canvas);
  parentPort?.postMessage(data, [data.buffer as ArrayBuffer]);
}
