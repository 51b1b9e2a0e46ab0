import { readFloats } from '../../base/document/list-surfaces.ts';
import { rebuildPrimitive } from '../../base/primitive/rebuild-primitive.ts';
import { computeTangents } from '../../base/mesh/compute-tangents.ts';
import type { EdgeCurve } from './curve-edges.ts';
import { edgeKey } from './edge-graph.ts';
import { midpointNormal } from './midpoint-normal.ts';
import type { RefinedMesh, RefinedPrimitive } from './refined-mesh.ts';
import { splitFaces, type SplitFaces } from './split-faces.ts';

/**
 * Splits the edges of a mesh that deviate by more than `minDeviation`, in place, with their midpoints on the curve; the
 * `RefinedMesh` itself is outdated afterwards. Returns true if there were any. O(triangles).
 */
export function splitRefinedMesh({ primitives, shape, bends }: RefinedMesh, minDeviation: number): boolean {
  const { positions, normals, places } = shape;
  const bendOf = (v: number, w: number): EdgeCurve | undefined =>
    bends.get(edgeKey(places[v]!, places[w]!, places.length));
  const distance = (v: number, w: number): number =>
    Math.hypot(...[0, 1, 2].map((k) => positions[3 * v + k]! - positions[3 * w + k]!));

  let isChanged = false;
  for (const own of primitives) {
    const { primitive, indices, first } = own;
    const count = primitive.getAttribute('POSITION')!.getCount();
    const split = splitFaces(
      indices,
      count,
      (v, w) => (bendOf(first + v, first + w)?.height ?? 0) > minDeviation,
      (v, w) => distance(first + v, first + w),
    );
    if (split.from.length === count) continue;
    isChanged = true;
    rebuild(own, split, (v, w) => ({
      middle: bendOf(v, w)!.middle,
      normal: midpointNormal(positions, normals, v, w),
    }));
  }
  return isChanged;
}

/** Returns position and normal of the midpoint of an edge between two joined vertices. */
type PlaceMiddle = (v: number, w: number) => { readonly middle: ArrayLike<number>; readonly normal: ArrayLike<number> };

function rebuild(
  { primitive, first }: RefinedPrimitive,
  { from, to, triangles }: SplitFaces,
  place: PlaceMiddle,
): void {
  const share = from.map((vertex, i) => (vertex === to[i] ? 0 : 0.5));
  rebuildPrimitive(primitive, { from, to, share }, triangles);
  const positions = readFloats(primitive, 'POSITION')!;
  const normals = readFloats(primitive, 'NORMAL');
  from.forEach((vertex, i) => {
    if (vertex === to[i]) return;
    const { middle, normal } = place(first + vertex, first + to[i]!);
    positions.set(middle, 3 * i);
    normals?.set(normal, 3 * i);
  });
  primitive.getAttribute('POSITION')!.setArray(positions);
  if (normals) primitive.getAttribute('NORMAL')!.setArray(normals);

  const tangents = primitive.getAttribute('TANGENT');
  const uvs = readFloats(primitive, 'TEXCOORD_0');
  if (tangents && normals && uvs) {
    tangents.setArray(new Float32Array(computeTangents({ positions, normals, uvs, indices: triangles })));
  }
}
