import type { Document, mat4, Node, Skin } from '@gltf-transform/core';
import { IDENTITY, invertAffine } from '../matrix.ts';
import type { Influences } from '../polygon-mesh.ts';
import { findNumbers } from './fbx-element.ts';
import type { FbxGraph, FbxObject } from './fbx-graph.ts';
import type { FbxSpace } from './fbx-space.ts';

const MOST_JOINTS = 4;

/** A skin before its points are known to glTF. */
export interface FbxSkin {
  readonly joints: readonly { readonly model: FbxObject; readonly inverseBind: mat4 }[];
  readonly influences: Influences;
  /** Whether points hang from no joint; their joint is number `joints.length`. */
  readonly hasLoose: boolean;
}

/**
 * The skin of a geometry: its clusters, the four strongest of each point. A cluster's `Transform` takes the mesh into the
 * joint's space as it was bound. Joints that are in no scene are left out. Null: it has no skin.
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
  const strongest = createStrongest(points);
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
  const matrix = space.transform(toMatrix('Transform') ?? (link && invertAffine(link)) ?? IDENTITY);
  // glTF asks for exactly this last row.
  [matrix[3], matrix[7], matrix[11], matrix[15]] = [0, 0, 0, 1];
  return matrix;
}

/** Keeps the strongest joints of each point. */
function createStrongest(points: number) {
  const joints = new Uint16Array(points * MOST_JOINTS);
  const weights = new Float32Array(points * MOST_JOINTS);
  return {
    add(point: number, joint: number, weight: number): void {
      if (!(point >= 0 && point < points && weight > 0 && weight < Infinity) || joint > 0xfffe) return;
      let weakest = point * MOST_JOINTS;
      for (let at = weakest; at < weakest + MOST_JOINTS; at++) {
        // A joint may have several clusters; a point has it once.
        if (joints[at] !== joint || weights[at] === 0) continue;
        weights[at]! += weight;
        return;
      }
      for (let k = 1; k < MOST_JOINTS; k++) {
        if (weights[point * MOST_JOINTS + k]! < weights[weakest]!) weakest = point * MOST_JOINTS + k;
      }
      if (weights[weakest]! >= weight) return;
      weights[weakest] = weight;
      joints[weakest] = joint;
    },
    finish(loose: number): { influences: Influences; hasLoose: boolean } {
      let hasLoose = false;
      for (let at = 0; at < weights.length; at += MOST_JOINTS) {
        const four = weights.subarray(at, at + MOST_JOINTS);
        const sum = four.reduce((total, weight) => total + weight, 0);
        if (sum > 0) {
          for (let k = 0; k < MOST_JOINTS; k++) four[k]! /= sum;
          continue;
        }
        hasLoose = true;
        joints[at] = loose;
        four[0] = 1;
      }
      return { influences: { joints, weights }, hasLoose };
    },
  };
}

/** Adds a skin to a document; points without a joint follow `meshNode`, by a joint below it. */
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
    add(rest, IDENTITY);
  }
  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
  const accessor = document.createAccessor().setType('MAT4').setArray(new Float32Array(matrices)).setBuffer(buffer);
  return added.setInverseBindMatrices(accessor);
}
