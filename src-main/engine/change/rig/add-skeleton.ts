import type { Document, Node } from '@gltf-transform/core';
import { prune } from '@gltf-transform/functions';
import { bakeTransforms } from '../../base/document/bake-transforms.ts';
import { listSurfaces, readFloats } from '../../base/document/list-surfaces.ts';
import { subtract } from '../../base/maths/vector.ts';
import type { RigBone } from './skeleton/rig-bone.ts';
import type { VertexWeights } from './weights/weigh-vertices.ts';

/**
 * Binds all surfaces of a document to bones, in place: node transforms are baked into the vertices (an existing
 * skeleton and its animations are removed), and the joints are placed at `bones` without rotation, in world axes. Lines
 * and points cannot be skinned and are removed. Materials, textures, UVs and colours stay.
 */
export async function addSkeleton(
  document: Document,
  bones: readonly RigBone[],
  weigh: (positions: Float32Array) => VertexWeights,
): Promise<void> {
  bakeTransforms(document);
  const root = document.getRoot();
  const buffer = root.listBuffers()[0] ?? document.createBuffer();
  const scene = root.getDefaultScene() ?? root.listScenes()[0]!;
  root.setDefaultScene(scene);
  const attribute = (type: 'VEC4' | 'MAT4', array: Uint8Array<ArrayBuffer> | Float32Array<ArrayBuffer>) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);

  const skin = document.createSkin('Armature');
  const joints = new Map<string, Node>();
  const binds = new Float32Array(bones.length * 16);
  const armature = document.createNode('Armature');
  bones.forEach(({ bone, parent, head, name }, i) => {
    const above = bones.find((other) => other.bone === parent);
    const node = document.createNode(name).setTranslation([...(above ? subtract(head, above.head) : head)]);
    (above ? joints.get(above.bone)! : armature).addChild(node);
    joints.set(bone, node);
    skin.addJoint(node);
    binds.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -head[0], -head[1], -head[2], 1], i * 16);
  });
  skin.setInverseBindMatrices(attribute('MAT4', binds)).setSkeleton(joints.get(bones[0]!.bone)!);

  const surfaces = listSurfaces(document);
  const drawn = new Set(surfaces.map(({ primitive }) => primitive));
  for (const mesh of root.listMeshes()) {
    for (const primitive of mesh.listPrimitives()) if (!drawn.has(primitive)) mesh.removePrimitive(primitive);
  }
  for (const { node, primitive } of surfaces) {
    const own = weigh(readFloats(primitive, 'POSITION')!);
    primitive.setAttribute('JOINTS_0', attribute('VEC4', own.joints.slice()));
    primitive.setAttribute('WEIGHTS_0', attribute('VEC4', own.weights.slice()));
    node.setSkin(skin);
  }
  scene.addChild(armature);
  await document.transform(
    prune({ keepAttributes: true, keepLeaves: true, keepExtras: true, keepSolidTextures: true }),
  );
}
