import { toSrgbByte } from '../../../base/color/srgb.ts';
import { toOklab, type Lab } from '../../../base/color/oklab.ts';
import { findNearestColor, squaredDifference } from './nearest-color.ts';

/** A linear RGB colour, 0 to 1. */
export type LinearRgb = readonly [number, number, number];

/** A reduced palette. */
export interface Palette {
  readonly colors: readonly LinearRgb[];
  /** Index of the palette colour for each input colour. */
  readonly labels: Uint16Array;
}

const ITERATIONS = 8;
/** Minimum squared OKLab distance of a bin from the palette to add another colour for it. */
const MIN_DIFFERENCE = 0.025 ** 2;

/** A histogram bin: the mean and the number of its colours. */
interface Bin {
  readonly lab: Lab;
  readonly rgb: LinearRgb;
  readonly count: number;
}

/**
 * Reduces linear RGB colours (three values each) to at most `maxColors`: k-means in OKLab over a histogram of 32³ bins,
 * initialized with the most frequent colour and then repeatedly the one with the largest error. Deterministic.
 */
export function quantizeColors(samples: Float32Array, maxColors: number): Palette {
  const { bins, owners } = collectBins(samples);
  let means = chooseInitialMeans(bins, maxColors);
  let labels: number[] = [];
  for (let round = 0; round < ITERATIONS; round++) {
    const labs = means.map(({ lab }) => lab);
    labels = bins.map(({ lab }) => findNearestColor(labs, lab));
    means = means.map((mean, i) => meanOf(bins.filter((_, bin) => labels[bin] === i)) ?? mean);
  }
  return { colors: means.map(({ rgb }) => rgb), labels: Uint16Array.from(owners, (bin) => labels[bin]!) };
}

function collectBins(samples: Float32Array): { bins: Bin[]; owners: Uint32Array } {
  const binOf = new Map<number, number>();
  const sums: [number, number, number, number][] = [];
  const owners = Uint32Array.from({ length: samples.length / 3 }, (_, i) => {
    const [r, g, b] = [samples[i * 3]!, samples[i * 3 + 1]!, samples[i * 3 + 2]!];
    const key = ((toSrgbByte(r) >> 3) << 10) | ((toSrgbByte(g) >> 3) << 5) | (toSrgbByte(b) >> 3);
    const bin = binOf.get(key) ?? sums.push([0, 0, 0, 0]) - 1;
    binOf.set(key, bin);
    const sum = sums[bin]!;
    sum[0] += r;
    sum[1] += g;
    sum[2] += b;
    sum[3]++;
    return bin;
  });
  const bins = sums.map(([r, g, b, count]): Bin => {
    const rgb: LinearRgb = [r / count, g / count, b / count];
    return { rgb, lab: toOklab(...rgb), count };
  });
  return { bins, owners };
}

function chooseInitialMeans(bins: readonly Bin[], maxColors: number): Bin[] {
  const chosen: Bin[] = [];
  const distances = bins.map(() => Infinity);
  while (chosen.length < maxColors) {
    let next = -1;
    let worst = 0;
    bins.forEach(({ count }, i) => {
      const error = chosen.length === 0 ? count : distances[i]! < MIN_DIFFERENCE ? 0 : distances[i]! * Math.sqrt(count);
      if (error <= worst) return;
      worst = error;
      next = i;
    });
    if (next < 0) break;
    chosen.push(bins[next]!);
    bins.forEach(({ lab }, i) => (distances[i] = Math.min(distances[i]!, squaredDifference(lab, bins[next]!.lab))));
  }
  return chosen;
}

function meanOf(bins: readonly Bin[]): Bin | null {
  const count = bins.reduce((sum, bin) => sum + bin.count, 0);
  if (count === 0) return null;
  const mean = (k: 0 | 1 | 2): number => bins.reduce((sum, { rgb, count: own }) => sum + rgb[k] * own, 0) / count;
  const rgb: LinearRgb = [mean(0), mean(1), mean(2)];
  return { rgb, lab: toOklab(...rgb), count };
}
