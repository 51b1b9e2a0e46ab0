import { Mesh, type MeshPhongMaterial, type Object3D, type Texture } from 'three';

/**
 * An image that an FBX or MTL links both as color and as transparency has its transparency in its alpha, which `map` shows.
 * The loaders make it the `alphaMap` as well, which would show its green. `addressOf`: where the image of a texture is from;
 * files may describe its two uses separately.
 */
export function useAlphaOfColors(model: Object3D, addressOf: (texture: Texture) => string | null): void {
  model.traverse((node) => {
    if (!(node instanceof Mesh)) return;
    for (const material of [node.material as Partial<MeshPhongMaterial> | Partial<MeshPhongMaterial>[]].flat()) {
      const { map, alphaMap } = material;
      if (!map || !alphaMap) continue;
      const address = addressOf(alphaMap);
      if (alphaMap === map || (address !== null && address === addressOf(map))) material.alphaMap = null;
    }
  });
}
