import { createRandom } from '../maths/random.ts';

/** Available surface patterns. */
export const PATTERNS = [
  'wood',
  'stone',
  'marble',
  'brick',
  'weave',
  'leather',
  'fur',
  'stripes',
  'checks',
  'dots',
] as const;

/** Name of a surface pattern. */
export type PatternName = (typeof PATTERNS)[number];

/** A pattern at a point of its tile: light, 1 is the plain colour, and height, 0 to 1. */
interface PatternSample {
  readonly light: number;
  readonly height: number;
}

/** A pattern that tiles at 1 in u and v; v runs along the grain. */
export type Pattern = (u: number, v: number) => PatternSample;

/** Creates a pattern; the same seed gives the same pattern. */
export function createPattern(name: PatternName, seed: number): Pattern {
  const noise = createNoise(`${name} ${seed}`);
  return MAKERS[name](noise);
}

/** Light of 1.05 is white, so that patterns can be lighter than their colour. */
export const PATTERN_WHITE = 1.05;

/** Edge of a pattern's tile as a share of the object's size, and its minimum and maximum in metres. */
export const TILE = { share: 0.55, least: 0.04, most: 6 } as const;

type Noise = (u: number, v: number, cells: number, cellsV?: number) => number;

const MAKERS: Readonly<Record<PatternName, (noise: Noise) => Pattern>> = {
  wood: (noise) => (u, v) => {
    const bend = noise(u, v, 4, 1) + 0.3 * noise(u, v, 9, 2);
    const rings = 0.5 + 0.5 * Math.sin(2 * Math.PI * (u * 6 + bend));
    const fibre = noise(u, v, 64, 4);
    return { light: 0.92 + 0.08 * rings + 0.12 * (fibre - 0.5), height: 0.5 + 0.25 * rings + 0.25 * fibre };
  },
  stone: (noise) => (u, v) => {
    const rough = 0.5 * noise(u, v, 6) + 0.3 * noise(u, v, 14) + 0.2 * noise(u, v, 40);
    return { light: 0.78 + 0.36 * rough, height: rough };
  },
  marble: (noise) => (u, v) => {
    const vein = Math.abs(noise(u, v, 2) + 0.35 * noise(u, v, 6) - 0.68);
    return { light: 1 - 0.22 * Math.max(0, 1 - vein * 16) - 0.05 * noise(u, v, 5), height: 0.5 };
  },
  brick: (noise) => (u, v) => {
    const row = Math.floor(v * 8);
    const x = (u * 4 + (row % 2) * 0.5) % 1;
    const y = (v * 8) % 1;
    const edge = Math.min(x * 2, (1 - x) * 2, y, 1 - y);
    const isMortar = edge < 0.08;
    const tint = noise((Math.floor(u * 4 + (row % 2) * 0.5) % 4) / 4 + 0.06, row / 8 + 0.06, 8);
    return { light: isMortar ? 1.05 : 0.62 + 0.22 * tint + 0.08 * noise(u, v, 50), height: isMortar ? 0 : 0.9 };
  },
  weave: (noise) => (u, v) => {
    const [x, y] = [Math.sin(u * 32 * Math.PI), Math.sin(v * 32 * Math.PI)];
    const isOver = (Math.floor(u * 32) + Math.floor(v * 32)) % 2 === 0;
    const thread = isOver ? Math.abs(x) : Math.abs(y);
    return { light: 0.92 + 0.08 * thread + 0.06 * (noise(u, v, 10) - 0.5), height: thread };
  },
  leather: (noise) => (u, v) => {
    const cell = Math.abs(noise(u, v, 26) - 0.5) * 2;
    return {
      light: 0.93 + 0.07 * Math.min(1, cell * 2.4) + 0.08 * (noise(u, v, 5) - 0.5),
      height: Math.min(1, cell * 2),
    };
  },
  fur: (noise) => (u, v) => {
    const hair = noise(u + 0.02 * Math.sin(v * 12 * Math.PI), v, 72, 9);
    return { light: 0.88 + 0.17 * hair + 0.08 * (noise(u, v, 6) - 0.5), height: hair };
  },
  stripes: () => (u) => ({ light: Math.floor(u * 8) % 2 === 0 ? 1 : 0.3, height: 0.5 }),
  checks: () => (u, v) => ({ light: (Math.floor(u * 6) + Math.floor(v * 6)) % 2 === 0 ? 1 : 0.3, height: 0.5 }),
  dots: () => (u, v) => {
    const [x, y] = [((u * 5) % 1) - 0.5, ((v * 5) % 1) - 0.5];
    return { light: Math.hypot(x, y) < 0.28 ? 0.3 : 1, height: 0.5 };
  },
};

/** Creates value noise that tiles at 1: smooth between random values on a grid of `cells` by `cellsV`. */
function createNoise(seed: string): Noise {
  const random = createRandom(seed);
  const values = Float32Array.from({ length: 4096 }, random);
  const at = (x: number, y: number) => values[(x * 73 + y * 191 + ((x * y) & 63)) & 4095]!;
  return (u, v, cells, cellsV = cells) => {
    const x = (((u % 1) + 1) % 1) * cells;
    const y = (((v % 1) + 1) % 1) * cellsV;
    const x0 = Math.floor(x);
    const y0 = Math.floor(y);
    const fx = smooth(x - x0);
    const fy = smooth(y - y0);
    const x1 = (x0 + 1) % cells;
    const y1 = (y0 + 1) % cellsV;
    const low = at(x0, y0) + (at(x1, y0) - at(x0, y0)) * fx;
    const high = at(x0, y1) + (at(x1, y1) - at(x0, y1)) * fx;
    return low + (high - low) * fy;
  };
}

function smooth(t: number): number {
  return t * t * (3 - 2 * t);
}
