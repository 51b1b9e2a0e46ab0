import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Image } from '../../base/image/image.ts';
import { createModelRenderer } from '../../base/render/model-renderer.ts';
import type { RenderPrimitive } from '../../base/render/render-primitive.ts';
import type { Camera } from '../../base/render/camera.ts';
import type { SurfaceMaterial } from '../../base/render/surface-material.ts';

/** A thing that does not move, and the places it is looked at from. */
export interface FramesOrder {
  readonly primitives: readonly RenderPrimitive[];
  readonly surfaces: readonly SurfaceMaterial[];
  readonly cameras: readonly Camera[];
  /** Edge of the square pictures in pixels. */
  readonly size: number;
}

/** Fewer pictures are drawn before another thread has begun. */
const MIN_FOR_TWO = 6;

/**
 * The pictures of an order in the order of its cameras. A thread beside this one draws too: each takes the next picture
 * nobody has begun.
 */
export async function* drawFrames(order: FramesOrder): AsyncGenerator<Image> {
  const { primitives, surfaces, cameras, size } = order;
  const begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const drawn = new Map<number, Image>();
  const beside = cameras.length >= MIN_FOR_TWO ? drawBeside(order, begun, drawn) : null;
  const draw = createModelRenderer(size, 'film');
  try {
    for (let frame = 0; frame < cameras.length; frame++) {
      for (let picture = drawn.get(frame); !picture; picture = drawn.get(frame)) {
        const next = Atomics.add(begun, 0, 1);
        if (next >= cameras.length) {
          await beside?.arrival();
          continue;
        }
        drawn.set(next, draw(primitives, surfaces, cameras[next]!));
        // Lets in what the other thread has drawn meanwhile.
        await new Promise((resolve) => setImmediate(resolve));
      }
      yield drawn.get(frame)!;
      drawn.delete(frame);
    }
  } finally {
    await beside?.close();
  }
}

/** What the thread beside is started with. */
export interface WorkerFrames extends FramesOrder {
  /** How many pictures were begun, by either thread. */
  readonly begun: Int32Array;
}

/** What it says: a picture's number and its RGBA bytes. */
export interface DrawnFrame {
  readonly frame: number;
  readonly data: Uint8Array;
}

interface Beside {
  /** Waits until the thread says something; rejects with what ended it. */
  arrival(): Promise<void>;
  close(): Promise<void>;
}

function drawBeside(order: FramesOrder, begun: Int32Array, drawn: Map<number, Image>): Beside {
  const entry = new URL(`./frames-worker${path.extname(new URL(import.meta.url).pathname)}`, import.meta.url);
  const primitives = order.primitives.map(({ positions, normals, uvs, colors, indices }) => {
    return { positions, normals, uvs, colors, indices };
  });
  const worker = new Worker(entry, { workerData: { ...order, primitives, begun } satisfies WorkerFrames });
  let failure: Error | null = null;
  let wake = (): void => undefined;
  worker.on('message', ({ frame, data }: DrawnFrame) => {
    drawn.set(frame, { width: order.size, height: order.size, data });
    wake();
  });
  worker.on('error', (error: Error) => (failure = error));
  worker.on('exit', () => {
    failure ??= new Error('The drawing thread ended.');
    wake();
  });
  return {
    async arrival() {
      if (failure !== null) throw failure;
      await new Promise<void>((resolve) => (wake = resolve));
    },
    async close() {
      await worker.terminate();
    },
  };
}
