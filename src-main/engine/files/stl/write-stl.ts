import type { Document } from '@gltf-transform/core';
import { getSurfaces } from '../materials/model-surfaces.ts';

const HEADER = 'binary STL, millimetres, Z up';
const HEADER_BYTES = 80;
const FACET_BYTES = 50;
const MILLIMETRES = 1000;

/**
 * Writes the model as binary STL: millimetres (STL itself has no unit; the header states it), +Z up, front to −Y,
 * counter-clockwise from outside, facet normals from the corners. Facets with two equal corners are left out. Throws
 * `ModelError` for a model without surfaces.
 */
export function writeStl(document: Document): Uint8Array {
  const primitives = getSurfaces(document).flatMap((mesh) => mesh.primitives);
  const most = primitives.reduce((sum, primitive) => sum + primitive.indices.length / 3, 0);
  const file = Buffer.alloc(HEADER_BYTES + 4 + FACET_BYTES * most);
  file.write(HEADER, 'latin1');

  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let written = 0;
  for (const { positions, indices } of primitives) {
    for (let i = 0; i + 2 < indices.length; i += 3) {
      const at = HEADER_BYTES + 4 + FACET_BYTES * written;
      if (writeFacet(view, at, positions, indices, i)) written++;
    }
  }
  view.setUint32(HEADER_BYTES, written, true);
  return file.subarray(0, HEADER_BYTES + 4 + FACET_BYTES * written);
}

/**
 * Writes the facet whose three indices begin at `first`. Returns false if two corners are equal; the facet is then
 * skipped.
 */
function writeFacet(view: DataView, at: number, positions: Float32Array, indices: Uint32Array, first: number): boolean {
  const a = indices[first]! * 3;
  const b = indices[first + 1]! * 3;
  const c = indices[first + 2]! * 3;
  const ux = positions[b]! - positions[a]!;
  const uy = positions[b + 1]! - positions[a + 1]!;
  const uz = positions[b + 2]! - positions[a + 2]!;
  const vx = positions[c]! - positions[a]!;
  const vy = positions[c + 1]! - positions[a + 1]!;
  const vz = positions[c + 2]! - positions[a + 2]!;
  const isPoint = (ux === 0 && uy === 0 && uz === 0) || (vx === 0 && vy === 0 && vz === 0);
  if (isPoint || (ux === vx && uy === vy && uz === vz)) return false;

  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  // A sliver with three collinear corners is kept, without a normal: removing it would open the surface.
  const length = Math.hypot(nx, ny, nz) || 1;

  writeVector(view, at, nx / length, ny / length, nz / length);
  let corner = at + 12;
  for (const vertex of [a, b, c]) {
    const x = positions[vertex]! * MILLIMETRES;
    const y = positions[vertex + 1]! * MILLIMETRES;
    const z = positions[vertex + 2]! * MILLIMETRES;
    writeVector(view, corner, x, y, z);
    corner += 12;
  }
  return true;
}

/** Writes a vector with Y up converted to Z up: (x, y, z) → (x, -z, y), a rotation. */
function writeVector(view: DataView, at: number, x: number, y: number, z: number): void {
  view.setFloat32(at, x, true);
  view.setFloat32(at + 4, -z, true);
  view.setFloat32(at + 8, y, true);
}
