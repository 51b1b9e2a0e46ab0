import type { Image } from './image.ts';

/**
 * Composites one image over another of the same size, both with straight alpha (Porter and Duff's “over”, on sRGB
 * bytes). O(pixels).
 */
export function compositeOver(below: Image, above: Image): Image {
  const data = below.data.slice();
  for (let at = 0; at < data.length; at += 4) {
    const top = above.data[at + 3]! / 255;
    if (top === 0) continue;
    const rest = (data[at + 3]! / 255) * (1 - top);
    const alpha = top + rest;
    for (let c = at; c < at + 3; c++) data[c] = Math.round((above.data[c]! * top + data[c]! * rest) / alpha);
    data[at + 3] = Math.round(255 * alpha);
  }
  return { ...below, data };
}
