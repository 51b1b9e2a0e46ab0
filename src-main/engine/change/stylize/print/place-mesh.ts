import type { TriangleMesh } from '../../../base/mesh/triangle-mesh.ts';
import type { GridPoint } from '../mesh/stylize-subject.ts';

/** A transform: rotation, then scale, then translation. */
export interface Placement {
  /** Rotates by a quarter turn about +Y, so that the +X side faces the front (+Z). */
  readonly isRotated?: boolean;
  readonly scale: GridPoint;
  readonly translation: GridPoint;
}

/** Returns a transformed copy of a mesh; the order of triangles is kept. */
export function placeMesh(
  { positions, indices }: TriangleMesh,
  { isRotated, scale, translation }: Placement,
): TriangleMesh {
  const placed = new Float32Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i]!, positions[i + 1]!, positions[i + 2]!];
    placed[i] = (isRotated ? -z : x) * scale[0] + translation[0];
    placed[i + 1] = y * scale[1] + translation[1];
    placed[i + 2] = (isRotated ? x : z) * scale[2] + translation[2];
  }
  return { positions: placed, indices };
}
