import type { Quadruped } from './find-quadruped.ts';

/** An axis of the model that a body faces. */
export type Facing = (typeof FACINGS)[number];

const FACINGS = ['+Z', '-X', '-Z', '+X'] as const;

/** Returns the axis an animal faces. */
export function toFacing({ quarters }: Pick<Quadruped, 'quarters'>): Facing {
  return FACINGS[quarters % 4]!;
}
