import type { Document, mat4, Node, Skin } from '@gltf-transform/core';
import { checkObjects } from '../../import/import-limits.ts';
import { IDENTITY_MAT4, invertAffine, multiplyMat4, placeNode } from '../../../base/maths/matrix.ts';
import type { Influences } from '../../polygons/polygon-mesh.ts';
import { createStrongestJoints } from '../../polygons/strongest-joints.ts';
import { isNumbers } from './usd-layer.ts';
import type { StagePrim, UsdStage } from './usd-stage.ts';
import { readPlacement, toGltfMatrix } from './usd-transform.ts';

/** A Skeleton prim as nodes. */
export interface UsdSkeleton {
  readonly prim: StagePrim;
  /** Node of the prim; the joints are its descendants. */
  readonly node: Node;
  /** Joints by path, in the order of the prim. */
  readonly joints: ReadonlyMap<string, Node>;
  /** Bind transform of each joint, relative to the skeleton, in the stage's own space. */
  readonly binds: readonly mat4[];
}

/** Binding of a mesh to a skeleton. */
export interface UsdBinding {
  readonly skeleton: UsdSkeleton;
  readonly influences: Influences;
  readonly hasLoose: boolean;
  /** Matrix from the mesh's points to the bind pose, relative to the skeleton. */
  readonly place: mat4;
}

/** The skeletons of a stage, created on first use. */
export interface UsdSkeletons {
  readonly made: readonly UsdSkeleton[];
  /** Returns a skeleton; null if it does not exist or has no joints. */
  find(path: string): UsdSkeleton | null;
}

/** Creates the skeletons of a stage. Nodes are added to the document; the caller adds them to the scene. */
export function createUsdSkeletons(document: Document, stage: UsdStage): UsdSkeletons {
  const known = new Map<string, UsdSkeleton | null>();
  const made: UsdSkeleton[] = [];
  return {
    made,
    find(path) {
      const found = known.get(path);
      if (found !== undefined) return found;
      const prim = stage.find(path);
      const skeleton = prim?.type === 'Skeleton' ? makeSkeleton(document, stage, prim) : null;
      known.set(path, skeleton);
      if (skeleton) made.push(skeleton);
      return skeleton;
    },
  };
}

/** Returns the target of a relationship of a prim, or of the nearest ancestor that has it; null if none does. */
export function findInherited(stage: UsdStage, path: string, relationship: string): string | null {
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const target = stage.find(at)?.relationships.get(relationship)?.[0];
    if (target !== undefined) return target;
  }
  return null;
}

/** Returns the strings of an attribute. */
export function textsOf(prim: StagePrim, name: string): readonly string[] {
  const value = prim.attributes.get(name)?.read();
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

function makeSkeleton(document: Document, stage: UsdStage, prim: StagePrim): UsdSkeleton | null {
  const paths = [...new Set(textsOf(prim, 'joints'))];
  if (paths.length === 0) return null;
  checkObjects(paths.length);
  const rests = readMatrices(prim, 'restTransforms', paths.length);
  const bound = readMatrices(prim, 'bindTransforms', paths.length);
  const node = document.createNode(prim.name);
  placeNode(node, toGltfMatrix(readPlacement(prim).matrix, stage));

  const joints = new Map(paths.map((path) => [path, document.createNode(path.slice(path.lastIndexOf('/') + 1))]));
  const places = new Map(paths.map((path, i) => [path, i]));
  const binds: mat4[] = [];
  paths.forEach((path, i) => {
    const above = findAbove(path, places);
    const parentBind = above === null ? IDENTITY_MAT4 : (binds[above] ?? IDENTITY_MAT4);
    const rest =
      rests?.[i] ?? (bound ? multiplyMat4(invertAffine(parentBind) ?? IDENTITY_MAT4, bound[i]!) : [...IDENTITY_MAT4]);
    binds.push(bound?.[i] ?? multiplyMat4(parentBind, rest));
    const joint = joints.get(path)!;
    placeNode(joint, toGltfMatrix(rest, stage));
    (above === null ? node : joints.get(paths[above]!)!).addChild(joint);
  });
  return { prim, node, joints, binds };
}

/** Returns the index of the nearest ancestor joint. */
function findAbove(path: string, places: ReadonlyMap<string, number>): number | null {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const above = places.get(path.slice(0, end));
    if (above !== undefined) return above;
  }
  return null;
}

/**
 * Reads one matrix per joint; USD's rows for row vectors are glTF's columns. Returns null if the number is wrong or a
 * value is not finite.
 */
function readMatrices(prim: StagePrim, name: string, count: number): mat4[] | null {
  const value = prim.attributes.get(name)?.read();
  if (!isNumbers(value) || value.length !== count * 16 || !value.every(Number.isFinite)) return null;
  return Array.from({ length: count }, (_, i) => [...value.subarray(i * 16, i * 16 + 16)] as unknown as mat4);
}

/**
 * Reads the binding of a Mesh prim to its skeleton (UsdSkelBindingAPI): the four strongest joints of each point. A
 * single set of joints applies to all points. Returns null if it is not bound.
 */
export function readUsdBinding(prim: StagePrim, stage: UsdStage, skeletons: UsdSkeletons): UsdBinding | null {
  const indices = prim.attributes.get('primvars:skel:jointIndices');
  const jointIndices = indices?.read();
  const path = isNumbers(jointIndices) ? findInherited(stage, prim.path, 'skel:skeleton') : null;
  const skeleton = path === null ? null : skeletons.find(path);
  const points = skeleton && prim.attributes.get('points')?.read();
  if (!skeleton || !isNumbers(jointIndices) || !isNumbers(points)) return null;
  const weights = prim.attributes.get('primvars:skel:jointWeights')?.read();
  const count = Math.floor(points.length / 3);
  const isRigid = indices!.interpolation === 'constant';
  const perPoint = isRigid ? jointIndices.length : Math.floor(jointIndices.length / Math.max(1, count));

  // A mesh may list the joints in its own order.
  const own = textsOf(prim, 'skel:joints');
  const places = new Map([...skeleton.joints.keys()].map((joint, i) => [joint, i]));
  const numberOf = (joint: number): number => (own.length > 0 ? (places.get(own[joint] ?? '') ?? -1) : joint);
  const strongest = createStrongestJoints(count);
  for (let point = 0; point < count; point++) {
    for (let k = 0; k < perPoint; k++) {
      const at = isRigid ? k : point * perPoint + k;
      const joint = numberOf(jointIndices[at]!);
      const weight = isNumbers(weights) ? (weights[at] ?? 0) : Number(k === 0);
      if (joint < skeleton.joints.size) strongest.add(point, joint, weight);
    }
  }
  const place = readMatrices(prim, 'primvars:skel:geomBindTransform', 1)?.[0] ?? [...IDENTITY_MAT4];
  return { skeleton, place, ...strongest.finish(skeleton.joints.size) };
}

/** Adds the skin of a mesh bound to a skeleton; points without influences follow the skeleton's node. */
export function addUsdSkin(
  document: Document,
  stage: UsdStage,
  { skeleton, place, hasLoose }: UsdBinding,
  name: string,
): Skin {
  const skin = document.createSkin(name);
  const matrices: number[] = [];
  const add = (joint: Node, bind: Readonly<mat4>): void => {
    const matrix = toGltfMatrix(multiplyMat4(invertAffine(bind) ?? IDENTITY_MAT4, place), stage);
    // glTF requires exactly this last row.
    [matrix[3], matrix[7], matrix[11], matrix[15]] = [0, 0, 0, 1];
    matrices.push(...matrix);
    skin.addJoint(joint);
  };
  [...skeleton.joints.values()].forEach((joint, i) => add(joint, skeleton.binds[i]!));
  if (hasLoose) add(skeleton.node, IDENTITY_MAT4);
  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
  const accessor = document.createAccessor().setType('MAT4').setArray(new Float32Array(matrices)).setBuffer(buffer);
  return skin.setInverseBindMatrices(accessor);
}
