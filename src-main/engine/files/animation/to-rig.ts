import type { Document, Mesh, Node, Skin, mat4 } from '@gltf-transform/core';
import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { FlatMesh } from '../../base/document/flat-mesh.ts';
import { ModelError } from '../../base/errors/model-error.ts';
import { inverseBind } from '../../base/document/inverse-bind.ts';
import { multiplyMatrices } from '../../base/maths/transform-vertices.ts';
import { toTriangleIndices } from '../../base/document/triangle-indices.ts';
import { uniqueName } from '../../base/document/unique-name.ts';
import { findBindPose, type BindPose } from './bind-pose.ts';
import { invertMatrix } from '../../base/maths/invert-matrix.ts';
import { placeSkinnedMeshes } from './place-skinned-meshes.ts';
import { toRigClips } from './to-rig-clips.ts';
import { listVisibleNodes, resize, toRigNodes, type RigNodes } from './rig-nodes.ts';
import { readMorphTargets } from './read-morph-targets.ts';
import type { Rig, RigBody, RigNode, RigSkin } from './rig.ts';
import { readInfluences } from './vertex-influences.ts';

/**
 * Converts the scene of a document with its animated data: nodes, skins, morph targets and clips. The document is not
 * changed; materials of meshes are shared with it. Throws `ModelError` `unsupported` without surfaces.
 *
 * Morph targets are `kept` as shapes, or `applied` to the vertices with their weights at rest.
 *
 * A node that only carried a skinned mesh is left out: its transform is ignored (glTF 2.0, 3.7.3.1).
 */
export function toRig(document: Document, shapes: 'kept' | 'applied'): Rig {
  const skins = document.getRoot().listSkins();
  const all = listVisibleNodes(document, skins);
  const pose = findBindPose(all, skins);
  const names = new Set<string>();
  const joints = new Set(skins.flatMap((skin) => skin.listJoints()));
  const isCarrierOnly = (node: Node): boolean =>
    skinOf(node) !== null && node.listChildren().length === 0 && !joints.has(node);
  const nodes = toRigNodes(
    all.filter((node) => !isCarrierOnly(node)),
    skins,
    pose,
    names,
  );

  const carriers = all.filter((node) => node.getMesh());
  const placements = new Map(carriers.map((node) => [node, placementOf(node, nodes, pose)]));
  const meshes = placeSkinnedMeshes(document, placements, shapes === 'applied');
  if (meshes.size === 0) throw new ModelError('unsupported', engineMessage('model-file.no-surface'));
  const bodies = new Map<Node, RigBody>();
  for (const [node, mesh] of meshes) {
    const own = shapes === 'kept' ? readMorphTargets(node, listDrawn(node.getMesh()!), placements.get(node)!) : [];
    bodies.set(node, { ...toBody(node, mesh, nodes, pose, names), shapes: own });
  }
  return {
    nodes: [...nodes.bySource.values()],
    bodies: [...bodies.values()],
    clips: toRigClips(document, nodes, bodies),
  };
}

/** Returns the skin that deforms a node's mesh; null for a mesh without weights. */
function skinOf(node: Node): Skin | null {
  const isWeighted = node
    .getMesh()
    ?.listPrimitives()
    .some((primitive) => primitive.getAttribute('JOINTS_0'));
  const skin = node.getSkin();
  return isWeighted && skin && skin.listJoints().length > 0 ? skin : null;
}

/** Returns the matrix that transforms a mesh to the space of its body. */
function placementOf(node: Node, { sizes }: RigNodes, pose: BindPose): mat4 {
  const skin = skinOf(node);
  if (skin) return pose.meshes.get(skin)!;
  return resize([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], sizes.get(node)!);
}

function toBody(
  node: Node,
  mesh: FlatMesh,
  nodes: RigNodes,
  pose: BindPose,
  names: Set<string>,
): Omit<RigBody, 'shapes'> {
  const skin = skinOf(node);
  const own = nodes.bySource.get(node) ?? null;
  const source = node.getMesh()!;
  const base = (own ? source.getName() : node.getName()) || node.getName() || source.getName() || 'mesh';
  const isNamedByNode = own !== null && !own.isBone && !skin;
  const name = isNamedByNode ? own.name : uniqueName(base, names);
  return {
    name,
    node: skin ? null : own,
    mesh: { ...mesh, name },
    skin: skin && toRigSkin(skin, source, nodes, pose),
  };
}

function toRigSkin(skin: Skin, mesh: Mesh, { bySource, sizes }: RigNodes, pose: BindPose): RigSkin {
  const joints = skin.listJoints();
  const placement = pose.meshes.get(skin)!;
  const binds = joints.map((joint, i) => {
    const bound = invertMatrix(inverseBind(skin, i));
    return bound ? resize(multiplyMatrices(placement, bound), 1 / sizes.get(joint)!) : bySource.get(joint)!.bind;
  });
  return {
    joints: joints.map((joint): RigNode => bySource.get(joint)!),
    binds,
    influences: readInfluences(listDrawn(mesh), joints.length),
  };
}

/** Returns the primitives that `toFlatMeshes` would include. */
function listDrawn(mesh: Mesh) {
  return mesh
    .listPrimitives()
    .filter((primitive) => primitive.getAttribute('POSITION') && toTriangleIndices(primitive)?.length);
}
