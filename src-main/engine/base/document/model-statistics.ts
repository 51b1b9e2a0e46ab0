import type { Document } from '@gltf-transform/core';
import { toFlatMeshes } from './flat-meshes.ts';
import { readTextureSize } from './texture-size.ts';

/** Statistics of a model; an object that is instanced several times counts each time. */
export interface ModelStatistics {
  readonly triangles: number;
  readonly vertices: number;
  readonly materials: number;
  /** Width and height in pixels from the image's header; 0 if it cannot be read. */
  readonly textures: readonly { readonly name: string; readonly width: number; readonly height: number }[];
  /** World space, metres, +Y up; both corners at the origin for a model without triangles. */
  readonly boundingBox: {
    readonly min: readonly [number, number, number];
    readonly max: readonly [number, number, number];
  };
}

/** Computes the statistics of a document's scene. O(vertices). */
export function measureModel(document: Document): ModelStatistics {
  let triangles = 0;
  let vertices = 0;
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const { positions, indices } of toFlatMeshes(document).flatMap((mesh) => mesh.primitives)) {
    triangles += indices.length / 3;
    vertices += positions.length / 3;
    for (let i = 0; i < positions.length; i++) {
      const axis = i % 3;
      min[axis] = Math.min(min[axis]!, positions[i]!);
      max[axis] = Math.max(max[axis]!, positions[i]!);
    }
  }
  const root = document.getRoot();
  return {
    triangles,
    vertices,
    materials: root.listMaterials().length,
    textures: root.listTextures().map((texture) => {
      const [width, height] = readTextureSize(texture) ?? [0, 0];
      return { name: texture.getName() || texture.getURI(), width, height };
    }),
    boundingBox: vertices > 0 ? { min, max } : { min: [0, 0, 0], max: [0, 0, 0] },
  };
}
