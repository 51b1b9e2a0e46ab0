import type { CornerLayer, PolygonMesh } from './polygon-mesh.ts';

/** Returns the surface with reversed face winding, for mirrored meshes. */
export function flipFaces(mesh: PolygonMesh): PolygonMesh {
  const order = new Uint32Array(mesh.corners.length);
  let first = 0;
  for (const size of mesh.faceSizes) {
    for (let i = 0; i < size; i++) order[first + i] = first + size - 1 - i;
    first += size;
  }
  const turn = (indices: Uint32Array): Uint32Array => order.map((corner) => indices[corner]!);
  const turnLayer = <T extends CornerLayer | null>(layer: T): T => layer && { ...layer, indices: turn(layer.indices) };
  return {
    ...mesh,
    corners: turn(mesh.corners),
    normals: turnLayer(mesh.normals),
    uvs: mesh.uvs.map(turnLayer),
    colors: turnLayer(mesh.colors),
  };
}
