import { SkinnedMesh, type Material, type Mesh, type Object3D } from 'three';
import { listTextures } from '../shading/material-textures.ts';

/** Frees all graphics card resources of a model, and its bitmaps, which three does not close. */
export function disposeModel(model: Object3D): void {
  for (const material of disposeAllButMaterials(model)) material.dispose();
}

/**
 * Does the same except for its materials, which are returned: while they exist, their programs need not be compiled
 * again for a similar model.
 */
export function disposeAllButMaterials(model: Object3D): ReadonlySet<Material> {
  const materials = new Set<Material>();
  model.traverse((node) => {
    if (node instanceof SkinnedMesh) node.skeleton.dispose();
    // Nodes that are not plain meshes, such as splats, free themselves.
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
    // Three draws the next shadow with the texture of the last one, and would upload its closed image again.
    texture.version = 0;
    const image: unknown = texture.source.data;
    if (typeof ImageBitmap !== 'undefined' && image instanceof ImageBitmap) image.close();
  }
}
