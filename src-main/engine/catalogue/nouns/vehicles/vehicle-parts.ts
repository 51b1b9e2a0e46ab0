import type { PartBuilder } from '../../builder/part-builder.ts';
import { SIDES } from '../shared/symmetry.ts';

/** Slot of tinted glass, with its colour. */
export const GLASS = 'glass:#2b3a46!';
/** Slot of vehicle paint, with its colours. */
export const PAINTS = 'paint:#b3282d|#2c5fb3|#d9d8d4|#3c4b45|#e0a22c';
/** Slots of wheels. */
export const WHEELS = { tyre: 'rubber!', rim: 'aluminium!' };

/** A vertical cross-section of a hull, as shares of its dimensions. */
export interface HullCut {
  /** Shares: position along the length, lower and upper edge of the height, width. */
  readonly z: number;
  readonly low: number;
  readonly high: number;
  readonly width: number;
}

/** Adds a hull along z through cross-sections, boxy with `e` 4, boat-like with less. */
export function hull(
  k: PartBuilder,
  slot: string,
  cuts: readonly HullCut[],
  l: number,
  w: number,
  h: number,
  e = 4.2,
): void {
  k.loft(
    slot,
    cuts.map(({ z, low, high, width }) => ({
      y: z * l,
      w: width * w,
      d: (high - low) * h,
      z: (-(high + low) / 2) * h,
      e,
    })),
    { turn: [90, 0, 0], segments: 32 },
  );
}

/** Adds pairs of wheels at the given axle positions along z. */
export function wheels(k: PartBuilder, r: number, thick: number, x: number, axles: readonly number[]): void {
  for (const z of axles) for (const s of SIDES) wheel(k, 'tyre', 'rim', r, thick, [s * x, r, z], s);
}

/** Adds a wheel with its axle along x and its face to the side `s`. */
export function wheel(
  k: PartBuilder,
  tyre: string,
  rim: string,
  r: number,
  thick: number,
  [x, y, z]: readonly [number, number, number],
  s: number,
): void {
  const t = thick / 2;
  k.lathe(
    tyre,
    [
      [r * 0.62, -t],
      [r * 0.9, -t],
      [r, -t * 0.55],
      [r, t * 0.55],
      [r * 0.9, t],
      [r * 0.62, t],
    ],
    { isLoop: true, at: [x, y, z], turn: [0, 0, 90], segments: 32, name: 'tyre' },
  );
  k.lathe(
    rim,
    [
      [r * 0.66, -t * 0.8],
      [r * 0.66, t * 0.75],
      [r * 0.55, t * 0.8],
      [r * 0.42, t * 0.45],
      [r * 0.2, t * 0.5],
      [r * 0.14, t * 0.85],
      [0, t * 0.85],
    ],
    { at: [x, y, z], turn: [0, 0, -90 * s], segments: 24, name: 'rim' },
  );
}

/** Adds a pair of tapered wings; half span, root and tip in metres. */
export function wing(
  k: PartBuilder,
  half: number,
  root: number,
  tip: number,
  at: readonly [number, number, number],
): void {
  const outline = [
    [-half, -tip * 0.7],
    [-half, tip * 0.3],
    [0, root * 0.5],
    [half, tip * 0.3],
    [half, -tip * 0.7],
    [0, -root * 0.5],
  ] as const;
  k.extrude('wings', outline, root * 0.12, {
    at,
    turn: [-90, 0, 0],
    scale: [1, -1, 1],
    bevel: root * 0.04,
    name: 'wing',
  });
}
