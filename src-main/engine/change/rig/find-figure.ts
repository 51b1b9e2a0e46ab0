import { findBiped, type Biped } from '../../base/body/find-biped.ts';
import { findQuadruped, type Quadruped } from './quadruped/find-quadruped.ts';
import type { BodyRejection } from '../../base/body/body-rejection.ts';
import type { VoxelBody } from '../../base/body/voxel-body.ts';

/** A body that can be rigged, in voxels. */
export type Figure =
  | { readonly rigType: 'biped'; readonly body: VoxelBody; readonly biped: Biped }
  | { readonly rigType: 'quadruped'; readonly body: VoxelBody; readonly quadruped: Quadruped };

/** Body types that can be rigged. */
export type RigType = Figure['rigType'];

/** Detects a biped or a quadruped from the voxels of a body, or returns the reason for rejection. */
export function findFigure(body: VoxelBody): Figure | BodyRejection {
  const biped = findBiped(body);
  if (!('reason' in biped)) return { rigType: 'biped', body, biped };
  const quadruped = findQuadruped(body);
  if (!quadruped) return biped;
  return 'reason' in quadruped ? quadruped : { rigType: 'quadruped', body, quadruped };
}
