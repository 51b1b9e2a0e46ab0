import type { LegBody } from './body-ends.ts';

/** The trunk between front and hind legs: medians of its cross-sections, in voxels. */
export interface Trunk {
  readonly halfWidth: number;
  readonly thickness: number;
  /** Row of the back. */
  readonly back: number;
  /** Area of the cross-section. */
  readonly area: number;
  /** Slope towards the front. */
  readonly rise: number;
}

/** Measures the trunk of a body above row `crotch`; returns null if nothing connects the hind to the front legs. */
export function measureTrunk(base: LegBody, crotch: number): Trunk | null {
  const { hindZ, frontZ } = base;
  const way = frontZ - hindZ;
  const depths: number[] = [];
  for (let z = Math.ceil(hindZ + way * 0.2); z <= hindZ + way * 0.8; z++) depths.push(z);
  const sections = depths.map((z) => ({ z, ...measureSection(base, Math.floor(crotch * 0.6), z) }));
  if (sections.length < 3 || sections.some(({ low, high }) => high < low)) return null;
  const [first, last] = [sections[0]!, sections.at(-1)!];
  return {
    thickness: median(sections.map(({ low, high }) => high - low + 1)),
    back: median(sections.map(({ high }) => high)),
    halfWidth: median(sections.map(({ width }) => width)) / 2,
    area: median(sections.map(({ area }) => area)),
    rise: Math.abs(last.high + last.low - first.high - first.low) / 2 / (last.z - first.z),
  };
}

interface Section {
  /** Lowest and highest row in the mirror plane. */
  readonly low: number;
  readonly high: number;
  readonly width: number;
  readonly area: number;
}

function measureSection({ body, isLeg, middle }: LegBody, from: number, z: number): Section {
  const [nx, ny, nz] = body.counts;
  let [low, high, left, right, area] = [ny, -1, nx, -1, 0];
  for (let y = from; y < ny; y++) {
    for (let x = 0; x < nx; x++) {
      const cube = (y * nz + z) * nx + x;
      if (!body.solid[cube] || isLeg[cube]) continue;
      area++;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      if (Math.abs(x - middle) <= 1) [low, high] = [Math.min(low, y), Math.max(high, y)];
    }
  }
  return { low, high, width: right - left + 1, area };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
