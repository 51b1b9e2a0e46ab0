import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Image } from '../../base/image/image.ts';
import { createModelRenderer } from '../../base/render/model-renderer.ts';
import type { RenderPrimitive } from '../../base/render/render-primitive.ts';
import type { Camera } from '../../base/render/camera.ts';
import type { SurfaceMaterial } from '../../base/render/surface-material.ts';

/** A static model and the cameras from which it is rendered. */
export interface FramesInput {
  readonly primitives: readonly RenderPrimitive[];
  readonly surfaces: readonly SurfaceMaterial[];
  readonly cameras: readonly Camera[];
  /** Edge of the square frames in pixels. */
  readonly size: number;
}

/** Minimum number of frames for a second thread; fewer are rendered before it has started. */
const MIN_FRAMES_FOR_WORKER = 6;

/**
 * Renders one frame per camera, in input. A worker thread renders too: each takes the next frame that none has started.
 */
export async function* drawFrames(input: FramesInput): AsyncGenerator<Image> {
  const { primitives, surfaces, cameras, size } = input;
  const nextFrame = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const finished = new Map<number, Image>();
  const worker = cameras.length >= MIN_FRAMES_FOR_WORKER ? startFrameWorker(input, nextFrame, finished) : null;
  const draw = createModelRenderer(size, 'film');
  try {
    for (let frame = 0; frame < cameras.length; frame++) {
      while (!finished.has(frame)) {
        const next = Atomics.add(nextFrame, 0, 1);
        if (next >= cameras.length) {
          await worker?.nextMessage();
          continue;
        }
        finished.set(next, draw(primitives, surfaces, cameras[next]!));
        // Receives frames that the worker has finished meanwhile.
        await new Promise((resolve) => setImmediate(resolve));
      }
      yield finished.get(frame)!;
      finished.delete(frame);
    }
  } finally {
    await worker?.close();
  }
}

/** Data of the worker thread. */
export interface WorkerFrames extends FramesInput {
  /** Shared counter: index of the next frame to start. */
  readonly nextFrame: Int32Array;
}

/** Message from the worker: index of a frame and its RGBA bytes. */
export interface DrawnFrame {
  readonly frame: number;
  readonly data: Uint8Array;
}

interface FrameWorker {
  /** Waits for the next message of the worker; rejects with its error if it ended. */
  nextMessage(): Promise<void>;
  close(): Promise<void>;
}

function startFrameWorker(input: FramesInput, nextFrame: Int32Array, finished: Map<number, Image>): FrameWorker {
  const entry = new URL(`./frames-worker${path.extname(new URL(import.meta.url).pathname)}`, import.meta.url);
  const primitives = input.primitives.map(({ positions, normals, uvs, colors, indices }) => {
    return { positions, normals, uvs, colors, indices };
  });
  const worker = new Worker(entry, { workerData: { ...input, primitives, nextFrame } satisfies WorkerFrames });
  let failure: Error | null = null;
  let wake = (): void => undefined;
  worker.on('message', ({ frame, data }: DrawnFrame) => {
    finished.set(frame, { width: input.size, height: input.size, data });
    wake();
  });
  worker.on('error', (error: Error) => (failure = error));
  worker.on('exit', () => {
    failure ??= new Error('The rendering thread ended.');
    wake();
  });
  return {
    async nextMessage() {
      if (failure !== null) throw failure;
      await new Promise<void>((resolve) => (wake = resolve));
    },
    async close() {
      await worker.terminate();
    },
  };
}
