import type { Image } from '../image/image.ts';
import type { Lab } from '../color/oklab.ts';
import { mapLab, toLab } from './oklab-image.ts';

/** Minimum and maximum factor for the spread of a channel: a grey image has no spread to scale. */
const SCALES = [0.5, 2] as const;
const MIN_SPREAD = 1e-3;

/** An image with a weight per pixel (255: full; null: all full). */
export interface Weighed {
  readonly image: Image;
  readonly weights: Uint8Array | Float32Array | null;
}

/**
 * Transfers the colour mood of another image to the pixels with weight (null: all): mean and spread of lightness, a and
 * b are matched, lightness by half only, so that the subject stays readable. A megapixel: about 0.5 s. Source: Reinhard
 * et al., "Color Transfer between Images" (2001), in OKLab.
 */
export function transferColors(
  image: Image,
  weights: Uint8Array | null,
  style: Image,
  styleWeights: Uint8Array | null,
): Image {
  return planTransfer([{ image: image, weights }], { image: style, weights: styleWeights })(image, weights);
}

/** Plans the same transfer for several images and returns a function that applies it to one of them, by weight. */
export function planTransfer(
  images: readonly Weighed[],
  style: Weighed,
): (image: Image, weights: Uint8Array | null) => Image {
  const own = moments(images);
  const wanted = moments([style]);
  return (image, weights) =>
    mapLab(image, weights, (lab) => {
      for (let c = 0; c < 3; c++) {
        const ratio = wanted.spread[c]! / Math.max(MIN_SPREAD, own.spread[c]!);
        const scale = Math.min(SCALES[1], Math.max(SCALES[0], ratio));
        const next = wanted.mean[c]! + scale * (lab[c]! - own.mean[c]!);
        lab[c] = c === 0 ? (lab[0] + next) / 2 : next;
      }
    });
}

/** Computes mean and standard deviation of the three channels over weighted, non-transparent pixels. */
function moments(images: readonly Weighed[]) {
  const lab: Lab = [0, 0, 0];
  const sums = [0, 0, 0];
  const squares = [0, 0, 0];
  let total = 0;
  for (const { image: image, weights } of images) {
    const { data } = image;
    for (let i = 0; i < data.length / 4; i++) {
      const weight = ((weights ? weights[i]! : 255) * data[4 * i + 3]!) / 65025;
      if (weight === 0) continue;
      toLab(data[4 * i]!, data[4 * i + 1]!, data[4 * i + 2]!, lab);
      for (let c = 0; c < 3; c++) {
        sums[c]! += weight * lab[c]!;
        squares[c]! += weight * lab[c]! ** 2;
      }
      total += weight;
    }
  }
  const mean = sums.map((value) => value / Math.max(1e-9, total));
  const spread = squares.map((value, c) => Math.sqrt(Math.max(0, value / Math.max(1e-9, total) - mean[c]! ** 2)));
  return { mean, spread };
}
