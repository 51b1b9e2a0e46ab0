import type { Vector3 } from '../../../base/maths/vector.ts';
import type { VoxelBody } from '../../../base/body/voxel-body.ts';

/**
 * Returns a body rotated about the world's vertical axis by a number of quarter turns, counter-clockwise as seen from
 * above.
 */
export function rotateBody(body: VoxelBody, quarters: number): VoxelBody {
  let turned = body;
  for (let i = 0; i < quarters; i++) turned = turnQuarter(turned);
  return turned;
}

/** Returns a point rotated in the same way; negative numbers of quarter turns rotate back. */
export function rotatePoint([x, y, z]: Vector3, quarters: number): Vector3 {
  const turns = ((quarters % 4) + 4) % 4;
  if (turns === 1) return [z, y, -x];
  if (turns === 2) return [-x, y, -z];
  return turns === 3 ? [-z, y, x] : [x, y, z];
}

function turnQuarter({ counts: [nx, ny, nz], origin, step, solid }: VoxelBody): VoxelBody {
  const turned = new Uint8Array(solid.length);
  for (let y = 0; y < ny; y++) {
    for (let z = 0; z < nz; z++) {
      for (let x = 0; x < nx; x++) turned[(y * nx + nx - 1 - x) * nz + z] = solid[(y * nz + z) * nx + x]!;
    }
  }
  return { counts: [nz, ny, nx], origin: [origin[2], origin[1], -(origin[0] + nx * step)], step, solid: turned };
}
