import type { Image } from './image.ts';

/** Whether no pixel lets anything shine through. */
export function isOpaque({ data }: Image): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at]! < 255) return false;
  return true;
}
