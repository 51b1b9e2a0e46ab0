import { Mesh, type MeshPhongMaterial, type Object3D } from 'three';

/**
 * An FBX image that is linked both as color and as transparency has its transparency in its alpha, which `map` shows.
 * FBXLoader makes it the `alphaMap` as well, which would show its green.
 */
export function useAlphaOfColors(group: Object3D): void {
  group.traverse((node) => {
    if (!(node instanceof Mesh)) return;
    for (const material of [node.material as MeshPhongMaterial | MeshPhongMaterial[]].flat()) {
      if (material.alphaMap !== null && material.alphaMap === material.map) material.alphaMap = null;
    }
  });
}
