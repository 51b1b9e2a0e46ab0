import type { Document } from '@gltf-transform/core';

/** True if the model has animations; its vertices must not be changed then. */
export function isAnimated(document: Document): boolean {
  const root = document.getRoot();
  const hasMorphs = root.listMeshes().some((mesh) => mesh.listPrimitives().some((p) => p.listTargets().length > 0));
  return hasMorphs || root.listSkins().length > 0 || root.listAnimations().length > 0;
}
