import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { GenerationConfig } from '../../../src-shared/api/generators/generator-config.ts';
import { maskSourceName } from '../../../src-shared/api/generators/mask-source-name.ts';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../api-error.ts';
import type { UploadSource, UploadStore } from '../files/upload-store.ts';
import { newTaskId } from '../tasks/new-task-id.ts';
import type { WorkQueue } from '../workers/work-queue.ts';

/** A mask as a gray PNG, and the name of the network or generator that found it. */
interface EstimatedMask {
  readonly name: string;
  readonly png: Uint8Array;
}

/**
 * Finds the mask of an upload with the network or the generator of the service. Rejects with an ApiError that says why it
 * failed, or with the signal's reason.
 */
export type EstimateMask = (upload: UploadSource, signal: AbortSignal) => Promise<EstimatedMask>;

interface Parts {
  readonly generation: GenerationConfig;
  /** It has the networks and the generators. */
  readonly queue: WorkQueue;
  readonly uploads: Pick<UploadStore, 'openCopy'>;
  /** Folder for masks until they are sent. */
  readonly folder: string;
}

/**
 * Creates the function for masks; null: neither a network nor a generator is configured for them. A generator comes first,
 * as for tasks. Masks wait for a seat or a process like tasks, and have the same limits.
 */
export async function openMaskEstimator(parts: Parts): Promise<EstimateMask | null> {
  const { generation, queue, uploads, folder } = parts;
  await rm(folder, { recursive: true, force: true });
  const name = maskSourceName(generation);
  if (name === null) return null;
  return async (upload, signal) => {
    const copy = await uploads.openCopy(upload);
    if (!copy) throw new ApiError(2003, serviceMessage('task-failure.source-gone'));
    const taskId = newTaskId();
    const place = path.join(folder, taskId);
    const cancel = (): void => queue.cancel(taskId, signal.reason as Error);
    try {
      signal.throwIfAborted();
      signal.addEventListener('abort', cancel);
      const { files } = await queue.run(
        {
          ...{ taskId, operation: 'image_to_model', values: {}, sourcePaths: [copy.path] },
          ...{ folder: place, stage: 'mask' },
        },
        { onStart: () => undefined, onProgress: () => undefined },
      );
      signal.throwIfAborted();
      return { name, png: await readFile(path.join(place, files.generated_image_url ?? '')) };
    } finally {
      signal.removeEventListener('abort', cancel);
      await rm(place, { recursive: true, force: true });
      await copy.release();
    }
  };
}
