import type { mat4 } from '@gltf-transform/core';
import { multiplyMatrices } from '../../../base/maths/transform-vertices.ts';
import { invertMatrix } from '../../../base/maths/invert-matrix.ts';
import { createNumberFormatter } from '../../text/number-formatter.ts';
import type { RigBody, RigClip, RigNode } from '../../animation/rig.ts';
import { addLines, type TextBuilder } from '../../text/text-builder.ts';
import { SKELETON_PATH, type WrittenUsdSkeleton } from './add-usd-skeleton.ts';
import { matrixText } from './usd-values.ts';
import { rigidInfluences, type VertexInfluences } from '../../animation/vertex-influences.ts';

const IDENTITY: mat4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const weightText = createNumberFormatter(6);

/** Binding of a body to the joints of the skeleton, and the matrix from its vertices to the bind pose. */
export interface WrittenUsdBinding {
  readonly influences: VertexInfluences;
  /** The joint of the skeleton for each index in `influences`. */
  readonly joints: readonly number[];
  readonly place: mat4;
}

/**
 * Computes the binding of a body to the skeleton; null if there is none. USD cannot parent a mesh to a joint: the
 * children of a bone are bound to it rigidly, unless a clip animates a node in between.
 */
export function toUsdBinding(
  { skin, node, mesh }: RigBody,
  { indices }: WrittenUsdSkeleton,
  clips: readonly RigClip[],
): WrittenUsdBinding | null {
  if (skin) {
    // The bind pose of the body and that of its joints differ only below non-uniform scales.
    const unbound = invertMatrix(skin.binds[0]!);
    const place = unbound ? multiplyMatrices(skin.joints[0]!.bind, unbound) : IDENTITY;
    return { influences: skin.influences, joints: skin.joints.map((joint) => indices.get(joint)!), place };
  }
  const isMoved = (own: RigNode): boolean => clips.some(({ tracks }) => tracks.has(own));
  let bone = node;
  while (bone && !bone.isBone && !isMoved(bone)) bone = bone.parent;
  if (!node || !bone?.isBone) return null;
  const count = mesh.primitives.reduce((sum, { positions }) => sum + positions.length / 3, 0);
  return { influences: rigidInfluences(count, 0), joints: [indices.get(bone)!], place: node.bind };
}

/** Adds the binding of a range of a body's vertices to a Mesh prim (UsdSkelBindingAPI). */
export function addUsdBinding(
  text: TextBuilder,
  binding: WrittenUsdBinding,
  [from, to]: readonly [number, number],
): void {
  const { influences, joints, place } = binding;
  const { perVertex } = influences;
  const about = [`    elementSize = ${perVertex}`, '    interpolation = "vertex"', ')'];
  const indices = influences.joints.subarray(from * perVertex, to * perVertex);
  const weights = influences.weights.subarray(from * perVertex, to * perVertex);
  const lines = [
    `matrix4d primvars:skel:geomBindTransform = ${matrixText(place)}`,
    `int[] primvars:skel:jointIndices = [${Array.from(indices, (joint) => joints[joint]!).join(', ')}] (`,
    ...about,
    `float[] primvars:skel:jointWeights = [${Array.from(weights, weightText).join(', ')}] (`,
    ...about,
    `rel skel:skeleton = <${SKELETON_PATH}>`,
  ];
  addLines(text, lines, '            ');
}
