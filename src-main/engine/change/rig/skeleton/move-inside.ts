import type { Vector3 } from '../../../base/maths/vector.ts';
import { cubeAt, cubeCenter, type VoxelBody } from '../../../base/body/voxel-body.ts';

/** Returns the nearest position inside a body within `reach` metres, or the original position if there is none. */
export function moveInside(body: VoxelBody, place: Vector3, reach: number): Vector3 {
  const at = cubeAt(body, place);
  if (at >= 0 && body.solid[at]) return place;
  const { counts, origin, step, solid } = body;
  const [x, y, z] = [0, 1, 2].map((k) => Math.floor((place[k]! - origin[k]!) / step)) as [number, number, number];
  const most = Math.ceil(reach / step);
  let best = most * most + 1;
  let found = place;
  for (let dy = -most; dy <= most; dy++) {
    for (let dz = -most; dz <= most; dz++) {
      for (let dx = -most; dx <= most; dx++) {
        const far = dx * dx + dy * dy + dz * dz;
        const [ox, oy, oz] = [x + dx, y + dy, z + dz];
        const isInGrid = ox >= 0 && oy >= 0 && oz >= 0 && ox < counts[0] && oy < counts[1] && oz < counts[2];
        if (far >= best || !isInGrid || !solid[(oy * counts[2] + oz) * counts[0] + ox]) continue;
        best = far;
        found = cubeCenter(body, ox, oy, oz);
      }
    }
  }
  return found;
}
