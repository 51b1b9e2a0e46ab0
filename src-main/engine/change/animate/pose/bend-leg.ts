import { add, cross, dot, normalize, scale, subtract, type Vector3 } from '../../../base/maths/vector.ts';

/** Maximum extension of a leg; a fully straight leg would make the knee jerk. */
const MAX_EXTENSION = 0.998;

/** Positions of knee and ankle. */
export interface BentLeg {
  readonly knee: Vector3;
  /** The requested position, or the nearest one within reach of the leg. */
  readonly ankle: Vector3;
}

/**
 * Computes the knee between a hip and an ankle for two bone lengths, by the law of cosines; it bends towards `front`.
 */
export function bendLeg(hip: Vector3, ankle: Vector3, lengths: readonly [number, number], front: Vector3): BentLeg {
  const [upper, lower] = lengths;
  const offset = subtract(ankle, hip);
  const along = normalize(offset);
  const reach = Math.min(
    (upper + lower) * MAX_EXTENSION,
    Math.max(Math.abs(upper - lower) * 1.01, Math.hypot(...offset)),
  );
  const share = (upper ** 2 - lower ** 2 + reach ** 2) / (2 * reach);
  const bend = Math.sqrt(Math.max(0, upper ** 2 - share ** 2));
  const perpendicular = subtract(front, scale(along, dot(front, along)));
  // A leg that points exactly to the front bends upwards.
  const out = Math.hypot(...perpendicular) > 1e-3 ? normalize(perpendicular) : normalize(cross(along, [1, 0, 0]));
  return { knee: add(add(hip, scale(along, share)), scale(out, bend)), ankle: add(hip, scale(along, reach)) };
}
