import type { Document, Node } from '@gltf-transform/core';
import { extractFaces } from '../../base/primitive/extract-faces.ts';
import type { FaceGraph } from './face-graph.ts';
import type { FaceLabels } from './face-labels.ts';

/**
 * Moves each region to a node and a mesh named after it, in place. The parent is the node of the region's first
 * triangle, or the scene if it is skinned. Materials, UVs, skin and morph targets are kept, and animations of morph
 * weights are copied to all parts. Nodes left without triangles lose their mesh.
 */
export function splitIntoParts(
  document: Document,
  graph: FaceGraph,
  regions: FaceLabels,
  names: readonly string[],
): void {
  const parts = Array.from({ length: regions.count }, () => new Map<number, number[]>());
  regions.labels.forEach((label, face) => {
    const owner = graph.owners[face]!;
    const triangles = parts[label]!.get(owner) ?? [];
    parts[label]!.set(owner, triangles);
    const at = graph.locals[face]! * 3;
    triangles.push(...graph.surfaces[owner]!.indices.subarray(at, at + 3));
  });

  const children = new Map<Node, Node[]>();
  parts.forEach((owners, part) => {
    const [first] = owners.keys();
    const { node: parent, mesh: model } = graph.surfaces[first!]!;
    const mesh = document.createMesh(names[part]).setWeights(model.getWeights());
    for (const [owner, triangles] of owners)
      mesh.addPrimitive(extractFaces(graph.surfaces[owner]!.primitive, triangles));
    const node = document.createNode(names[part]).setMesh(mesh).setSkin(parent.getSkin());
    children.set(parent, [...(children.get(parent) ?? []), node]);
  });
  for (const surface of graph.surfaces) {
    surface.mesh.removePrimitive(surface.primitive);
    surface.primitive.dispose();
  }
  for (const { node, mesh } of graph.surfaces) {
    if (mesh.isDisposed() || mesh.listPrimitives().length > 0) continue;
    mesh.dispose();
    node.setSkin(null).setWeights([]);
  }
  for (const [parent, nodes] of children) {
    moveWeightChannels(document, parent, nodes);
    for (const node of nodes) attachNode(document, parent, node);
    if (names.includes(parent.getName())) parent.setName(`${parent.getName()}_group`);
  }
}

/** A skinned mesh is placed by its joints and belongs directly under the scene; readers warn of any other parent. */
function attachNode(document: Document, parent: Node, node: Node): void {
  if (!node.getSkin()) return void parent.addChild(node);
  for (const scene of document.getRoot().listScenes()) {
    let isInScene = false;
    scene.traverse((each) => (isInScene ||= each === parent));
    if (isInScene) scene.addChild(node);
  }
}

function moveWeightChannels(document: Document, parent: Node, nodes: readonly Node[]): void {
  for (const animation of document.getRoot().listAnimations()) {
    for (const channel of animation.listChannels()) {
      if (channel.getTargetNode() !== parent || channel.getTargetPath() !== 'weights') continue;
      for (const node of nodes) animation.addChannel(channel.clone().setTargetNode(node));
      channel.dispose();
    }
  }
}
