/** Movement of a foot on the ground and through the air. */
export interface FootCycle {
  /** Fraction of a cycle a foot is on the ground. */
  readonly stance: number;
  /** Distance of a foot in front of, and later behind, its rest position, in leg lengths. */
  readonly reach: number;
  readonly lift: number;
}

/** Position of a foot in its cycle. */
export interface FootPosition {
  readonly isDown: boolean;
  /** Elapsed fraction of the ground phase or of the air phase. */
  readonly done: number;
  /** Offset from the rest position in leg lengths: up, and to the front. */
  readonly y: number;
  readonly z: number;
}

/**
 * Returns the position of a foot at a fraction of its own cycle, which begins at touchdown. On the ground it moves back
 * at constant speed.
 */
export function cycleFoot({ stance, reach, lift }: FootCycle, share: number): FootPosition {
  const at = ((share % 1) + 1) % 1;
  if (at < stance) {
    const done = at / stance;
    return { isDown: true, done, y: 0, z: reach * (1 - 2 * done) };
  }
  const done = (at - stance) / (1 - stance);
  const speed = (-2 * reach * (1 - stance)) / stance;
  return { isDown: false, done, y: lift * Math.sin(Math.PI * done) ** 2, z: hermite(-reach, reach, speed, done) };
}

/** Interpolates from `a` to `b` with the same speed at both ends. */
function hermite(a: number, b: number, speed: number, t: number): number {
  const [t2, t3] = [t * t, t * t * t];
  return a * (2 * t3 - 3 * t2 + 1) + b * (3 * t2 - 2 * t3) + speed * (2 * t3 - 3 * t2 + t);
}
