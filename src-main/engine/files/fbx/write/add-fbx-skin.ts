import type { mat4 } from '@gltf-transform/core';
import { toFbxMatrix } from './fbx-axes.ts';
import { branch, leaf, type FbxNode } from './fbx-node.ts';
import type { FbxPoints } from './fbx-points.ts';
import type { FbxPreset } from './fbx-presets.ts';
import type { FbxScene } from './fbx-scene.ts';
import { invertMatrix } from '../../../base/maths/invert-matrix.ts';
import type { RigNode, RigSkin } from '../../animation/rig.ts';

const IDENTITY: mat4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/**
 * Binds a geometry, whose model is untransformed in world space, to its joints: a `Skin` with a `Cluster` for each
 * joint that influences points.
 */
export function addFbxSkin(
  scene: FbxScene,
  { joints, binds, influences }: RigSkin,
  { geometry, points }: { readonly geometry: bigint; readonly points: FbxPoints },
  models: ReadonlyMap<RigNode, bigint>,
  preset: FbxPreset,
): void {
  const skin = scene.add('Skin', '', 'Skin', [
    leaf('Version', 101),
    leaf('Link_DeformAcuracy', { double: 50 }),
    leaf('SkinningType', 'Linear'),
  ]);
  scene.connect(skin, geometry);
  const { perVertex } = influences;
  const held = joints.map(() => ({ points: [] as number[], weights: [] as number[] }));
  points.vertexOf.forEach((vertex, point) => {
    for (let at = vertex * perVertex; at < (vertex + 1) * perVertex; at++) {
      const weight = influences.weights[at]!;
      if (!(weight > 0)) continue;
      const own = held[influences.joints[at]!]!;
      own.points.push(point);
      own.weights.push(weight);
    }
  });
  joints.forEach((joint, i) => {
    const own = held[i]!;
    if (own.points.length === 0) return;
    const bind = binds[i]!;
    const cluster = scene.add('Cluster', joint.name, 'Cluster', [
      leaf('Version', 100),
      leaf('UserData', '', ''),
      leaf('Indexes', Int32Array.from(own.points)),
      leaf('Weights', Float64Array.from(own.weights)),
      // From the mesh to the bone, and from the bone to the world, both in the bind pose.
      leaf('Transform', toFbxMatrix(invertMatrix(bind) ?? IDENTITY, preset)),
      leaf('TransformLink', toFbxMatrix(bind, preset)),
      // The parent that Blender converts to the armature; by default Blender assumes it is under the scene.
      leaf('TransformAssociateModel', toFbxMatrix(findHolder(joint)?.bind ?? IDENTITY, preset)),
    ]);
    scene.connect(cluster, skin);
    scene.connect(models.get(joint)!, cluster);
  });
}

/** Returns the parent of the topmost bone of a chain. */
function findHolder(bone: RigNode): RigNode | null {
  let above = bone.parent;
  while (above?.isBone) above = above.parent;
  return above;
}

/** Adds the bind transforms of bones, their parents and skinned meshes as one `Pose`. */
export function addFbxBindPose(
  scene: FbxScene,
  nodes: readonly (readonly [model: bigint, world: mat4])[],
  meshes: readonly bigint[],
  preset: FbxPreset,
): void {
  const all = [...nodes, ...meshes.map((mesh) => [mesh, IDENTITY] as const)];
  const entries = all.map(([model, world]): FbxNode =>
    branch('PoseNode', [], [leaf('Node', model), leaf('Matrix', toFbxMatrix(world, preset))]),
  );
  scene.add('Pose', 'BindPose', 'BindPose', [
    leaf('Type', 'BindPose'),
    leaf('Version', 100),
    leaf('NbPoseNodes', all.length),
    ...entries,
  ]);
}
