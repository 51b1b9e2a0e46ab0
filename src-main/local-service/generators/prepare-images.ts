import path from 'node:path';
import { VIEW_KEYS } from '../../../src-shared/api/protocol/task.ts';
import type { WorkItem, WorkQueue } from '../workers/work-queue.ts';
import type { ImageName } from './generator.ts';

/** Images in the order of the outputs of `prepare-images`. */
const VIEW_IMAGES = ['front', 'left', 'back', 'right'] as const satisfies readonly ImageName[];

/**
 * The images of a work item as PNG files in a folder: programs that read images of cameras otherwise show some of them
 * rotated, and do not read all formats. Rejects as `run` does.
 */
export async function prepareImages(
  item: WorkItem,
  folder: string,
  run: WorkQueue['run'],
): Promise<Partial<Record<ImageName, string>>> {
  if (item.operation === 'text_to_model') return {};
  const place = path.join(folder, 'images');
  const events = { onStart: () => undefined, onProgress: () => undefined };
  const { files } = await run({ ...item, stage: 'prepare', folder: place }, events);
  const images: Partial<Record<ImageName, string>> = {};
  if (files.generated_image_url) images.image = path.join(place, files.generated_image_url);
  for (const [slot, key] of VIEW_KEYS.entries()) {
    const name = VIEW_IMAGES[slot];
    const file = files[key];
    if (name && file) images[name] = path.join(place, file);
  }
  return images;
}
