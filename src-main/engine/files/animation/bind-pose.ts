import { MathUtils, type Node, type Skin, type mat4, type vec3, type vec4 } from '@gltf-transform/core';
import { inverseBind } from '../../base/document/inverse-bind.ts';
import { multiplyMatrices } from '../../base/maths/transform-vertices.ts';
import { invertMatrix } from '../../base/maths/invert-matrix.ts';

/** The pose in which skins were bound to their joints, in world space. */
export interface BindPose {
  /** World matrix of every node in the bind pose. */
  readonly worlds: ReadonlyMap<Node, mat4>;
  /** For each skin, the matrix that transforms its meshes' vertices to the bind pose. */
  readonly meshes: ReadonlyMap<Skin, mat4>;
}

/**
 * Computes the bind pose from inverse bind matrices, which do not determine the root transform: the topmost joint of
 * each skin keeps its current transform, everything below it gets its bind transform. `nodes` are ordered parents
 * first. Nodes outside of all skins keep their current transform, as do joints whose inverse bind matrix is singular.
 */
export function findBindPose(nodes: readonly Node[], skins: readonly Skin[]): BindPose {
  const indices = new Map(skins.map((skin) => [skin, new Map(skin.listJoints().map((joint, i) => [joint, i]))]));
  const worlds = new Map<Node, mat4>();
  for (const node of nodes) worlds.set(node, bindFromAncestor(node, worlds, indices) ?? bindFromParent(node, worlds));

  const meshes = new Map<Skin, mat4>();
  for (const [skin, own] of indices) {
    const top = skin.listJoints().find((joint) => !listAncestors(joint).some((above) => own.has(above)));
    const world = top && worlds.get(top);
    if (world) meshes.set(skin, withoutShear(multiplyMatrices(world, inverseBind(skin, own.get(top)!))));
  }
  return { worlds, meshes };
}

/** Lists the ancestors of a node, nearest first. */
function listAncestors(node: Node): Node[] {
  const ancestors: Node[] = [];
  for (let above = node.getParentNode(); above; above = above.getParentNode()) ancestors.push(above);
  return ancestors;
}

function bindFromAncestor(
  node: Node,
  worlds: ReadonlyMap<Node, mat4>,
  indices: ReadonlyMap<Skin, ReadonlyMap<Node, number>>,
): mat4 | null {
  const shared = [...indices].filter(([, own]) => own.has(node));
  if (shared.length === 0) return null;
  for (const above of listAncestors(node)) {
    const found = shared.find(([, own]) => own.has(above));
    const world = worlds.get(above);
    if (!found || !world) continue;
    const [skin, own] = found;
    const bound = invertMatrix(inverseBind(skin, own.get(node)!));
    return bound && multiplyMatrices(multiplyMatrices(world, inverseBind(skin, own.get(above)!)), bound);
  }
  return null;
}

function bindFromParent(node: Node, worlds: ReadonlyMap<Node, mat4>): mat4 {
  const parent = node.getParentNode();
  const above = parent && worlds.get(parent);
  return above ? multiplyMatrices(above, node.getMatrix()) : node.getWorldMatrix();
}

/** Removes shear from a matrix: nodes with meshes cannot be sheared. */
function withoutShear(matrix: mat4): mat4 {
  const [translation, rotation, scale]: [vec3, vec4, vec3] = [
    [0, 0, 0],
    [0, 0, 0, 1],
    [1, 1, 1],
  ];
  MathUtils.decompose(matrix, translation, rotation, scale);
  // The rotation extracted from a sheared matrix is not normalized.
  const length = Math.hypot(...rotation) || 1;
  const unit = rotation.map((value) => value / length) as vec4;
  return MathUtils.compose(translation, unit, scale, new Array<number>(16).fill(0) as mat4);
}
