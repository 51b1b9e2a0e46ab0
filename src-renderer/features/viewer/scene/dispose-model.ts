import { SkinnedMesh, type Material, type Mesh, type Object3D } from 'three';
import { listTextures } from '../shading/material-textures.ts';

/** Frees everything a model holds on the graphics card, and the bitmaps, which three leaves open. */
export function disposeModel(model: Object3D): void {
  for (const material of disposeAllButMaterials(model)) material.dispose();
}

/**
 * The same without its materials, which are answered: while they live, their programs need not be compiled anew for a
 * model of the like.
 */
export function disposeAllButMaterials(model: Object3D): ReadonlySet<Material> {
  const materials = new Set<Material>();
  model.traverse((node) => {
    if (node instanceof SkinnedMesh) node.skeleton.dispose();
    // Nodes that are no plain mesh, such as splats, free themselves.
    (node as { dispose?: () => void }).dispose?.();
    const { geometry, material } = node as Partial<Pick<Mesh, 'geometry' | 'material'>>;
    geometry?.dispose();
    for (const one of material ? [material].flat() : []) materials.add(one);
  });
  for (const material of materials) disposeTextures(material);
  return materials;
}

function disposeTextures(material: Material): void {
  for (const [, texture] of listTextures(material)) {
    texture.dispose();
    const image: unknown = texture.source.data;
    if (typeof ImageBitmap !== 'undefined' && image instanceof ImageBitmap) image.close();
  }
}
