import { findSliceComponents, type SliceComponent } from './slice-components.ts';
import type { VoxelBody } from './voxel-body.ts';

/** The legs of a body; rows count from the bottom. */
export interface Legs {
  readonly ground: number;
  readonly top: number;
  /** The highest row in which nothing connects left and right. */
  readonly crotch: number;
  /** 1 where a voxel belongs to a leg, below the crotch. */
  readonly isLeg: Uint8Array;
  /** Number of legs that reach from the ground to near the crotch, on the sides −x and +x. */
  readonly count: readonly [number, number];
}

/** Share of the height in which the legs may be connected: feet that touch. */
const TOUCHING_FEET = 0.14;
/** Shortest legs, as a share of the height: shorter ones cannot walk. */
const SHORTEST_LEGS = 0.08;

/**
 * Finds the legs of a body with its mirror plane at column `middle`. Returns null if the body does not stand on both
 * sides of it.
 */
export function findLegs(body: VoxelBody, middle: number): Legs | null {
  const [nx, ny, nz] = body.counts;
  const rows = Array.from({ length: ny }, (_, row) => findSliceComponents(body, row, (cube) => body.solid[cube] === 1));
  const ground = rows.findIndex((pieces) => pieces.length > 0);
  const top = rows.findLastIndex((pieces) => pieces.length > 0);
  const height = top - ground + 1;
  if (ground < 0) return null;

  const first = rows.findIndex((pieces, row) => row >= ground && isSplit(pieces, middle));
  if (first < 0 || first > ground + height * TOUCHING_FEET) return null;
  let crotch = first;
  while (crotch < top && isSplit(rows[crotch + 1]!, middle)) crotch++;
  if (crotch - ground < height * SHORTEST_LEGS || crotch === top) return null;

  // Search from the ground up: hands that hang this low are not legs.
  const isLeg = new Uint8Array(nx * ny * nz);
  const stack: number[] = [];
  const visit = (cube: number): void => {
    const isBelow = Math.floor(cube / (nx * nz)) <= crotch;
    if (!isBelow || isLeg[cube] || !body.solid[cube]) return;
    isLeg[cube] = 1;
    stack.push(cube);
  };
  const soles = (ground + Math.ceil(height * 0.02) + 1) * nx * nz;
  for (let cube = 0; cube < soles; cube++) visit(cube);
  for (let cube = stack.pop(); cube !== undefined; cube = stack.pop()) {
    for (const step of [1, -1, nx, -nx, nx * nz, -nx * nz]) visit(cube + step);
  }
  const count = [-1, 1].map((side) => countLegs(body, { ground, crotch, isLeg }, middle, side));
  return { ground, top, crotch, isLeg, count: count as [number, number] };
}

/** Returns the leg components of one row on one side of the middle. */
export function legPieces(
  body: VoxelBody,
  isLeg: Uint8Array,
  row: number,
  middle: number,
  side: number,
): SliceComponent[] {
  const nx = body.counts[0];
  return findSliceComponents(body, row, (cube) => isLeg[cube] === 1 && ((cube % nx) - middle) * side > 0);
}

function isSplit(pieces: readonly SliceComponent[], middle: number): boolean {
  const isLeft = pieces.some(({ high }) => high[0] <= middle + 0.5);
  const isRight = pieces.some(({ low }) => low[0] >= middle - 0.5);
  return isLeft && isRight && pieces.every(({ low, high }) => high[0] <= middle + 0.5 || low[0] >= middle - 0.5);
}

/** Returns the number of components of one side in most rows between the ankles and the crotch. */
function countLegs(
  body: VoxelBody,
  { ground, crotch, isLeg }: Pick<Legs, 'ground' | 'crotch' | 'isLeg'>,
  middle: number,
  side: number,
): number {
  const counts: number[] = [];
  for (let row = Math.round(ground + (crotch - ground) * 0.3); row < ground + (crotch - ground) * 0.85; row++) {
    const pieces = legPieces(body, isLeg, row, middle, side);
    const largest = Math.max(0, ...pieces.map(({ area }) => area));
    counts.push(pieces.filter(({ area }) => area > largest * 0.25).length);
  }
  return counts.sort((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
}
