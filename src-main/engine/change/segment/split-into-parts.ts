import type { Document, Node } from '@gltf-transform/core';
import { extractFaces } from '../../base/primitive/extract-faces.ts';
import type { FaceGraph } from './face-graph.ts';
import type { FaceLabels } from './face-labels.ts';

/**
 * Gives each region a node and a mesh of its own with its name, in place, below the node its first triangle was shown by
 * (a skinned one below the scene); materials, uvs, skin and morph targets go along, and clips that drive morph weights drive every part. A node
 * whose triangles all went to parts shows nothing itself any more.
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
    driveWeights(document, parent, nodes);
    for (const node of nodes) hang(document, parent, node);
    if (names.includes(parent.getName())) parent.setName(`${parent.getName()}_group`);
  }
}

/** A skinned mesh goes straight under the scene: its joints place it, and readers warn of any other parent. */
function hang(document: Document, parent: Node, node: Node): void {
  if (!node.getSkin()) return void parent.addChild(node);
  for (const scene of document.getRoot().listScenes()) {
    let isHere = false;
    scene.traverse((each) => (isHere ||= each === parent));
    if (isHere) scene.addChild(node);
  }
}

function driveWeights(document: Document, parent: Node, nodes: readonly Node[]): void {
  for (const animation of document.getRoot().listAnimations()) {
    for (const channel of animation.listChannels()) {
      if (channel.getTargetNode() !== parent || channel.getTargetPath() !== 'weights') continue;
      for (const node of nodes) animation.addChannel(channel.clone().setTargetNode(node));
      channel.dispose();
    }
  }
}
