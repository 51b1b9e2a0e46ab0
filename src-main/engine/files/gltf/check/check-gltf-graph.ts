import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../../base/errors/model-error.ts';
import type { GltfDescription } from './gltf-schema.ts';

/** Deep enough for any rig; shallow enough for recursive readers. */
const MAX_DEPTH = 512;

/**
 * Checks that every reference between nodes, meshes, materials and accessors exists, that the node hierarchy is a tree
 * of limited depth. Throws `ModelError`.
 */
export function checkGltfGraph(gltf: GltfDescription): void {
  if (gltf.scene !== undefined) exists(gltf.scenes, gltf.scene);
  for (const scene of gltf.scenes) {
    for (const top of scene.nodes) exists(gltf.nodes, top);
    // Forbidden by the schema of glTF 2.0; the time of its library grows with the square of their number.
    if (new Set(scene.nodes).size < scene.nodes.length)
      throw new ModelError('not_a_model', engineMessage('gltf.invalid'));
  }
  for (const skin of gltf.skins) for (const joint of skin.joints) exists(gltf.nodes, joint);
  for (const node of gltf.nodes) {
    if (node.mesh !== undefined) exists(gltf.meshes, node.mesh);
    if (node.skin !== undefined) exists(gltf.skins, node.skin);
  }
  for (const mesh of gltf.meshes) {
    for (const primitive of mesh.primitives) {
      for (const attribute of Object.values(primitive.attributes)) exists(gltf.accessors, attribute);
      if (primitive.indices !== undefined) exists(gltf.accessors, primitive.indices);
      if (primitive.material !== undefined) exists(gltf.materials, primitive.material);
    }
  }
  checkTree(gltf);
}

function checkTree(gltf: GltfDescription): void {
  const parents = new Int32Array(gltf.nodes.length).fill(-1);
  gltf.nodes.forEach((node, i) => {
    for (const child of node.children) {
      exists(gltf.nodes, child);
      if (parents[child] !== -1) throw new ModelError('not_a_model', engineMessage('gltf.two-parents'));
      parents[child] = i;
    }
  });
  // With one parent each, nodes that cannot be reached from the roots form a cycle.
  let reached = 0;
  let level = [...parents.keys()].filter((i) => parents[i] === -1);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= MAX_DEPTH) {
      throw new ModelError('too_large', engineMessage('model-limit.depth', { limit: MAX_DEPTH }));
    }
    reached += level.length;
    level = level.flatMap((i) => gltf.nodes[i]!.children);
  }
  if (reached < gltf.nodes.length) throw new ModelError('not_a_model', engineMessage('gltf.parent-loop'));
}

function exists(list: readonly unknown[], index: number): void {
  if (index >= list.length) throw new ModelError('not_a_model', engineMessage('gltf.missing-part'));
}
