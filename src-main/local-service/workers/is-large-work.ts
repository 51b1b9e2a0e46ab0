import { statSync } from 'node:fs';
import type { WorkItem } from './work-queue.ts';

/** Inputs above this size together are large; photos of 12 megapixels have less. */
const LARGE_BYTES = 10 * 1024 ** 2;
/** Values of `texture_quality` whose textures take most of the memory of a task. */
const LARGE_TEXTURES: readonly unknown[] = ['detailed', 'extreme'];

/** Returns true if a work item may need most of the memory of an engine. */
export function isLargeWork({ values, sourcePaths }: Pick<WorkItem, 'values' | 'sourcePaths'>): boolean {
  if (LARGE_TEXTURES.includes(values['texture_quality'])) return true;
  const sizes = sourcePaths.map((file) => (file === null ? 0 : (statSync(file, { throwIfNoEntry: false })?.size ?? 0)));
  return sizes.reduce((sum, size) => sum + size, 0) > LARGE_BYTES;
}
