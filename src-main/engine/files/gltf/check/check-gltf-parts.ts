import { checkPartBytes, PART_BYTES } from '../../import/import-limits.ts';
import type { GltfDescription } from './gltf-schema.ts';

/** Memory of the elements of each list of a description in bytes, as measured, and of those of any other list. */
const LIST_BYTES: Readonly<Record<string, number>> = {
  nodes: PART_BYTES.node,
  meshes: PART_BYTES.mesh,
  materials: PART_BYTES.material,
  accessors: PART_BYTES.accessor,
  bufferViews: 600,
};
const ELEMENT_BYTES = 3_000;

/**
 * Checks that the document that a description becomes fits in memory: a part takes a few characters in the file and
 * kilobytes in a document. Throws `ModelError` `too_large`.
 */
export function checkGltfParts(gltf: GltfDescription): void {
  const primitives = gltf.meshes.reduce((sum, mesh) => sum + mesh.primitives.length, 0);
  const moving = gltf.animations.reduce((sum, { channels, samplers }) => sum + channels.length + samplers.length, 0);
  let bytes = primitives * PART_BYTES.primitive + moving * ELEMENT_BYTES;
  for (const [name, list] of Object.entries(gltf)) bytes += lengthOf(list) * (LIST_BYTES[name] ?? ELEMENT_BYTES);
  for (const extension of Object.values(gltf.extensions)) {
    for (const list of Object.values(Object(extension) as object)) bytes += lengthOf(list) * ELEMENT_BYTES;
  }
  checkPartBytes(bytes);
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}
