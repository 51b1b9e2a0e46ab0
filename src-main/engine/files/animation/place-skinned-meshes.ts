import { Document, Material, Mesh, type Node, type mat4 } from '@gltf-transform/core';
import { mergeDocuments } from '@gltf-transform/functions';
import type { FlatMesh } from '../../base/document/flat-mesh.ts';
import { morphWeights } from '../../base/document/morph-targets.ts';
import { toFlatMeshes } from '../../base/document/flat-meshes.ts';

/**
 * Returns the surfaces of nodes as if each node were unskinned, directly under the scene, with the given matrix; nodes
 * that draw nothing are left out. Morph targets are applied with their weights at rest if `appliesShapes`, else not at
 * all. The document is not changed; materials are shared with it. Names are arbitrary.
 */
export function placeSkinnedMeshes(
  document: Document,
  placements: ReadonlyMap<Node, mat4>,
  appliesShapes: boolean,
): Map<Node, FlatMesh> {
  const copy = new Document().setLogger(document.getLogger());
  const counterparts = mergeDocuments(copy, document);
  const originals = new Map([...counterparts].map(([original, own]) => [own, original]));
  const scene = copy.createScene();
  copy.getRoot().setDefaultScene(scene);
  const sources = [...placements.keys()];
  sources.forEach((source, i) => {
    const mesh = counterparts.get(source.getMesh()!);
    if (!(mesh instanceof Mesh)) return;
    const weights = appliesShapes ? [...morphWeights(source)] : [];
    const node = copy.createNode(String(i)).setMesh(mesh.setWeights([])).setWeights(weights);
    scene.addChild(node.setMatrix(placements.get(source)!));
  });
  const placed = toFlatMeshes(copy).map(({ name, primitives }) => {
    const own = primitives.map((primitive) => {
      const material = primitive.material && originals.get(primitive.material);
      return { ...primitive, material: material instanceof Material ? material : null };
    });
    return [sources[Number(name)]!, { name, primitives: own }] as const;
  });
  return new Map(placed);
}
