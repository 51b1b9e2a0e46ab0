import { Box3, Group, Vector3 } from 'three';
import { disposeModel } from '../scene/dispose-model.ts';
import { ModelLoadError } from './load-failure.ts';
import type { ModelStatistics } from '../measure/model-statistics.ts';
import type { SplatFormat, SplatRequest, SplatReply } from './splat-worker.ts';
import type { LoadedModel } from './unpack-model.ts';

/** Time limit for reading a file. */
const TIMEOUT_MS = 90_000;

/**
 * Reads Gaussian splats from a file and transfers its bytes: a worker measures them, then the splat renderer reads them
 * in its own worker. Throws `ModelLoadError`, or the signal's reason once aborted.
 */
export async function loadSplats(format: SplatFormat, given: ArrayBuffer, signal: AbortSignal): Promise<LoadedModel> {
  const { count, box, bytes } = await measure({ format, bytes: given }, signal);
  const { byteLength } = bytes;
  // The largest part of the page by far, loaded only for splats.
  const { drawSplats, readSplats } = await import('../render/splat-drawer.ts');
  const splats = await readSplats(format, bytes).catch((cause: unknown) => {
    throw new ModelLoadError('damaged', cause instanceof Error ? cause.message : String(cause), { cause });
  });
  const object = new Group().add(splats);
  if (signal.aborted) disposeModel(object);
  signal.throwIfAborted();
  const around = new Box3(new Vector3(...box.min), new Vector3(...box.max));
  return {
    object,
    clips: [],
    box: around,
    statistics: toStatistics({ count, bytes: byteLength }, around),
    draw: drawSplats,
  };
}

async function measure(order: SplatRequest, signal: AbortSignal): Promise<Exclude<SplatReply, { failure: unknown }>> {
  const worker = new Worker(new URL('./splat-worker.ts', import.meta.url), { type: 'module' });
  const stop = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  try {
    const reply = await new Promise<SplatReply>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<SplatReply>) => {
        resolve(data);
      };
      worker.onerror = ({ message }) => {
        reject(new ModelLoadError('damaged', message));
      };
      stop.addEventListener('abort', () => {
        reject(new ModelLoadError('too_long'));
      });
      worker.postMessage(order, [order.bytes]);
    });
    if ('failure' in reply) throw new ModelLoadError(reply.failure, reply.detail);
    return reply;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    worker.terminate();
  }
}

function toStatistics(splats: NonNullable<ModelStatistics['splats']>, box: Box3): ModelStatistics {
  const { x, y, z } = box.getSize(new Vector3());
  return {
    triangles: 0,
    vertices: 0,
    materials: 0,
    textures: [],
    size: { x, y, z },
    uvSets: 0,
    hasColours: false,
    maps: [],
    bones: 0,
    clips: 0,
    missingPictures: 0,
    withoutUv: 0,
    splats,
  };
}
