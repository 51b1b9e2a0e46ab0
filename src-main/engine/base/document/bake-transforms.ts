import type { Document, Primitive, Scene, mat4 } from '@gltf-transform/core';
import { listSurfaces, readFloats } from './list-surfaces.ts';
import { unshareMeshes } from './unshare-meshes.ts';
import { applyMorphTargets, morphWeights } from './morph-targets.ts';
import { skinMatrices } from './skin-matrices.ts';
import { isMirroring, normalMatrix, transformNormal, transformPosition } from '../maths/transform-vertices.ts';
import { flipTriangles } from './triangle-indices.ts';

/**
 * Bakes all node transforms into the vertices, those of lines and points too, in place. Afterwards each mesh is on its
 * own node directly under the scene, without a transform, and vertex positions are in world space (metres, +Y up,
 * counter-clockwise from outside).
 *
 * A skinned mesh freezes in the current pose of its joints, morph targets with their weights at rest; skeletons,
 * animations and morph targets are removed. Meshes of other scenes are dropped. Quads (`ngonEncoding`) are lost where a
 * mirroring node flips the winding.
 */
export function bakeTransforms(document: Document): void {
  const root = document.getRoot();
  unshareMeshes(document);
  const scene = root.getDefaultScene() ?? root.listScenes()[0] ?? document.createScene();
  const shown = new Set<unknown>();
  scene.traverse((node) => shown.add(node));
  const surfaces = listSurfaces(document).filter(({ node }) => shown.has(node));

  for (const { node, primitive, indices } of surfaces) {
    const skin = node.getSkin();
    const matrices = (skin && skinMatrices(skin, primitive)) ?? [node.getWorldMatrix()];
    freezePrimitive(document, primitive, indices, matrices, morphWeights(node));
  }
  const frozen = new Set(surfaces.map(({ primitive }) => primitive));
  for (const node of root.listNodes()) {
    if (!shown.has(node)) continue;
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      if (!frozen.has(primitive)) freezeVertices(document, primitive, [node.getWorldMatrix()], morphWeights(node));
    }
  }
  hangUnderScene(document, scene, shown);
}

function freezePrimitive(
  document: Document,
  primitive: Primitive,
  triangles: Uint32Array<ArrayBuffer>,
  matrices: readonly mat4[],
  weights: readonly number[],
): void {
  const isMirrored = freezeVertices(document, primitive, matrices, weights);
  if (isMirrored) flipTriangles(triangles);
  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
  primitive.setMode(4).setIndices(document.createAccessor().setBuffer(buffer).setType('SCALAR').setArray(triangles));
}

/** Transforms vertices by one matrix, or by one for each. Returns true if most of them are mirrored. */
function freezeVertices(
  document: Document,
  primitive: Primitive,
  matrices: readonly mat4[],
  weights: readonly number[],
): boolean {
  const positions = readFloats(primitive, 'POSITION');
  if (!positions) return false;
  const normals = readFloats(primitive, 'NORMAL');
  const tangents = readFloats(primitive, 'TANGENT');
  applyMorphTargets(primitive, weights, 'POSITION', positions);
  if (normals) applyMorphTargets(primitive, weights, 'NORMAL', normals);
  if (tangents) applyMorphTargets(primitive, weights, 'TANGENT', tangents, 4);
  let matrix: mat4 | undefined;
  let turn: number[] = [];
  let mirrored = 0;
  const count = positions.length / 3;
  for (let vertex = 0; vertex < count; vertex++) {
    const own = matrices.length === 1 ? matrices[0]! : matrices[vertex]!;
    if (own !== matrix) {
      matrix = own;
      turn = normalMatrix(own);
    }
    transformPosition(positions, vertex * 3, own);
    if (normals) transformNormal(normals, vertex * 3, turn);
    if (tangents) turnTangent(tangents, vertex * 4, own);
    if (isMirroring(own)) mirrored++;
  }

  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
  const write = (semantic: string, type: 'VEC3' | 'VEC4', array: Float32Array<ArrayBuffer>) =>
    primitive.setAttribute(semantic, document.createAccessor().setBuffer(buffer).setType(type).setArray(array));
  write('POSITION', 'VEC3', positions);
  if (normals) write('NORMAL', 'VEC3', normals);
  if (tangents) write('TANGENT', 'VEC4', tangents);
  for (const semantic of primitive.listSemantics()) {
    if (/^(JOINTS|WEIGHTS)_/.test(semantic)) primitive.setAttribute(semantic, null);
  }
  for (const target of primitive.listTargets()) primitive.removeTarget(target);
  return mirrored * 2 > count;
}

/**
 * Transforms a tangent by the matrix itself (normals use the inverse transpose); mirroring flips the bitangent's sign.
 */
function turnTangent(tangents: Float32Array, at: number, m: mat4): void {
  const [x, y, z] = [tangents[at]!, tangents[at + 1]!, tangents[at + 2]!];
  const turned = [m[0] * x + m[4] * y + m[8] * z, m[1] * x + m[5] * y + m[9] * z, m[2] * x + m[6] * y + m[10] * z];
  const length = Math.hypot(...turned) || 1;
  for (let k = 0; k < 3; k++) tangents[at + k] = turned[k]! / length;
  if (isMirroring(m)) tangents[at + 3] = -tangents[at + 3]!;
}

function hangUnderScene(document: Document, scene: Scene, shown: ReadonlySet<unknown>): void {
  const root = document.getRoot();
  for (const animation of root.listAnimations()) animation.dispose();
  for (const node of root.listNodes()) {
    for (const child of node.listChildren()) node.removeChild(child);
    scene.removeChild(node);
    if (shown.has(node) && node.getMesh()) {
      node.getMesh()!.setWeights([]);
      node.setSkin(null).setWeights([]).setCamera(null);
      node.setTranslation([0, 0, 0]).setRotation([0, 0, 0, 1]).setScale([1, 1, 1]);
      scene.addChild(node);
    } else {
      node.dispose();
    }
  }
  for (const skin of root.listSkins()) skin.dispose();
  for (const other of root.listScenes()) if (other !== scene) other.dispose();
}
