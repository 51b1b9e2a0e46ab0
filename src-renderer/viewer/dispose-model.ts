import { Mesh, SkinnedMesh, Texture, type Material, type Object3D } from 'three';

/** Frees everything a model holds on the graphics card, and the bitmaps, which three leaves open. */
export function disposeModel(model: Object3D): void {
  model.traverse((node) => {
    if (!(node instanceof Mesh)) return;
    const mesh = node as Mesh;
    mesh.geometry.dispose();
    for (const material of [mesh.material].flat()) disposeMaterial(material);
    if (mesh instanceof SkinnedMesh) mesh.skeleton.dispose();
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
