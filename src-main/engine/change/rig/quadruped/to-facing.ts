import type { Quadruped } from './find-quadruped.ts';

/** An axis of the model that a body looks along. */
export type Facing = (typeof FACINGS)[number];

const FACINGS = ['+Z', '-X', '-Z', '+X'] as const;

/** The axis an animal looks along. */
export function toFacing({ quarters }: Pick<Quadruped, 'quarters'>): Facing {
  return FACINGS[quarters % 4]!;
}
