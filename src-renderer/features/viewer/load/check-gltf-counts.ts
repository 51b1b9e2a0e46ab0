import { JsonLimitError } from '../../../../src-shared/formats/parse-bounded-json.ts';
import { checkCounts } from './check-showable.ts';
import { ModelLoadError } from './load-failure.ts';
import { parseGltfText } from './parse-gltf-text.ts';

const GLB_MAGIC = 0x46546c67;
/** Header of the file and of its first chunk, which is the JSON (glTF 2.0, 4.4). */
const HEAD_BYTES = 20;

/**
 * Throws `ModelLoadError` for a glTF of more objects than the page can show, before a loader creates any of them. What is
 * not glTF is left to the loader.
 */
export function checkGltfCounts(bytes: ArrayBuffer): void {
  const json = parseDescription(bytes);
  const nodes = listOf(json, 'nodes');
  const meshes = listOf(json, 'meshes').map((mesh) => listOf(mesh, 'primitives').length);
  const drawn = nodes.reduce<number>((sum, node) => sum + (meshes[Number(memberOf(node, 'mesh'))] ?? 0), 0);
  const listed = listOf(json, 'scenes').reduce<number>((sum, scene) => sum + listOf(scene, 'nodes').length, 0);
  checkCounts(Math.max(nodes.length, listed), drawn);
}

function parseDescription(bytes: ArrayBuffer): unknown {
  try {
    return parseGltfText(new TextDecoder().decode(findJson(bytes)));
  } catch (error) {
    if (error instanceof JsonLimitError) throw new ModelLoadError('too_large');
    return null;
  }
}

function findJson(bytes: ArrayBuffer): Uint8Array {
  const view = new DataView(bytes);
  const isGlb = bytes.byteLength >= HEAD_BYTES && view.getUint32(0, true) === GLB_MAGIC;
  return isGlb
    ? new Uint8Array(bytes).subarray(HEAD_BYTES, HEAD_BYTES + view.getUint32(12, true))
    : new Uint8Array(bytes);
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

function listOf(value: unknown, key: string): readonly unknown[] {
  const list = memberOf(value, key);
  return Array.isArray(list) ? list : [];
}
