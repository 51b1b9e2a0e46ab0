import { Mesh, SkinnedMesh, Texture, type Material, type Object3D } from 'three';

/** Frees everything a model holds on the graphics card, and the bitmaps, which three leaves open. */
export function disposeModel(model: Object3D): void {
  model.traverse((node) => {
    if (node instanceof SkinnedMesh) node.skeleton.dispose();
    const { geometry, material } = node as Partial<Pick<Mesh, 'geometry' | 'material'>>;
    geometry?.dispose();
    if (material) for (const one of [material].flat()) disposeMaterial(one);
  });
}

function disposeMaterial(material: Material): void {
  for (const value of Object.values(material))
    if (value instanceof Texture) {
      value.dispose();
      const image: unknown = value.source.data;
      if (typeof ImageBitmap !== 'undefined' && image instanceof ImageBitmap) image.close();
    }
  material.dispose();
}
