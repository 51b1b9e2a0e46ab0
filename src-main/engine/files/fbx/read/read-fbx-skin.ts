import type { Document, mat4, Node, Skin } from '@gltf-transform/core';
import { IDENTITY_MAT4, invertAffine } from '../../../base/maths/matrix.ts';
import type { Influences } from '../../polygons/polygon-mesh.ts';
import { createStrongestJoints } from '../../polygons/strongest-joints.ts';
import { findNumbers } from './fbx-element.ts';
import type { FbxGraph, FbxObject } from './fbx-graph.ts';
import type { FbxSpace } from './fbx-space.ts';

/** A skin before its points are converted to glTF vertices. */
export interface FbxSkin {
  readonly joints: readonly { readonly model: FbxObject; readonly inverseBind: mat4 }[];
  readonly influences: Influences;
  /** True if points are bound to no joint; their joint is number `joints.length`. */
  readonly hasLoose: boolean;
}

/**
 * Reads the skin of a geometry: its clusters, the four strongest of each point. A cluster's `Transform` maps the mesh
 * to the joint's bind space. Joints outside the scene are left out. Returns null if there is no skin.
 */
export function readFbxSkin(
  graph: FbxGraph,
  geometry: FbxObject,
  space: FbxSpace,
  isPlaced: (model: FbxObject) => boolean,
): FbxSkin | null {
  const skin = graph.childrenOf(geometry).find(({ object }) => object.kind === 'Deformer' && object.subtype === 'Skin');
  if (!skin) return null;
  const points = Math.floor((findNumbers(geometry.element, 'Vertices')?.length ?? 0) / 3);
  const joints: { model: FbxObject; inverseBind: mat4 }[] = [];
  const places = new Map<FbxObject, number>();
  const strongest = createStrongestJoints(points);
  for (const { object: cluster } of graph.childrenOf(skin.object)) {
    const model = graph.childrenOf(cluster).find(({ object }) => object.kind === 'Model')?.object;
    if (cluster.subtype !== 'Cluster' || !model || !isPlaced(model)) continue;
    const joint = places.get(model) ?? joints.length;
    if (joint === joints.length) joints.push({ model, inverseBind: readInverseBind(cluster, space) });
    places.set(model, joint);
    const [indexes, weights] = [findNumbers(cluster.element, 'Indexes'), findNumbers(cluster.element, 'Weights')];
    indexes?.forEach((point, i) => strongest.add(point, joint, weights?.[i] ?? 0));
  }
  return joints.length === 0 ? null : { joints, ...strongest.finish(joints.length) };
}

function readInverseBind({ element }: FbxObject, space: FbxSpace): mat4 {
  const toMatrix = (name: string): mat4 | null => {
    const numbers = findNumbers(element, name);
    return numbers?.length === 16 && numbers.every(Number.isFinite) ? ([...numbers] as unknown as mat4) : null;
  };
  const link = toMatrix('TransformLink');
  const matrix = space.transform(toMatrix('Transform') ?? (link && invertAffine(link)) ?? IDENTITY_MAT4);
  // glTF requires exactly this last row.
  [matrix[3], matrix[7], matrix[11], matrix[15]] = [0, 0, 0, 1];
  return matrix;
}

/** Adds a skin to a document; points without a joint follow `meshNode`, through a joint below it. */
export function addSkin(document: Document, skin: FbxSkin, nodes: ReadonlyMap<string, Node>, meshNode: Node): Skin {
  const joints: Node[] = [];
  const matrices: number[] = [];
  const added = document.createSkin(meshNode.getName());
  const add = (node: Node, inverseBind: Readonly<mat4>): void => {
    joints.push(node);
    matrices.push(...inverseBind);
    added.addJoint(node);
  };
  for (const { model, inverseBind } of skin.joints) add(nodes.get(model.id)!, inverseBind);
  if (skin.hasLoose) {
    const rest = document.createNode(`${meshNode.getName()} rest`);
    meshNode.addChild(rest);
    add(rest, IDENTITY_MAT4);
  }
  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
  const accessor = document.createAccessor().setType('MAT4').setArray(new Float32Array(matrices)).setBuffer(buffer);
  return added.setInverseBindMatrices(accessor);
}
