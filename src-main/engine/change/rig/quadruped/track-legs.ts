import type { VoxelBody } from '../../../base/body/voxel-body.ts';

/** A row of a leg: the centre of its slice, in voxels. */
export interface LegRow {
  readonly row: number;
  readonly x: number;
  readonly z: number;
  /** Number of voxels. */
  readonly area: number;
}

/** A leg from the ground up to the point where it meets another leg or the mirror plane of the body. */
export interface TrackedLeg {
  /** Side of the body; −1 is −x. */
  readonly side: -1 | 1;
  /** Rows from the bottom up. */
  readonly rows: readonly LegRow[];
}

/** All legs of a body. */
export interface TrackedLegs {
  readonly ground: number;
  readonly top: number;
  readonly legs: readonly TrackedLeg[];
  /** 1 for voxels of a leg. */
  readonly isLeg: Uint8Array;
}

/**
 * Maximum height of a sole as a share of the body's height; parts that start higher hang down, such as tails and
 * trunks.
 */
const HIGHEST_SOLE = 0.08;
/** Maximum height at which toes may join, as a share of the body's height. */
const HIGHEST_TOES = 0.14;

/** A connected piece of a slice: indices into the slice. */
type Piece = readonly number[];

interface GrowingLeg {
  readonly side: -1 | 1;
  readonly rows: LegRow[];
  isOpen: boolean;
}

/**
 * Tracks the legs of a body upwards from the ground, row by row: a piece of a slice belongs to the leg below it until
 * it touches two legs or reaches the plane at column `middle`. Returns null for an empty body.
 */
export function trackLegs(body: VoxelBody, middle: number): TrackedLegs | null {
  const { counts, solid } = body;
  const [nx, ny, nz] = counts;
  const slice = nx * nz;
  const ground = Math.floor(solid.indexOf(1) / slice);
  const top = Math.floor(solid.lastIndexOf(1) / slice);
  if (ground < 0) return null;
  const height = top - ground + 1;
  const owners = new Int16Array(solid.length);
  const legs: GrowingLeg[] = [];

  for (let row = ground; row < ny; row++) {
    const found = new Map<number, number[]>();
    for (const piece of listPieces(body, row)) {
      const below = new Set(row === ground ? [] : piece.map((at) => owners[(row - 1) * slice + at]!));
      below.delete(0);
      const own = [...below];
      const side = sideOf(piece, nx, middle);
      if (own.length === 0 && row <= ground + height * HIGHEST_SOLE && side !== 0) {
        own.push(legs.push({ side, rows: [], isOpen: true }));
      }
      const isOneSided = side !== 0 && own.every((id) => legs[id - 1]!.side === side && legs[id - 1]!.isOpen);
      if (own.length === 0 || !isOneSided || (own.length > 1 && row > ground + height * HIGHEST_TOES)) {
        for (const id of own) legs[id - 1]!.isOpen = false;
        continue;
      }
      // Joined toes count as one leg.
      const [id, ...others] = own.sort((a, b) => legs[b - 1]!.rows.length - legs[a - 1]!.rows.length);
      for (const other of others) legs[other - 1]!.isOpen = false;
      for (const at of piece) owners[row * slice + at] = id!;
      found.set(id!, [...(found.get(id!) ?? []), ...piece]);
    }
    for (const [id, places] of found) if (legs[id - 1]!.isOpen) legs[id - 1]!.rows.push(toRow(places, row, nx));
    if (!legs.some(({ isOpen }) => isOpen) && row > ground + height * HIGHEST_TOES) break;
    legs.forEach((leg, i) => (leg.isOpen &&= found.has(i + 1)));
  }
  return { ground, top, legs, isLeg: Uint8Array.from(owners, (owner) => (owner > 0 ? 1 : 0)) };
}

function toRow(places: Piece, row: number, nx: number): LegRow {
  let [x, z] = [0, 0];
  for (const at of places) {
    x += at % nx;
    z += Math.floor(at / nx);
  }
  return { row, x: x / places.length, z: z / places.length, area: places.length };
}

/** Returns the side of a piece; 0 if it is on both sides or in the middle. */
function sideOf(piece: Piece, nx: number, middle: number): -1 | 0 | 1 {
  let [low, high] = [nx, 0];
  for (const at of piece) {
    low = Math.min(low, at % nx);
    high = Math.max(high, at % nx);
  }
  if (low > middle) return 1;
  return high < middle ? -1 : 0;
}

function listPieces({ counts: [nx, , nz], solid }: VoxelBody, row: number): Piece[] {
  const start = row * nx * nz;
  const isSeen = new Uint8Array(nx * nz);
  const pieces: number[][] = [];
  for (let first = 0; first < isSeen.length; first++) {
    if (isSeen[first] || !solid[start + first]) continue;
    const piece = [first];
    isSeen[first] = 1;
    for (let i = 0; i < piece.length; i++) {
      const at = piece[i]!;
      // The outermost voxels of a body are always empty.
      for (const next of [at - 1, at + 1, at - nx, at + nx]) {
        if (isSeen[next] || !solid[start + next]) continue;
        isSeen[next] = 1;
        piece.push(next);
      }
    }
    pieces.push(piece);
  }
  return pieces;
}
