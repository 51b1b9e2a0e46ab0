import { toFbxLength, toFbxQuaternion, toFbxScale } from './fbx-axes.ts';
import { addFbxClips } from './add-fbx-clips.ts';
import { toFbxModel, type FbxPose } from './to-fbx-model.ts';
import { leaf, properties } from './fbx-node.ts';
import { toFbxPoints, type FbxPoints } from './fbx-points.ts';
import type { FbxPreset } from './fbx-presets.ts';
import { toEuler } from '../../../base/maths/euler-angles.ts';
import { FBX_ROOT, type FbxScene } from './fbx-scene.ts';
import { addFbxShapes } from './add-fbx-shapes.ts';
import { addFbxBindPose, addFbxSkin } from './add-fbx-skin.ts';
import type { Rig, RigBody, RigNode } from '../../animation/rig.ts';
import { listSkeletonNodes } from '../../animation/skeleton-nodes.ts';
import { haveSameInfluences } from '../../animation/vertex-influences.ts';

/** Adds a geometry and its materials to an existing model; returns the geometry's id. */
export type AddFbxSurface = (body: RigBody, model: bigint, points: FbxPoints) => bigint;

/**
 * Adds a complete rig: joints as `LimbNode`, other nodes as `Null` or, with a mesh, `Mesh`, in their hierarchy; skins,
 * shapes, bind pose and clips. Skinned meshes are directly under the scene, untransformed.
 */
export function addFbxRig(scene: FbxScene, rig: Rig, preset: FbxPreset, addSurface: AddFbxSurface): void {
  const fixed = new Map(rig.bodies.filter((body) => body.node && !body.node.isBone).map((body) => [body.node!, body]));
  const models = new Map<RigNode, bigint>();
  for (const node of rig.nodes) models.set(node, addNode(scene, node, fixed.has(node), models, preset));

  const channels = new Map<RigBody, bigint[]>();
  const skinned: bigint[] = [];
  for (const body of rig.bodies) {
    const model = fixed.get(body.node!) === body ? models.get(body.node!)! : addBody(scene, body, models);
    const points = toFbxPoints(body.mesh, (a, b) => isOnePoint(body, a, b));
    const surface = { geometry: addSurface(body, model, points), points };
    if (body.skin) {
      addFbxSkin(scene, body.skin, surface, models, preset);
      skinned.push(model);
    }
    channels.set(body, addFbxShapes(scene, body.shapes, surface, preset));
  }
  if (skinned.length > 0) {
    const posed = listSkeletonNodes(rig.nodes).map((node) => [models.get(node)!, node.bind] as const);
    addFbxBindPose(scene, posed, skinned, preset);
  }
  addFbxClips(scene, rig, { models, channels }, preset);
}

function addNode(
  scene: FbxScene,
  node: RigNode,
  hasMesh: boolean,
  models: ReadonlyMap<RigNode, bigint>,
  preset: FbxPreset,
): bigint {
  const kind = node.isBone ? 'LimbNode' : hasMesh ? 'Mesh' : 'Null';
  const model = scene.add('Model', node.name, kind, toFbxModel(toFbxPose(node, preset)));
  scene.connect(model, node.parent ? models.get(node.parent)! : FBX_ROOT);
  if (kind === 'Mesh') return model;
  const flags = node.isBone ? 'Skeleton' : 'Null';
  const attribute = scene.add('NodeAttribute', node.name, kind, [
    properties(['Size', 'double', preset.unitsPerMetre / 100]),
    leaf('TypeFlags', flags),
  ]);
  scene.connect(attribute, model);
  return model;
}

function addBody(scene: FbxScene, { name, node }: RigBody, models: ReadonlyMap<RigNode, bigint>): bigint {
  const model = scene.add('Model', name, 'Mesh', toFbxModel());
  scene.connect(model, node ? models.get(node)! : FBX_ROOT);
  return model;
}

function toFbxPose({ pose }: RigNode, preset: FbxPreset): FbxPose {
  return {
    translation: toFbxLength(pose.translation, preset),
    rotation: toEuler(toFbxQuaternion(pose.rotation, preset), null),
    scale: toFbxScale(pose.scale, preset),
  };
}

/** True if two vertices at the same position always move together. */
function isOnePoint({ skin, shapes }: RigBody, a: number, b: number): boolean {
  if (skin && !haveSameInfluences(skin.influences, a, b)) return false;
  return shapes.every(({ offsets }) => [0, 1, 2].every((k) => offsets[3 * a + k] === offsets[3 * b + k]));
}
