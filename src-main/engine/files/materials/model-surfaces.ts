import type { Document, Material, vec3 } from '@gltf-transform/core';
import type { EmissiveStrength } from '@gltf-transform/extensions';
import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { toFlatMeshes } from '../../base/document/flat-meshes.ts';
import { NO_CORNER, type FlatMesh, type FlatPrimitive } from '../../base/document/flat-mesh.ts';
import { ModelError } from '../../base/errors/model-error.ts';

/** Returns the meshes of a document for export. Throws `ModelError` `unsupported` if there are none. */
export function getSurfaces(document: Document): FlatMesh[] {
  const meshes = toFlatMeshes(document);
  if (meshes.length === 0) throw new ModelError('unsupported', engineMessage('model-file.no-surface'));
  return meshes;
}

/** Returns the materials that meshes use, each once, in order of use. */
export function listUsedMaterials(meshes: readonly FlatMesh[]): Material[] {
  const used = meshes.flatMap((mesh) => mesh.primitives.map((primitive) => primitive.material));
  return [...new Set(used)].filter((material) => material !== null);
}

/**
 * Calls `visit` for every face, with three corners or, where the primitive has quads, four (else `d` is `NO_CORNER`).
 */
export function forEachFace(
  { indices, quads }: FlatPrimitive,
  visit: (a: number, b: number, c: number, d: number) => void,
): void {
  if (quads) {
    for (let i = 0; i + 3 < quads.length; i += 4) visit(quads[i]!, quads[i + 1]!, quads[i + 2]!, quads[i + 3]!);
  } else {
    for (let i = 0; i + 2 < indices.length; i += 3) visit(indices[i]!, indices[i + 1]!, indices[i + 2]!, NO_CORNER);
  }
}

/** Returns a material's emission, linear RGB, multiplied by KHR_materials_emissive_strength. */
export function getEmission(material: Material): vec3 {
  const strength =
    material.getExtension<EmissiveStrength>('KHR_materials_emissive_strength')?.getEmissiveStrength() ?? 1;
  return material.getEmissiveFactor().map((channel) => channel * strength) as vec3;
}
