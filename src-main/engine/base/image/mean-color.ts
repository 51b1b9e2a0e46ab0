import { LINEAR_OF_BYTE } from '../color/srgb.ts';
import type { Mask } from './mask.ts';
import type { Image } from './image.ts';

/** Returns the subject's mean colour in linear light, for glTF's base colour factor; mid grey for an empty mask. */
export function meanColor({ data }: Image, mask: Mask): [number, number, number] {
  const sums: [number, number, number] = [0, 0, 0];
  let total = 0;
  mask.data.forEach((weight, i) => {
    if (weight === 0) return;
    for (let c = 0; c < 3; c++) sums[c]! += weight * LINEAR_OF_BYTE[data[4 * i + c]!]!;
    total += weight;
  });
  return total > 0 ? [sums[0] / total, sums[1] / total, sums[2] / total] : [0.2, 0.2, 0.2];
}
