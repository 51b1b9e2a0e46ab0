import type { Document, Node, Skin, mat4, vec3 } from '@gltf-transform/core';
import { uniqueName } from '../../base/document/unique-name.ts';
import type { BindPose } from './bind-pose.ts';
import type { RigNode } from './rig.ts';

/** The nodes of a rig, by their glTF nodes, parents first. */
export interface RigNodes {
  readonly bySource: ReadonlyMap<Node, RigNode>;
  /** Uniform scale removed from each node's world matrix: its vertices must be multiplied by it. */
  readonly sizes: ReadonlyMap<Node, number>;
}

/** Tolerance for a uniform scale. */
const EVEN = 1e-4;
/** Smaller scales are used to hide objects. */
const SMALLEST_SIZE = 1e-4;

/** Lists the nodes of the default scene and the ancestors of joints, parents first. */
export function listVisibleNodes(document: Document, skins: readonly Skin[]): Node[] {
  const root = document.getRoot();
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  const tops = new Set(scene?.listChildren() ?? root.listNodes().filter((node) => !node.getParentNode()));
  for (let joint of skins.flatMap((skin) => skin.listJoints())) {
    for (let above = joint.getParentNode(); above; above = joint.getParentNode()) joint = above;
    tops.add(joint);
  }
  const nodes = new Set<Node>();
  for (const top of tops) top.traverse((node) => nodes.add(node));
  return [...nodes];
}

/** Creates rig nodes of `nodes`, which are ordered parents first; their names are added to `names`. */
export function toRigNodes(
  nodes: readonly Node[],
  skins: readonly Skin[],
  { worlds }: BindPose,
  names: Set<string>,
): RigNodes {
  const bones = findBones(skins);
  const bySource = new Map<Node, RigNode>();
  const sizes = new Map<Node, number>();
  for (const node of nodes) {
    const parent = node.getParentNode();
    const above = (parent && sizes.get(parent)) ?? 1;
    const size = evenSize(node.getScale());
    sizes.set(node, above * size);
    bySource.set(node, {
      name: uniqueName(node.getName() || (bones.has(node) ? 'bone' : 'node'), names),
      parent: (parent && bySource.get(parent)) ?? null,
      isBone: bones.has(node),
      pose: {
        translation: node.getTranslation().map((value) => value * above),
        rotation: node.getRotation(),
        scale: node.getScale().map((value) => value / size),
      },
      bind: resize(worlds.get(node)!, 1 / (above * size)),
    });
  }
  return { bySource, sizes };
}

/** Returns the matrix with an additional scale by `factor` about its own origin. */
export function resize(matrix: Readonly<mat4>, factor: number): mat4 {
  return matrix.map((entry, i) => (i < 12 ? entry * factor : entry)) as mat4;
}

/** Returns joints, and the nodes between two of them. */
function findBones(skins: readonly Skin[]): Set<Node> {
  const joints = new Set(skins.flatMap((skin) => skin.listJoints()));
  const bones = new Set(joints);
  for (const joint of joints) {
    const between: Node[] = [];
    for (let above = joint.getParentNode(); above; above = above.getParentNode()) {
      if (joints.has(above)) for (const node of between.splice(0)) bones.add(node);
      else between.push(above);
    }
  }
  return bones;
}

/** Returns a uniform scale; 1 if it is not uniform. */
function evenSize([x, y, z]: vec3): number {
  const isEven = Math.abs(y - x) <= EVEN * x && Math.abs(z - x) <= EVEN * x;
  return isEven && x >= SMALLEST_SIZE ? x : 1;
}
