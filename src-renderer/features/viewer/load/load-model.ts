import type { Format } from '../../../../src-shared/formats/formats.ts';
import { restPoseBox } from '../scene/bounds.ts';
import { disposeModel } from '../scene/dispose-model.ts';
import { ModelLoadError } from './load-failure.ts';
import type { SurfaceFinding } from '../measure/measure-surface.ts';
import { measureModel } from '../measure/model-statistics.ts';
import type { ModelShownMessage, MeasureRequest, PrepareRequest, ReadRequest, ReadReply } from './model-worker.ts';
import type { SideFiles } from './side-files.ts';
import { listSurfaceParts } from '../measure/surface-parts.ts';
import { unpackModel, type LoadedModel } from './unpack-model.ts';
import { readUnpackedSize } from './zip-size.ts';

/** A model file in memory, with the files beside it. */
export interface ModelFile {
  readonly format: Format;
  readonly bytes: ArrayBuffer;
  readonly sides: SideFiles;
}

/** Hears what the surface is like, some time after `measure` of its model was called or at once. */
type HearSurface = (finding: SurfaceFinding) => void;

/** A file that takes longer is given up: it is damaged, or made to keep its reader busy. */
const PATIENCE_MS = 90_000;
/** Unpacked bytes of a 3MF, whose text is read on the page's own thread; about 700,000 triangles. */
const MAX_THREE_MF_BYTES = 96 * 1024 ** 2;

/** A worker that waits for the next model. */
let waiting: Worker | null = null;

/** Starts the worker of the next model, which takes as long as reading a small one. */
export function prepareLoad(): void {
  if (waiting) return;
  const worker = createWorker();
  waiting = worker;
  // One that did not even start is nothing to wait for.
  worker.onerror = () => {
    if (waiting === worker) discardPrepared();
  };
  worker.postMessage({ prepare: true } satisfies PrepareRequest);
}

/** Ends the worker that waits. */
export function discardPrepared(): void {
  waiting?.terminate();
  waiting = null;
}

function createWorker(): Worker {
  return new Worker(new URL('./model-worker.ts', import.meta.url), { type: 'module' });
}

/**
 * Reads a model in a worker of its own, which is ended when it is done, given up or taking too long. Without `onSurface`
 * the surface is not measured. Throws `ModelLoadError`, and the signal's reason once that is aborted.
 */
export async function loadModel(
  file: ModelFile,
  signal: AbortSignal,
  onSurface: HearSurface | null,
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

/** A worker that ends with its `end`, an error, the signal or the end of patience; the last three tell `fail` why. */
function startWorker(
  signal: AbortSignal,
  fail: (error: unknown) => void,
  hear: (reply: ReadReply, end: () => void) => void,
): Worker {
  const worker = waiting ?? createWorker();
  waiting = null;
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
  }, PATIENCE_MS);
  signal.addEventListener('abort', abort);
  worker.onerror = ({ message }) => {
    giveUp(new ModelLoadError('damaged', message));
  };
  worker.onmessage = ({ data }: MessageEvent<ReadReply>) => {
    // What it was read for is bounded, and what is measured is too.
    clearTimeout(timer);
    if ('error' in data) giveUp(new ModelLoadError('damaged', data.error));
    else hear(data, end);
  };
  return worker;
}

async function loadHere(
  { bytes }: ModelFile,
  signal: AbortSignal,
  onSurface: HearSurface | null,
): Promise<LoadedModel> {
  const unpackedBytes = readUnpackedSize(bytes);
  if (unpackedBytes === null) throw new ModelLoadError('damaged', 'It is no zip.');
  if (unpackedBytes > MAX_THREE_MF_BYTES) throw new ModelLoadError('too_large');
  const { readThreeMf } = await import('./read-three-mf.ts');
  const { object, clips, missingPictures } = await readThreeMf(bytes).catch((cause: unknown) => {
    throw new ModelLoadError('damaged', cause instanceof Error ? cause.message : String(cause), { cause });
  });
  if (signal.aborted) disposeModel(object);
  signal.throwIfAborted();
  const box = restPoseBox(object);
  if (onSurface) measureBeside(object, signal, onSurface);
  return { object, clips, box, statistics: measureModel(object, clips, missingPictures) };
}

function measureBeside(object: LoadedModel['object'], signal: AbortSignal, onSurface: HearSurface): void {
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
