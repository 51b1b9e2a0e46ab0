import type { Document, Primitive } from '@gltf-transform/core';
import { dropEmpty } from '../../base/document/drop-empty.ts';
import { readFloats, type Surface } from '../../base/document/list-surfaces.ts';
import { createTriangleSet } from '../../base/mesh/triangle-set.ts';
import { rebuildPrimitive } from '../../base/primitive/rebuild-primitive.ts';
import { joinSurfaces } from './joined-surfaces.ts';

/** What `weldSurfaces` did. */
export interface WeldCounts {
  /** Vertices that became one with another. */
  readonly merged: number;
  /** Triangles without area, and repeated ones, that were removed. */
  readonly triangles: number;
  /** True if anything changed, also if vertices at seams only moved together. */
  readonly isChanged: boolean;
}

/** Largest difference of two normals, per component, that one vertex may stand for: about 10°. */
const NORMAL_TOLERANCE = 0.17;
/** Of colours and other attributes: half a step of 8 bits. */
const TOLERANCE = 0.5 / 255;
/** Of UVs: half a texel of 4,096. */
const UV_TOLERANCE = 0.5 / 4096;

interface Welded {
  readonly primitive: Primitive;
  /** Old vertex of each new one. */
  readonly from: readonly number[];
  readonly triangles: Uint32Array;
  /** New positions. */
  readonly moved: Float32Array<ArrayBuffer>;
  readonly merged: number;
  readonly removed: number;
  readonly isChanged: boolean;
}

/**
 * Welds the vertices of a document within `share` of its bounding box's diagonal, in place. Vertices at one place get the
 * same position, so that cracks close; they become one if their normals, UVs, colours and materials agree, so that seams
 * and creases stay. Triangles that lose their area, and repeated ones, are removed. A model that would lose all of its
 * triangles is not changed. Nodes must have no transforms (`bakeTransforms`). O(vertices).
 */
export function weldSurfaces(document: Document, share: number): WeldCounts {
  const joined = joinSurfaces(document, share);
  const nothing = { merged: 0, triangles: 0, isChanged: false };
  if (!joined.places) return nothing;
  const { firsts, positions, places } = joined;
  const welded = joined.surfaces.map((surface, i) => weld(surface, positions, places.subarray(firsts[i])));
  const changed = welded.filter(({ isChanged }) => isChanged);
  if (changed.length === 0 || welded.every(({ triangles }) => triangles.length === 0)) return nothing;

  for (const { primitive, from, triangles, moved } of changed) {
    rebuildPrimitive(primitive, { from }, triangles);
    const old = primitive.getAttribute('POSITION')!;
    const position = document.createAccessor().setBuffer(old.getBuffer()).setType('VEC3').setArray(moved);
    primitive.setAttribute('POSITION', position);
  }
  for (const mesh of document.getRoot().listMeshes()) dropEmpty(mesh);
  const sum = (count: (each: Welded) => number): number => welded.reduce((total, each) => total + count(each), 0);
  return { merged: sum(({ merged }) => merged), triangles: sum(({ removed }) => removed), isChanged: true };
}

/** Welds one surface; `places` starts at its first vertex and holds vertices of `positions`. */
function weld({ primitive, indices }: Surface, positions: Float32Array, places: Uint32Array): Welded {
  const agree = createComparison(primitive);
  const known = createTriangleSet(indices.length / 3);
  const targets = new Int32Array(primitive.getAttribute('POSITION')!.getCount()).fill(-1);
  const from: number[] = [];
  // Chains of the new vertices at each place.
  const latest = new Map<number, number>();
  const earlier: number[] = [];
  const triangles = new Uint32Array(indices.length);
  let merged = 0;
  let used = 0;
  const keep = (vertex: number): number => {
    if (targets[vertex]! >= 0) return targets[vertex]!;
    const place = places[vertex]!;
    let same = latest.get(place) ?? -1;
    while (same >= 0 && !agree(from[same]!, vertex)) same = earlier[same]!;
    if (same >= 0) merged++;
    else {
      same = from.push(vertex) - 1;
      earlier.push(latest.get(place) ?? -1);
      latest.set(place, same);
    }
    targets[vertex] = same;
    return same;
  };
  for (let at = 0; at < indices.length; at += 3) {
    const a = places[indices[at]!]!;
    const b = places[indices[at + 1]!]!;
    const c = places[indices[at + 2]!]!;
    if (a === b || b === c || c === a || !known.add(a, b, c)) continue;
    for (let corner = 0; corner < 3; corner++) triangles[used++] = keep(indices[at + corner]!);
  }

  const old = readFloats(primitive, 'POSITION')!;
  const moved = new Float32Array(from.length * 3);
  let isMoved = false;
  from.forEach((vertex, to) => {
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[places[vertex]! * 3 + axis]!;
      moved[to * 3 + axis] = value;
      if (value !== old[vertex * 3 + axis]) isMoved = true;
    }
  });
  const removed = (indices.length - used) / 3;
  const isChanged = merged > 0 || removed > 0 || isMoved;
  return { primitive, from, triangles: triangles.subarray(0, used), moved, merged, removed, isChanged };
}

/** Compares two vertices of a primitive in everything but their positions. */
function createComparison(primitive: Primitive): (one: number, other: number) => boolean {
  const attributes = primitive
    .listSemantics()
    .filter((semantic) => semantic !== 'POSITION')
    .map((semantic) => {
      const isNormal = semantic === 'NORMAL' || semantic === 'TANGENT';
      return {
        values: readFloats(primitive, semantic)!,
        size: primitive.getAttribute(semantic)!.getElementSize(),
        tolerance: isNormal ? NORMAL_TOLERANCE : semantic.startsWith('TEXCOORD_') ? UV_TOLERANCE : TOLERANCE,
      };
    });
  return (one, other) =>
    attributes.every(({ values, size, tolerance }) => {
      for (let k = 0; k < size; k++) {
        if (Math.abs(values[one * size + k]! - values[other * size + k]!) > tolerance) return false;
      }
      return true;
    });
}
