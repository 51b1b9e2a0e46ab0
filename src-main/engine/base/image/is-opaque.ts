import type { Image } from './image.ts';

/** True if every pixel is fully opaque. */
export function isOpaque({ data }: Image): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at]! < 255) return false;
  return true;
}
