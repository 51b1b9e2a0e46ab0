/** How a foot goes on the ground and through the air. */
export interface FootCycle {
  /** Share of a cycle a foot is on the ground. */
  readonly stance: number;
  /** Leg lengths a foot is before, and later behind, its place at rest. */
  readonly reach: number;
  readonly lift: number;
}

/** Where a foot is in its cycle. */
export interface FootPosition {
  readonly isDown: boolean;
  /** Share of its time on the ground, or in the air, that is over. */
  readonly done: number;
  /** Leg lengths from its place at rest: up, and to the front. */
  readonly y: number;
  readonly z: number;
}

/** A foot at a share of its own cycle, which begins as it comes down. On the ground it goes back at one speed. */
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

/** From `a` to `b` with the same speed at both ends. */
function hermite(a: number, b: number, speed: number, t: number): number {
  const [t2, t3] = [t * t, t * t * t];
  return a * (2 * t3 - 3 * t2 + 1) + b * (3 * t2 - 2 * t3) + speed * (2 * t3 - 3 * t2 + t);
}
