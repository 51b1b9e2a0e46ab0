import path from 'node:path';
import { VIEW_KEYS } from '../../../src-shared/api/protocol/task.ts';
import type { WorkItem, WorkQueue } from '../workers/work-queue.ts';
import type { GeneratorRequest, ImageName } from './generator.ts';

/** Images in the order of the outputs of the stage `prepare`. */
const VIEW_IMAGES = ['front', 'left', 'back', 'right'] as const satisfies readonly ImageName[];

/**
 * The images of a work item as PNG files in a folder, and its model as a GLB: programs that read images of cameras otherwise
 * show some of them rotated, and do not read all formats. Rejects as `run` does.
 */
export async function prepareSources(
  item: WorkItem,
  folder: string,
  run: WorkQueue['run'],
  stage: NonNullable<WorkItem['stage']> = 'prepare',
): Promise<Pick<GeneratorRequest, 'images' | 'model'>> {
  if (item.operation === 'text_to_model') return { images: {} };
  const place = path.join(folder, 'sources');
  const events = { onStart: () => undefined, onProgress: () => undefined };
  const { files } = await run({ ...item, stage, folder: place }, events);
  const images: Partial<Record<ImageName, string>> = {};
  if (files.generated_image_url) images.image = path.join(place, files.generated_image_url);
  for (const [slot, key] of VIEW_KEYS.entries()) {
    const name = VIEW_IMAGES[slot];
    const file = files[key];
    if (name && file) images[name] = path.join(place, file);
  }
  return { images, ...(files.model_url && { model: path.join(place, files.model_url) }) };
}
