import type { Vector3 } from '../../../base/maths/vector.ts';
import { cubeAt, cubeCenter, type VoxelBody } from '../../../base/body/voxel-body.ts';

/** Returns the nearest position inside a body within `reach` metres, or the original position if there is none. */
export function moveInside(body: VoxelBody, position: Vector3, reach: number): Vector3 {
  const at = cubeAt(body, position);
  if (at >= 0 && body.solid[at]) return position;
  const { counts, origin, step, solid } = body;
  const [x, y, z] = [0, 1, 2].map((k) => Math.floor((position[k]! - origin[k]!) / step)) as [number, number, number];
  const radius = Math.ceil(reach / step);
  let best = radius * radius + 1;
  let found = position;
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dz = -radius; dz <= radius; dz++) {
      for (let dx = -radius; dx <= radius; dx++) {
        const squaredDistance = dx * dx + dy * dy + dz * dz;
        const [ox, oy, oz] = [x + dx, y + dy, z + dz];
        const isInGrid = ox >= 0 && oy >= 0 && oz >= 0 && ox < counts[0] && oy < counts[1] && oz < counts[2];
        if (squaredDistance >= best || !isInGrid || !solid[(oy * counts[2] + oz) * counts[0] + ox]) continue;
        best = squaredDistance;
        found = cubeCenter(body, ox, oy, oz);
      }
    }
  }
  return found;
}
