import { LINEAR_OF_BYTE, toSrgbByte } from '../../../base/color/srgb.ts';
import type { PixelBox } from '../../../base/image/mask.ts';
import type { Image } from '../../../base/image/image.ts';
import { createPattern, type PatternName } from '../../../base/material/patterns.ts';
import type { NormalMap } from './subject-normals.ts';

/** Tiles of a pattern along the subject's long edge. */
const TILES = 2;
/** Contrast of a pattern, and brightening per unit of its relief's slope. */
const CONTRAST = 2.2;
const RELIEF = 0.2;
/** Distance across a tile over which a slope is measured, independent of the image's size. */
const STEP = 1 / 128;
/** Displacement of a tile where the subject's surface turns away. */
const WRAP = 0.12;

/**
 * Multiplies a pattern into the weighted pixels, wrapped slightly around the subject's shape, with its relief lit from
 * the upper left. The same seed gives the same grain. A megapixel takes about 0.6 s.
 */
export function applyPattern(
  image: Image,
  weights: Uint8Array,
  normals: NormalMap,
  box: PixelBox,
  name: PatternName,
  seed: number,
): Image {
  const { width } = image;
  const pattern = createPattern(name, seed);
  const tile = Math.max(8, Math.max(box.width, box.height) / TILES);
  const data = image.data.slice();
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i]! / 255;
    if (weight === 0) continue;
    const u = ((i % width) - box.left) / tile + WRAP * normals.data[3 * i]!;
    const v = (Math.floor(i / width) - box.top) / tile - WRAP * normals.data[3 * i + 1]!;
    const { light, height } = pattern(wrap(u), wrap(v));
    const rise = pattern(wrap(u + STEP), wrap(v + STEP)).height - height;
    const factor = Math.min(1.6, Math.max(0.1, light ** CONTRAST * (1 + RELIEF * rise)));
    for (let c = 4 * i; c < 4 * i + 3; c++) {
      data[c] = toSrgbByte(LINEAR_OF_BYTE[data[c]!]! * (1 + weight * (factor - 1)));
    }
  }
  return { ...image, data };
}

function wrap(value: number): number {
  return value - Math.floor(value);
}
