import { findBiped, type Biped } from '../../base/body/find-biped.ts';
import { findQuadruped, type Quadruped } from './quadruped/find-quadruped.ts';
import type { BodyRejection } from '../../base/body/body-rejection.ts';
import type { VoxelBody } from '../../base/body/voxel-body.ts';

/** A body that can get a skeleton, in cubes. */
export type Figure =
  | { readonly rigType: 'biped'; readonly body: VoxelBody; readonly biped: Biped }
  | { readonly rigType: 'quadruped'; readonly body: VoxelBody; readonly quadruped: Quadruped };

/** The kinds of bodies that get skeletons here. */
export type RigType = Figure['rigType'];

/** Reads a figure on two legs or an animal on four out of the space a body fills, or says why it is neither. */
export function findFigure(body: VoxelBody): Figure | BodyRejection {
  const biped = findBiped(body);
  if (!('reason' in biped)) return { rigType: 'biped', body, biped };
  const quadruped = findQuadruped(body);
  if (!quadruped) return biped;
  return 'reason' in quadruped ? quadruped : { rigType: 'quadruped', body, quadruped };
}
