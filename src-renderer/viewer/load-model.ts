import { Box3 } from 'three';
import type { Format } from '../../src-shared/formats.ts';
import { disposeModel } from './dispose-model.ts';
import { ModelLoadError } from './load-failure.ts';
import { measureSurface, type SurfaceFacts } from './measure-surface.ts';
import { measureModel } from './model-statistics.ts';
import type { ReadOrder, ReadReply } from './model-worker.ts';
import type { SideFiles } from './side-files.ts';
import { listSurfaceParts } from './surface-parts.ts';
import { unpackModel, type LoadedModel } from './unpack-model.ts';

/** A model file in memory, with the files beside it. */
export interface ModelFile {
  readonly format: Format;
  readonly bytes: ArrayBuffer;
  readonly sides: SideFiles;
}

/** A file that takes longer is given up: it is damaged, or made to keep its reader busy. */
const PATIENCE_MS = 90_000;

/**
 * Reads a model in a worker of its own, which is ended when it is done, given up or taking too long. `onSurface` hears
 * later what the surface is like; null: it has too many triangles to be measured. Throws `ModelLoadError`, and the
 * signal's reason once that is aborted.
 */
export async function loadModel(
  file: ModelFile,
  signal: AbortSignal,
  onSurface: (facts: SurfaceFacts | null) => void,
): Promise<LoadedModel> {
  signal.throwIfAborted();
  const { format } = file;
  return format === '3mf' ? loadHere(file, signal, onSurface) : loadInWorker({ ...file, format }, signal, onSurface);
}

function loadInWorker(
  order: ReadOrder,
  signal: AbortSignal,
  onSurface: (facts: SurfaceFacts | null) => void,
): Promise<LoadedModel> {
  const worker = new Worker(new URL('./model-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<LoadedModel>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      worker.terminate();
    };
    const fail = (error: unknown) => {
      end();
      reject(error instanceof Error ? error : new ModelLoadError('damaged', String(error)));
    };
    const abort = () => {
      fail(signal.reason);
    };
    const timer = setTimeout(() => {
      fail(new ModelLoadError('too_long'));
    }, PATIENCE_MS);
    signal.addEventListener('abort', abort);
    worker.onerror = ({ message }) => {
      fail(new ModelLoadError('damaged', message));
    };
    worker.onmessage = ({ data }: MessageEvent<ReadReply>) => {
      if ('error' in data) fail(new ModelLoadError('damaged', data.error));
      else if ('surface' in data) {
        end();
        onSurface(data.surface);
      } else
        try {
          resolve(unpackModel(data.model));
        } catch (error) {
          fail(error);
        }
    };
    worker.postMessage(order, [order.bytes, ...order.sides.values()]);
  });
}

async function loadHere(
  { bytes }: ModelFile,
  signal: AbortSignal,
  onSurface: (facts: SurfaceFacts | null) => void,
): Promise<LoadedModel> {
  const { readThreeMf } = await import('./read-three-mf.ts');
  const { object, clips, missingPictures } = await readThreeMf(bytes).catch((cause: unknown) => {
    throw new ModelLoadError('damaged', cause instanceof Error ? cause.message : String(cause), { cause });
  });
  if (signal.aborted) disposeModel(object);
  signal.throwIfAborted();
  const box = new Box3().setFromObject(object, true);
  const parts = listSurfaceParts(object);
  onSurface(parts && measureSurface(parts));
  return { object, clips, box, statistics: measureModel(object, clips, missingPictures) };
}
