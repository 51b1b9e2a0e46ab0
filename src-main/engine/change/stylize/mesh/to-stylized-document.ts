import type { Document } from '@gltf-transform/core';
import { toModelDocument } from '../../../files/gltf/model-document.ts';
import type { StylizedMesh } from './stylized-mesh.ts';
import type { GridPoint } from './stylize-subject.ts';

/** Converts a stylized mesh to a document, with positions `centre + position × metres`. */
export function toStylizedDocument({ mesh, image }: StylizedMesh, metres: number, centre: GridPoint): Document {
  const { positions, normals, uvs, indices } = mesh;
  return toModelDocument({
    positions: Float32Array.from(positions, (value, i) => centre[i % 3]! + value * metres),
    normals: Float32Array.from(normals),
    indices: Uint32Array.from(indices),
    texture: { uvs: Float32Array.from(uvs), image, isPixelArt: true },
    color: [1, 1, 1],
  });
}
