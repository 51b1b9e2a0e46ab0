import { readFloats } from '../../base/document/list-surfaces.ts';
import { smoothMesh } from '../../base/mesh/smooth-mesh.ts';
import type { RefinedMesh } from './refined-mesh.ts';

/**
 * Evens out the result of splitting, in place: one round of `relaxMesh` over the smooth points of a mesh, along the
 * normal only, so that textures do not swim, and by at most `maxOffset`; creases and borders stay. The `RefinedMesh`
 * itself is outdated afterwards. O(triangles).
 */
export function smoothRefinedMesh({ primitives, shape, net }: RefinedMesh, maxOffset: number): void {
  const { positions, normals, indices, places } = shape;
  const count = places.reduce((highest, place) => Math.max(highest, place), -1) + 1;
  const at = new Float32Array(3 * count);
  const normalSums = new Float32Array(3 * count);
  places.forEach((place, vertex) => {
    for (let k = 0; k < 3; k++) {
      at[3 * place + k] = positions[3 * vertex + k]!;
      normalSums[3 * place + k]! += normals[3 * vertex + k]!;
    }
  });
  const isFixed = new Uint8Array(count);
  for (const { a, b, isSmooth } of net.values()) if (!isSmooth) isFixed[a] = isFixed[b] = 1;
  const relaxed = smoothMesh(
    { positions: at, indices: indices.map((vertex) => places[vertex]!) },
    1,
    isFixed,
  ).positions;

  const moved = at.slice();
  for (let place = 0; place < count; place++) {
    if (isFixed[place]) continue;
    const [x, y, z] = [normalSums[3 * place]!, normalSums[3 * place + 1]!, normalSums[3 * place + 2]!];
    const squared = x * x + y * y + z * z;
    if (!(squared > 0)) continue;
    const offset = (k: number): number => relaxed[3 * place + k]! - at[3 * place + k]!;
    const along = (offset(0) * x + offset(1) * y + offset(2) * z) / Math.sqrt(squared);
    const step = Math.min(maxOffset, Math.max(-maxOffset, along)) / Math.sqrt(squared);
    // Also skips NaN: a point without triangles has no neighbours.
    if (!Number.isFinite(step)) continue;
    for (let k = 0; k < 3; k++) moved[3 * place + k]! += step * normalSums[3 * place + k]!;
  }
  for (const { primitive, first } of primitives) {
    const own = readFloats(primitive, 'POSITION')!;
    for (let i = 0; i < own.length; i++) own[i] = moved[3 * places[first + Math.floor(i / 3)]! + (i % 3)]!;
    const accessor = primitive.getAttribute('POSITION')!;
    primitive.setAttribute('POSITION', accessor.clone().setNormalized(false).setArray(own));
  }
}
