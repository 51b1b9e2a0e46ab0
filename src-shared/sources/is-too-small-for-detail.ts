import type { PixelSize } from './pixel-size.ts';

/** Images whose long edge is shorter than this show too little to reconstruct details. */
const MIN_DETAILED_EDGE = 64;

/** True if an image is too small to show details. */
export function isTooSmallForDetail({ width, height }: PixelSize): boolean {
  return Math.max(width, height) < MIN_DETAILED_EDGE;
}
