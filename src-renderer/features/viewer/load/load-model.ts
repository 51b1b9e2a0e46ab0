import type { Format } from '../../../../src-shared/formats/formats.ts';
import { restPoseBox } from '../scene/bounds.ts';
import { disposeModel } from '../scene/dispose-model.ts';
import { checkShowable } from './check-showable.ts';
import { ModelLoadError } from './load-failure.ts';
import type { SurfaceFinding } from '../measure/measure-surface.ts';
import { measureModel } from '../measure/model-statistics.ts';
import type { ModelShownMessage, MeasureRequest, PrepareRequest, ReadRequest, ReadReply } from './model-worker.ts';
import type { SideFiles } from './side-files.ts';
import { listSurfaceParts } from '../measure/surface-parts.ts';
import { unpackModel, type LoadedModel } from './unpack-model.ts';
import { readUnpackedSize } from './zip-directory.ts';

/** A model file in memory, with its companion files. */
export interface ModelFile {
  readonly format: Format;
  readonly bytes: ArrayBuffer;
  readonly sides: SideFiles;
}

/** Receives the surface measurement, either immediately or some time after the model's `measure` was called. */
type SurfaceListener = (finding: SurfaceFinding) => void;

/** Time limit for reading a file: a slower one is damaged, or designed to keep its reader busy. */
const TIMEOUT_MS = 90_000;
/** Maximum unpacked size of a 3MF, which is parsed on the main thread; about 700,000 triangles. */
const MAX_THREE_MF_BYTES = 96 * 1024 ** 2;

/** Idle worker for the next model. */
let idleWorker: Worker | null = null;

/** Starts the worker for the next model, which takes as long as reading a small model. */
export function prepareLoad(): void {
  if (idleWorker) return;
  const worker = createWorker();
  idleWorker = worker;
  // Discards a worker that failed to start.
  worker.onerror = () => {
    if (idleWorker === worker) discardPrepared();
  };
  worker.postMessage({ prepare: true } satisfies PrepareRequest);
}

/** Terminates the idle worker. */
export function discardPrepared(): void {
  idleWorker?.terminate();
  idleWorker = null;
}

function createWorker(): Worker {
  return new Worker(new URL('./model-worker.ts', import.meta.url), { type: 'module' });
}

/**
 * Reads a model in a worker of its own, which is terminated when done, aborted or timed out. Without `onSurface`, the
 * surface is not measured. Throws `ModelLoadError`, or the signal's reason once aborted.
 */
export async function loadModel(
  file: ModelFile,
  signal: AbortSignal,
  onSurface: SurfaceListener | null,
): Promise<LoadedModel> {
  signal.throwIfAborted();
  const { format } = file;
  if (format === '3mf') return loadHere(file, signal, onSurface);
  if (format === 'ply' || format === 'splat')
    return (await import('./load-splats.ts')).loadSplats(format, file.bytes, signal);
  return new Promise<LoadedModel>((resolve, reject) => {
    let isRead = false;
    const fail = (error: unknown) => {
      if (!isRead) reject(error instanceof Error ? error : new ModelLoadError('damaged', String(error)));
      else if (!signal.aborted) onSurface?.('failed');
    };
    const worker = startWorker(signal, fail, (reply, end) => {
      if ('surface' in reply) {
        end();
        onSurface?.(reply.surface);
      } else if ('model' in reply) {
        isRead = true;
        if (!onSurface) end();
        const measure = () => {
          worker.postMessage({ go: true } satisfies ModelShownMessage);
        };
        try {
          resolve({ ...unpackModel(reply.model), ...(onSurface ? { measure } : {}) });
        } catch (error) {
          end();
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      }
    });
    const order: ReadRequest = { ...file, format, measures: onSurface !== null };
    worker.postMessage(order, [order.bytes, ...order.sides.values()]);
  });
}

/**
 * Starts a worker that runs until `end` is called, an error, an abort or a timeout; the last three call `fail` with the
 * reason.
 */
function startWorker(
  signal: AbortSignal,
  fail: (error: unknown) => void,
  onReply: (reply: ReadReply, end: () => void) => void,
): Worker {
  const worker = idleWorker ?? createWorker();
  idleWorker = null;
  const end = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    worker.terminate();
  };
  const giveUp = (error: unknown) => {
    end();
    fail(error);
  };
  const abort = () => {
    giveUp(signal.reason);
  };
  const timer = setTimeout(() => {
    giveUp(new ModelLoadError('too_long'));
  }, TIMEOUT_MS);
  signal.addEventListener('abort', abort);
  worker.onerror = ({ message }) => {
    giveUp(new ModelLoadError('damaged', message));
  };
  worker.onmessage = ({ data }: MessageEvent<ReadReply>) => {
    // Both the model and its measurement have size limits, so no timeout is needed after the first reply.
    clearTimeout(timer);
    if ('failure' in data) giveUp(new ModelLoadError(data.failure, data.detail));
    else onReply(data, end);
  };
  return worker;
}

async function loadHere(
  { bytes }: ModelFile,
  signal: AbortSignal,
  onSurface: SurfaceListener | null,
): Promise<LoadedModel> {
  const unpackedBytes = readUnpackedSize(bytes);
  if (unpackedBytes === null) throw new ModelLoadError('damaged', 'It is no zip.');
  if (unpackedBytes > MAX_THREE_MF_BYTES) throw new ModelLoadError('too_large');
  const { readThreeMf } = await import('./read-three-mf.ts');
  const { object, clips, missingPictures } = await readThreeMf(bytes).catch((cause: unknown) => {
    if (cause instanceof ModelLoadError) throw cause;
    throw new ModelLoadError('damaged', cause instanceof Error ? cause.message : String(cause), { cause });
  });
  checkShowable(object);
  if (signal.aborted) disposeModel(object);
  signal.throwIfAborted();
  const box = restPoseBox(object);
  if (onSurface) measureBeside(object, signal, onSurface);
  return { object, clips, box, statistics: measureModel(object, clips, missingPictures) };
}

function measureBeside(object: LoadedModel['object'], signal: AbortSignal, onSurface: SurfaceListener): void {
  const parts = listSurfaceParts(object);
  if (!parts) {
    onSurface('too_large');
    return;
  }
  const worker = startWorker(
    signal,
    () => {
      if (!signal.aborted) onSurface('failed');
    },
    (reply, end) => {
      end();
      if ('surface' in reply) onSurface(reply.surface);
    },
  );
  worker.postMessage({ parts } satisfies MeasureRequest);
}
