import type { TrackedLeg } from './track-legs.ts';

/** An opposite pair of legs, in voxels. */
export interface LegPair {
  /** Legs at the −x and +x sides. */
  readonly legs: readonly [TrackedLeg, TrackedLeg];
  /** Depth of the pair: the centre of the upper halves of the legs. */
  readonly z: number;
  /** Distance between the centres of the legs. */
  readonly across: number;
  /** Highest row at which both legs are separate from the body. */
  readonly top: number;
  /** Ratio of height to width of the thicker leg. */
  readonly slenderness: number;
}

/** Maximum offset of opposite legs along the body, as a share of its length. */
const TOLERANCE = 0.08;

/**
 * Returns two pairs of legs, each at least `shortest` high; null if the legs do not form exactly two pairs. `length` is
 * that of the body.
 */
export function pairLegs(
  legs: readonly TrackedLeg[],
  shortest: number,
  length: number,
): Readonly<Record<'front' | 'hind', LegPair>> | null {
  const standing = legs.filter(({ rows }) => rows.length >= shortest).sort((a, b) => depthOf(a) - depthOf(b));
  const right = standing.filter(({ side }) => side < 0);
  const left = standing.filter(({ side }) => side > 0);
  if (right.length !== 2 || left.length !== 2) return null;
  const [hind, front] = [0, 1].map((at) => toPair([right[at]!, left[at]!])) as [LegPair, LegPair];
  const isOpposite = [hind, front].every(
    ({ legs: [one, other] }) => Math.abs(depthOf(one) - depthOf(other)) <= TOLERANCE * length,
  );
  return isOpposite ? { front, hind } : null;
}

function toPair(legs: readonly [TrackedLeg, TrackedLeg]): LegPair {
  const middles = legs.map(({ rows }) => rows[Math.floor(rows.length / 2)]!.x) as [number, number];
  return {
    legs,
    z: (depthOf(legs[0]) + depthOf(legs[1])) / 2,
    across: middles[1] - middles[0],
    top: Math.min(...legs.map(({ rows }) => rows.at(-1)!.row)),
    slenderness: Math.min(...legs.map(slendernessOf)),
  };
}

function depthOf({ rows }: TrackedLeg): number {
  const upper = rows.slice(Math.floor(rows.length / 2));
  return upper.reduce((sum, { z }) => sum + z, 0) / upper.length;
}

function slendernessOf({ rows }: TrackedLeg): number {
  const areas = rows.map(({ area }) => area).sort((a, b) => a - b);
  return rows.length / Math.sqrt(areas[Math.floor(areas.length / 2)]!);
}
