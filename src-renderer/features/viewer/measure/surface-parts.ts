import {
  BufferAttribute,
  InterleavedBufferAttribute,
  Matrix3,
  Mesh,
  Vector3,
  type BufferGeometry,
  type Object3D,
} from 'three';
import { MAX_MEASURED_TRIANGLES, type SurfacePart } from './measure-surface.ts';

/** Lists the triangles of all meshes in model coordinates in the rest pose; null if there are too many to measure. */
export function listSurfaceParts(model: Object3D): SurfacePart[] | null {
  model.updateMatrixWorld(true);
  const meshes: Mesh[] = [];
  model.traverse((node) => {
    if (node instanceof Mesh) meshes.push(node as Mesh);
  });
  const corners = meshes.reduce(
    (sum, { geometry }) => sum + (geometry.index ?? geometry.getAttribute('position')).count,
    0,
  );
  return corners / 3 > MAX_MEASURED_TRIANGLES ? null : meshes.map(toPart);
}

/** Copies the geometry of a packed model that the measurement needs, so that the packed one can be transferred. */
export function copySurfaceGeometry(model: Object3D): void {
  const geometries = new Set<BufferGeometry>();
  model.traverse((node) => {
    if (node instanceof Mesh) geometries.add((node as Mesh).geometry);
  });
  for (const geometry of geometries) {
    if (geometry.index) geometry.setIndex(geometry.index.clone());
    for (const name of ['position', 'normal']) {
      const attribute = geometry.attributes[name];
      // The packed form of an interleaved attribute is a copy already.
      if (attribute instanceof BufferAttribute) geometry.setAttribute(name, attribute.clone());
    }
  }
}

function toPart({ geometry, matrixWorld }: Mesh): SurfacePart {
  const isMirrored = matrixWorld.determinant() < 0;
  const place = new Vector3();
  const positions = placed(geometry.getAttribute('position'), (attribute, index) =>
    place.fromBufferAttribute(attribute, index).applyMatrix4(matrixWorld),
  );
  const turn = new Matrix3().getNormalMatrix(matrixWorld);
  const normals = geometry.hasAttribute('normal')
    ? placed(geometry.getAttribute('normal'), (attribute, index) =>
        place.fromBufferAttribute(attribute, index).applyMatrix3(turn),
      )
    : null;
  const indices = geometry.index?.array ?? null;
  return { positions, normals, indices: isMirrored ? mirrored(indices, positions.length / 3) : indices };
}

function placed(
  attribute: BufferAttribute | InterleavedBufferAttribute,
  place: (attribute: BufferAttribute | InterleavedBufferAttribute, index: number) => Vector3,
): Float32Array {
  const values = new Float32Array(attribute.count * 3);
  for (let index = 0; index < attribute.count; index++) place(attribute, index).toArray(values, index * 3);
  return values;
}

/** A mirrored mesh is drawn, and therefore measured, with reversed winding. */
function mirrored(indices: ArrayLike<number> | null, corners: number): Uint32Array {
  const turned = Uint32Array.from(indices ?? { length: corners }, (value: number | undefined, at) => value ?? at);
  for (let corner = 0; corner + 2 < turned.length; corner += 3) {
    const second = turned[corner + 1] ?? 0;
    turned[corner + 1] = turned[corner + 2] ?? 0;
    turned[corner + 2] = second;
  }
  return turned;
}
