import path from 'node:path';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Picture } from '../picture/picture.ts';
import { drawModel, SAMPLES } from '../preview/draw-model.ts';
import type { DrawnPrimitive } from '../preview/drawn-primitive.ts';
import type { PreviewCamera } from '../preview/preview-camera.ts';
import { clearCanvas, createPreviewCanvas } from '../preview/preview-canvas.ts';
import type { PreviewSurface } from '../preview/preview-surface.ts';

/** A thing that does not move, and the places it is looked at from. */
export interface FramesOrder {
  readonly primitives: readonly DrawnPrimitive[];
  readonly surfaces: readonly PreviewSurface[];
  readonly cameras: readonly PreviewCamera[];
  /** Edge of the square pictures in pixels. */
  readonly size: number;
}

/** Fewer pictures are drawn before another thread has begun. */
const LEAST_FOR_TWO = 6;

/** The pictures of an order in the order of its cameras: every second one is drawn by a thread beside this one. */
export async function* drawFrames(order: FramesOrder): AsyncGenerator<Picture> {
  const { primitives, surfaces, cameras, size } = order;
  const isShared = cameras.length >= LEAST_FOR_TWO;
  const beside = isShared ? drawBeside({ ...order, cameras: cameras.filter((_, frame) => frame % 2 === 1) }) : null;
  const canvas = createPreviewCanvas(SAMPLES * size);
  try {
    for (const [frame, camera] of cameras.entries()) {
      if (beside && frame % 2 === 1) {
        yield await beside.next();
      } else {
        clearCanvas(canvas);
        yield drawModel(primitives, surfaces, camera, size, null, canvas);
      }
    }
  } finally {
    await beside?.close();
  }
}

interface Beside {
  /** The next picture; rejects with what ended the thread. */
  next(): Promise<Picture>;
  close(): Promise<void>;
}

function drawBeside(order: FramesOrder): Beside {
  const entry = new URL(`./frames-worker${path.extname(new URL(import.meta.url).pathname)}`, import.meta.url);
  const primitives = order.primitives.map(({ positions, normals, uvs, colors, indices }) => {
    return { positions, normals, uvs, colors, indices };
  });
  const worker = new Worker(entry, { workerData: { ...order, primitives } satisfies FramesOrder });
  const drawn: Uint8Array[] = [];
  let failure: Error | null = null;
  worker.on('message', (data: Uint8Array) => drawn.push(data));
  worker.on('error', (error: Error) => (failure = error));
  worker.on('exit', () => (failure ??= new Error('The drawing thread ended.')));
  return {
    async next() {
      while (drawn.length === 0) {
        if (failure !== null) throw failure;
        await Promise.race([once(worker, 'message'), once(worker, 'exit')]);
      }
      return { width: order.size, height: order.size, data: drawn.shift()! };
    },
    async close() {
      await worker.terminate();
    },
  };
}
