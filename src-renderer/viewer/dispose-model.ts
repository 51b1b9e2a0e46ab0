import { SkinnedMesh, type Material, type Mesh, type Object3D } from 'three';
import { listTextures } from './material-textures.ts';

/** Frees everything a model holds on the graphics card, and the bitmaps, which three leaves open. */
export function disposeModel(model: Object3D): void {
  model.traverse((node) => {
    if (node instanceof SkinnedMesh) node.skeleton.dispose();
    // Nodes that are no plain mesh, such as splats, free themselves.
    (node as { dispose?: () => void }).dispose?.();
    const { geometry, material } = node as Partial<Pick<Mesh, 'geometry' | 'material'>>;
    geometry?.dispose();
    if (material) for (const one of [material].flat()) disposeMaterial(one);
  });
}

function disposeMaterial(material: Material): void {
  for (const [, texture] of listTextures(material)) {
    texture.dispose();
    const image: unknown = texture.source.data;
    if (typeof ImageBitmap !== 'undefined' && image instanceof ImageBitmap) image.close();
  }
  material.dispose();
}
