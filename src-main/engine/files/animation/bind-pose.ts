import { MathUtils, type Node, type Skin, type mat4, type vec3, type vec4 } from '@gltf-transform/core';
import { multiplyMatrices } from '../../base/maths/transform-vertices.ts';
import { invertMatrix } from '../../base/maths/invert-matrix.ts';

/** The pose in which skins were bound to their joints, in the world of the model. */
export interface BindPose {
  /** World matrix of every node while binding. */
  readonly worlds: ReadonlyMap<Node, mat4>;
  /** For each skin what puts its meshes' vertices where they were while binding. */
  readonly meshes: ReadonlyMap<Skin, mat4>;
}

/**
 * Works the bind pose out of inverse bind matrices, which leave it open where the whole stood: the topmost joint of each
 * skin stands as it does now, everything below it as it was bound. `nodes` come parents first. What no skin tells of
 * stands as it does now; so do the joints whose inverse bind matrix flattens space.
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

/** A skin's inverse bind matrix of a joint; without any, glTF takes the identity. */
export function inverseBind(skin: Skin, joint: number): mat4 {
  const matrices = skin.getInverseBindMatrices();
  if (!matrices || joint >= matrices.getCount()) return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  return matrices.getElement(joint, []) as unknown as mat4;
}

/** Nearest first. */
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

/** Nodes that carry meshes cannot be sheared. */
function withoutShear(matrix: mat4): mat4 {
  const [translation, rotation, scale]: [vec3, vec4, vec3] = [
    [0, 0, 0],
    [0, 0, 0, 1],
    [1, 1, 1],
  ];
  MathUtils.decompose(matrix, translation, rotation, scale);
  // Of a sheared matrix the rotation that is found is none yet.
  const length = Math.hypot(...rotation) || 1;
  const unit = rotation.map((value) => value / length) as vec4;
  return MathUtils.compose(translation, unit, scale, new Array<number>(16).fill(0) as mat4);
}
