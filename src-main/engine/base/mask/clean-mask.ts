import { labelComponents } from './label-components.ts';
import type { Mask } from '../image/mask.ts';

/** Thresholds for noise in a mask. */
export interface CleanMaskOptions {
  /** Components smaller than this share of the largest one are removed. */
  readonly minPieceShare: number;
  /** Holes smaller than this share of the largest component are filled. */
  readonly maxHoleShare: number;
}

/**
 * Returns the mask without specks and pinholes; larger components and holes are kept, soft edges stay soft. O(pixels).
 */
export function cleanMask(mask: Mask, options: CleanMaskOptions): Mask {
  const { width, height } = mask;
  const data = mask.data.slice();
  const pieces = labelComponents(mask, true);
  const largest = pieces.areas.reduce((most, area) => Math.max(most, area), 0);
  const isKept = pieces.areas.map((area) => area >= options.minPieceShare * largest);

  // Soft pixels belong to the component next to them; those next to none are removed with the specks.
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const index = y * width + x;
      if (data[index] === 0) continue;
      const own = pieces.labels[index]!;
      if (own !== -1 && isKept[own]) continue;
      if (!hasPieceAround(x, y)) data[index] = 0;
    }
  }

  const holes = labelComponents({ width, height, data }, false);
  for (let i = 0; i < data.length; i++) {
    const hole = holes.labels[i]!;
    if (hole === -1 || holes.touchesBorder[hole]) continue;
    if (holes.areas[hole]! <= options.maxHoleShare * largest) data[i] = 255;
  }
  return { width, height, data };

  function hasPieceAround(x: number, y: number): boolean {
    for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
      for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
        const label = pieces.labels[v * width + u]!;
        if (label !== -1 && isKept[label]) return true;
      }
    }
    return false;
  }
}
