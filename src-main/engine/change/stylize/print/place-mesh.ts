import type { TriangleMesh } from '../../../base/mesh/triangle-mesh.ts';
import type { GridPoint } from '../mesh/stylize-subject.ts';

/** Where a mesh is put: turned by a quarter about +Y if so asked (its +X side then faces the front), scaled, moved. */
export interface Placing {
  readonly isTurned?: boolean;
  readonly scale: GridPoint;
  readonly shift: GridPoint;
}

/** A copy of a mesh at another place; triangles keep their order. */
export function placeMesh({ positions, indices }: TriangleMesh, { isTurned, scale, shift }: Placing): TriangleMesh {
  const placed = new Float32Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i]!, positions[i + 1]!, positions[i + 2]!];
    placed[i] = (isTurned ? -z : x) * scale[0] + shift[0];
    placed[i + 1] = y * scale[1] + shift[1];
    placed[i + 2] = (isTurned ? x : z) * scale[2] + shift[2];
  }
  return { positions: placed, indices };
}
