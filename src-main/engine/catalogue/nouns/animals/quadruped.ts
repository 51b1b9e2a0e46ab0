import type { PartBuilder } from '../../builder/part-builder.ts';
import { SIDES } from '../shared/symmetry.ts';

/** Proportions of a quadruped, as shares of its back height unless stated otherwise. */
export interface QuadrupedShape {
  /** Height of the back in metres. */
  readonly back: number;
  readonly length: number;
  /** Radius of chest and rump. */
  readonly chest: number;
  readonly rump: number;
  /** Radius of a leg at the top and above the foot. */
  readonly leg: readonly [top: number, foot: number];
  /** Offset of the neck from the chest, forwards and up, and its radius at both ends. */
  readonly neck: readonly [forward: number, up: number, low: number, high: number];
  /** Radius of the head, and length and radius of the muzzle. */
  readonly head: readonly [radius: number, muzzle: number, tip: number];
  readonly ears: 'pointed' | 'round' | 'floppy' | 'long' | 'none';
  /** Size of an ear. */
  readonly ear: number;
  /** Length, radius and direction of the tail: 1 straight up, 0 horizontal, −1 hanging. */
  readonly tail: readonly [length: number, radius: number, rise: number];
  /** True for hooves in the slot `dark`, false for paws. */
  readonly isHoofed: boolean;
}

/** Position of an animal's head, for horns, manes and trunks. */
export interface HeadPlace {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly r: number;
}

/** Adds a quadruped with the slots `coat`, `belly` (muzzle, paws, tail tip) and `dark` (nose, eyes, hooves). */
export function quadruped(k: PartBuilder, shape: QuadrupedShape): HeadPlace {
  const b = k.vary(shape.back, 0.06);
  const l = (k.vary(shape.length, 0.04) * b) / 2;
  const [chest, rump] = [k.vary(shape.chest, 0.06) * b, k.vary(shape.rump, 0.06) * b];
  const y = b - Math.max(chest, rump);
  k.tube(
    'coat',
    [
      [0, y + rump * 0.1, -l],
      [0, y, -l + rump * 0.35],
      [0, y, -l + rump],
      [0, y + chest * 0.05, 0],
      [0, y, l - chest],
      [0, y + chest * 0.05, l - chest * 0.3],
      [0, y + chest * 0.2, l],
    ],
    [rump * 0.25, rump * 0.8, rump, (chest + rump) * 0.49, chest, chest * 0.83, chest * 0.3],
    { segments: 20, ends: 'round', name: 'body' },
  );

  const [top, foot] = [shape.leg[0] * b, shape.leg[1] * b];
  for (const z of SIDES) {
    const lz = z > 0 ? l - chest * 0.75 : -l + rump * 0.7;
    const spread = (z > 0 ? chest : rump) * 0.62;
    const bend = z > 0 ? 0.02 * b : -0.07 * b;
    for (const x of SIDES) {
      k.tube(
        'coat',
        [
          [x * spread * 0.95, y - 0.05 * b, lz],
          [x * spread, y * 0.55, lz + bend * 0.4],
          [x * spread, y * 0.3, lz + bend],
          [x * spread, foot * 0.8, lz + bend * 0.5],
        ],
        [top, top * 0.75, foot * 1.05, foot],
        { segments: 12, ends: 'round', name: 'leg' },
      );
      if (shape.isHoofed) {
        k.cylinder('dark', foot * 1.35, foot * 1.7, {
          at: [x * spread, 0, lz + bend * 0.5 + foot * 0.2],
          top: foot,
          segments: 12,
          name: 'hoof',
        });
      } else {
        k.ball('belly', [foot * 1.25, foot * 0.85, foot * 1.7], {
          at: [x * spread, foot * 0.85, lz + bend * 0.5 + foot * 0.7],
          segments: 14,
          name: 'paw',
        });
      }
    }
  }

  const [forward, up, low, high] = shape.neck;
  const r = k.vary(shape.head[0], 0.05) * b;
  const hy = y + chest * 0.3 + up * b;
  const hz = l - chest * 0.35 + forward * b;
  k.tube(
    'coat',
    [
      [0, y + chest * 0.1, l - chest * 0.8],
      [0, y + chest * 0.35 + up * b * 0.45, l - chest * 0.4 + forward * b * 0.4],
      [0, hy, hz],
    ],
    [low * b, (low + high) * 0.5 * b, high * b],
    { segments: 16, ends: 'round', name: 'neck' },
  );
  const [, muzzle, tip] = shape.head;
  const end = hz + r * 0.55 + muzzle * b;
  k.ball('coat', [r * 0.9, r * 0.95, r * 1.02], { at: [0, hy, hz + r * 0.2], segments: 20, name: 'head' });
  k.tube(
    'coat',
    [
      [0, hy - r * 0.1, hz + r * 0.3],
      [0, hy - r * 0.25, end - tip * b * 0.5],
    ],
    [r * 0.72, tip * b * 1.05],
    { ends: 'flat', isSmooth: false, segments: 16, name: 'snout' },
  );
  k.ball('belly', [tip * b * 1.1, tip * b * 0.95, tip * b], {
    at: [0, hy - r * 0.27, end - tip * b * 0.35],
    segments: 16,
    name: 'muzzle',
  });
  k.ball('dark', [tip * b * 0.5, tip * b * 0.38, tip * b * 0.35], {
    at: [0, hy - r * 0.27 + tip * b * 0.45, end + tip * b * 0.5],
    segments: 12,
    name: 'nose',
  });
  for (const x of SIDES) {
    k.ball('dark', r * 0.14, { at: [x * r * 0.52, hy + r * 0.26, hz + r * 0.98], segments: 12, name: 'eye' });
    addEar(k, shape, x, { x: 0, y: hy, z: hz, r }, shape.ear * b);
  }
  addTail(k, shape, y, -l, b);
  k.spot('top', [0, b - 0.03 * b, 0], 2 * chest, l);
  k.spot('under', [0, 0, 0], chest, l, y - Math.max(chest, rump));
  k.spot('head', [0, hy + r * 0.9, hz + r * 0.2], r * 1.25, r * 1.25);
  return { x: 0, y: hy, z: hz, r };
}

function addEar(k: PartBuilder, { ears }: QuadrupedShape, x: number, { y, z, r }: HeadPlace, size: number): void {
  if (ears === 'pointed') {
    k.lathe(
      'coat',
      [
        [0, -size * 0.3],
        [size * 0.48, 0],
        [size * 0.32, size * 0.55],
        [0, size * 1.15],
      ],
      {
        at: [x * r * 0.55, y + r * 0.72, z + r * 0.15],
        turn: [0, 0, -x * 14],
        scale: [1, 1, 0.5],
        segments: 14,
        name: 'ear',
      },
    );
  } else if (ears === 'round') {
    k.ball('coat', [size * 0.6, size * 0.6, size * 0.25], {
      at: [x * r * 0.72, y + r * 0.78, z + r * 0.15],
      segments: 16,
      name: 'ear',
    });
  } else if (ears === 'floppy') {
    k.ball('belly', [size * 0.18, size * 0.75, size * 0.42], {
      at: [x * r * 0.92, y + r * 0.1, z + r * 0.1],
      turn: [0, 0, x * 12],
      segments: 16,
      name: 'ear',
    });
  } else if (ears === 'long') {
    k.tube(
      'coat',
      [
        [x * r * 0.4, y + r * 0.6, z],
        [x * r * 0.55, y + r + size * 0.5, z - size * 0.08],
        [x * r * 0.7, y + r + size, z - size * 0.2],
      ],
      [size * 0.1, size * 0.19, size * 0.06],
      {
        ends: 'round',
        name: 'ear',
      },
    );
  }
}

function addTail(
  k: PartBuilder,
  { tail: [length, radius, rise] }: QuadrupedShape,
  y: number,
  z: number,
  b: number,
): void {
  const [l, r] = [length * b, radius * b];
  const tip = [0, y + l * rise, z - l * (1 - 0.6 * Math.abs(rise))] as const;
  k.tube('coat', [[0, y + 0.06 * b, z + 0.05 * b], [0, y + l * rise * 0.35, z - l * 0.4], tip], [r * 0.8, r, r * 0.7], {
    ends: 'round',
    segments: 10,
    name: 'tail',
  });
}
