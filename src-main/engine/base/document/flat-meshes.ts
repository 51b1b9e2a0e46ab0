import type { Accessor, Document, Node, Primitive, mat4 } from '@gltf-transform/core';
import type { FlatMesh, FlatPrimitive } from './flat-mesh.ts';
import { applyMorphTargets, morphWeights } from './morph-targets.ts';
import { skinMatrices } from './skin-matrices.ts';
import { isMirroring, normalMatrix, transformNormal, transformPosition } from '../maths/transform-vertices.ts';
import { decodeQuads, toTriangleIndices, flipQuads, flipTriangles } from './triangle-indices.ts';
import { uniqueName } from './unique-name.ts';

/**
 * Returns the surfaces of a document's default scene in world space (metres, +Y up, counter-clockwise from outside),
 * one mesh per node that draws triangles. Points and lines are left out, accessors are copied, the document is not
 * changed.
 *
 * A skinned mesh is in its rest pose, placed by its joints (glTF 2.0, 3.7.3.1: its node's transform is ignored); morph
 * targets are applied with their weights at rest. The UVs are those of the set that the base colour uses. A mesh whose
 * extras contain `ngonEncoding: true` gets `quads`. Indices must be valid: `readModel` has checked them.
 */
export function toFlatMeshes(document: Document): FlatMesh[] {
  const root = document.getRoot();
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  const tops = scene?.listChildren() ?? root.listNodes().filter((node) => !node.getParentNode());

  const meshes: FlatMesh[] = [];
  const names = new Set<string>();
  const visit = (node: Node): void => {
    const primitives = flattenNode(node);
    if (primitives.length > 0) {
      const name = node.getName() || node.getMesh()!.getName() || 'mesh';
      meshes.push({ name: uniqueName(name, names), primitives });
    }
  };
  for (const top of tops) top.traverse(visit);
  return meshes;
}

function flattenNode(node: Node): FlatPrimitive[] {
  const pieces = node.getMesh()?.listPrimitives() ?? [];
  return pieces.map((primitive) => flattenSurface(node, primitive)).filter((piece) => piece !== null);
}

/**
 * Flattens one primitive of a node as `toFlatMeshes` does, vertices in their order. Returns null if it draws no
 * triangles.
 */
export function flattenSurface(node: Node, primitive: Primitive): FlatPrimitive | null {
  const skin = node.getSkin();
  const hasQuads = node.getMesh()?.getExtras()['ngonEncoding'] === true;
  const matrices = (skin && skinMatrices(skin, primitive)) ?? [node.getWorldMatrix()];
  return flattenPrimitive(primitive, matrices, morphWeights(node), hasQuads);
}

/** Flattens a primitive; `matrices` holds one matrix for all vertices or one per vertex, `weights` one for each target. */
function flattenPrimitive(
  primitive: Primitive,
  matrices: readonly mat4[],
  weights: readonly number[],
  hasQuads: boolean,
): FlatPrimitive | null {
  const indices = toTriangleIndices(primitive);
  const positions = decodeFloats(primitive.getAttribute('POSITION'), 3);
  if (!indices?.length || !positions) return null;

  const material = primitive.getMaterial();
  const uvSet = material?.getBaseColorTextureInfo()?.getTexCoord() ?? 0;
  const normals = decodeFloats(primitive.getAttribute('NORMAL'), 3);
  const quads = hasQuads ? decodeQuads(indices) : null;
  applyMorphTargets(primitive, weights, 'POSITION', positions);
  if (normals) applyMorphTargets(primitive, weights, 'NORMAL', normals);

  let mirrored = 0;
  let matrix: mat4 | undefined;
  let turn: number[] = [];
  const count = positions.length / 3;
  for (let vertex = 0; vertex < count; vertex++) {
    const own = matrices.length === 1 ? matrices[0]! : matrices[vertex]!;
    if (own !== matrix) {
      matrix = own;
      turn = normalMatrix(own);
    }
    transformPosition(positions, vertex * 3, own);
    if (normals) transformNormal(normals, vertex * 3, turn);
    if (matrices.length > 1 && isMirroring(own)) mirrored++;
  }
  const turned = matrices.length === 1 ? isMirroring(matrices[0]!) : mirrored * 2 > count;
  if (turned) {
    flipTriangles(indices);
    if (quads) flipQuads(quads);
  }

  return {
    positions,
    normals,
    uvs: decodeFloats(primitive.getAttribute(`TEXCOORD_${uvSet}`) ?? primitive.getAttribute('TEXCOORD_0'), 2),
    colors: decodeFloats(primitive.getAttribute('COLOR_0'), 4),
    indices,
    quads,
    material,
  };
}

/**
 * Copies an accessor to floats of `size` components; normalized integers are decoded, a missing fourth component is 1.
 */
function decodeFloats(accessor: Accessor | null, size: number): Float32Array | null {
  if (!accessor) return null;
  const raw = accessor.getArray();
  const stored = accessor.getElementSize();
  if (raw instanceof Float32Array && stored === size) return raw.slice();

  const count = accessor.getCount();
  const floats = new Float32Array(count * size).fill(1);
  const element: number[] = [];
  for (let i = 0; i < count; i++) {
    accessor.getElement(i, element);
    for (let k = 0; k < Math.min(size, stored); k++) floats[i * size + k] = element[k]!;
  }
  return floats;
}
