import { toSrgbByte } from '../../../base/color/srgb.ts';
import { toOklab, type Lab } from '../../../base/color/oklab.ts';
import { findNearestColor, squaredDifference } from './nearest-color.ts';

/** A colour, linear RGB. */
export type LinearRgb = readonly [number, number, number];

/** Few colours for many. */
export interface Palette {
  readonly colors: readonly LinearRgb[];
  /** For each colour that was given the number of the one that stands for it. */
  readonly labels: Uint16Array;
}

const ROUNDS = 8;
/** Squared difference below which a further colour is not worth its place. */
const FINE = 0.025 ** 2;

/** Colours that are alike, counted together. */
interface Bin {
  readonly lab: Lab;
  readonly rgb: LinearRgb;
  readonly count: number;
}

/**
 * At most `most` colours that stand for the linear RGB colours given: k-means in OKLab over a histogram of 32³ bins,
 * begun with the commonest colour and then each time that which is worst off. The same input gives the same output.
 */
export function quantizeColors(given: Float32Array, most: number): Palette {
  const { bins, owners } = collectBins(given);
  let means = chooseFirst(bins, most);
  let labels: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const labs = means.map(({ lab }) => lab);
    labels = bins.map(({ lab }) => findNearestColor(labs, lab));
    means = means.map((mean, i) => meanOf(bins.filter((_, bin) => labels[bin] === i)) ?? mean);
  }
  return { colors: means.map(({ rgb }) => rgb), labels: Uint16Array.from(owners, (bin) => labels[bin]!) };
}

function collectBins(given: Float32Array): { bins: Bin[]; owners: Uint32Array } {
  const places = new Map<number, number>();
  const sums: [number, number, number, number][] = [];
  const owners = Uint32Array.from({ length: given.length / 3 }, (_, i) => {
    const [r, g, b] = [given[i * 3]!, given[i * 3 + 1]!, given[i * 3 + 2]!];
    const key = ((toSrgbByte(r) >> 3) << 10) | ((toSrgbByte(g) >> 3) << 5) | (toSrgbByte(b) >> 3);
    const place = places.get(key) ?? sums.push([0, 0, 0, 0]) - 1;
    places.set(key, place);
    const sum = sums[place]!;
    sum[0] += r;
    sum[1] += g;
    sum[2] += b;
    sum[3]++;
    return place;
  });
  const bins = sums.map(([r, g, b, count]): Bin => {
    const rgb: LinearRgb = [r / count, g / count, b / count];
    return { rgb, lab: toOklab(...rgb), count };
  });
  return { bins, owners };
}

function chooseFirst(bins: readonly Bin[], most: number): Bin[] {
  const chosen: Bin[] = [];
  const far = bins.map(() => Infinity);
  while (chosen.length < most) {
    let next = -1;
    let worst = 0;
    bins.forEach(({ count }, i) => {
      const harm = chosen.length === 0 ? count : far[i]! < FINE ? 0 : far[i]! * Math.sqrt(count);
      if (harm <= worst) return;
      worst = harm;
      next = i;
    });
    if (next < 0) break;
    chosen.push(bins[next]!);
    bins.forEach(({ lab }, i) => (far[i] = Math.min(far[i]!, squaredDifference(lab, bins[next]!.lab))));
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
