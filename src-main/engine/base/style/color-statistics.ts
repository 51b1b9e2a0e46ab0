import type { Lab } from '../color/oklab.ts';
import type { Image } from '../image/image.ts';
import { toLab } from './oklab-image.ts';

/** Colour statistics of a part of an image, in OKLab. */
export interface ColorStatistics {
  /** Median lightness, 0.04 to 0.98. */
  readonly median: number;
  /** Lightness of the brightest one per cent. */
  readonly bright: number;
  readonly meanChroma: number;
  /** Sum of the weights. */
  readonly total: number;
}

/** Measures the pixels with weight (0 to 255) that are not transparent. O(pixels). */
export function measureColorStatistics(image: Image, weights: Uint8Array): ColorStatistics {
  const bins = new Float64Array(256);
  const lab: Lab = [0, 0, 0];
  let [total, chroma] = [0, 0];
  for (let i = 0; i < weights.length; i++) {
    const weight = image.data[4 * i + 3] === 0 ? 0 : weights[i]!;
    if (weight === 0) continue;
    toLab(image.data[4 * i]!, image.data[4 * i + 1]!, image.data[4 * i + 2]!, lab);
    bins[Math.min(255, Math.round(255 * lab[0]))]! += weight;
    chroma += weight * Math.hypot(lab[1], lab[2]);
    total += weight;
  }
  return {
    median: Math.min(0.98, Math.max(0.04, quantile(bins, total, 0.5))),
    bright: quantile(bins, total, 0.99),
    meanChroma: total > 0 ? chroma / total : 0,
    total,
  };
}

function quantile(bins: Float64Array, total: number, share: number): number {
  let below = 0;
  for (let k = 0; k < bins.length; k++) {
    below += bins[k]!;
    if (below >= share * total) return k / 255;
  }
  return 1;
}
