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
/** Memory of a node in the list of a skin or a scene, and of a value in an extension of a node or a primitive. */
const LISTED_BYTES = 750;

/**
 * Checks that the document that a description becomes fits in memory: a part takes a few characters in the file and
 * kilobytes in a document. Throws `ModelError` `too_large`.
 */
export function checkGltfParts(gltf: GltfDescription): void {
  const primitives = gltf.meshes.flatMap((mesh) => mesh.primitives);
  const listed = [...gltf.skins.map(({ joints }) => joints), ...gltf.scenes.map(({ nodes }) => nodes)];
  const moving = gltf.animations.reduce((sum, { channels, samplers }) => sum + channels.length + samplers.length, 0);
  let bytes = moving * ELEMENT_BYTES;
  for (const { targets, extensions } of primitives) {
    bytes += PART_BYTES.primitive + targets.length * ELEMENT_BYTES + countValues(extensions) * LISTED_BYTES;
  }
  for (const { extensions } of gltf.nodes) bytes += countValues(extensions) * LISTED_BYTES;
  for (const list of listed) bytes += list.length * LISTED_BYTES;
  for (const [name, list] of Object.entries(gltf)) bytes += lengthOf(list) * (LIST_BYTES[name] ?? ELEMENT_BYTES);
  for (const extension of Object.values(gltf.extensions)) {
    for (const list of Object.values(Object(extension) as object)) bytes += lengthOf(list) * ELEMENT_BYTES;
  }
  checkPartBytes(bytes);
}

/** Counts the values of a JSON value that are not lists or objects themselves. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return value === undefined ? 0 : 1;
  return Object.values(value).reduce<number>((sum, each) => sum + countValues(each), 0);
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}
