import type { Document } from '@gltf-transform/core';
import { listSurfaces, readFloats, type Surface } from '../../base/document/list-surfaces.ts';
import { clusterPositions } from '../../base/mesh/cluster-positions.ts';

/** All surfaces of a document without transforms, as one: vertices concatenated. */
interface JoinedSurfaces {
  readonly surfaces: readonly Surface[];
  /** xyz, metres. */
  readonly positions: Float32Array;
  /** First vertex of each surface. */
  readonly firsts: readonly number[];
  /** Vertex that represents the place of each vertex (`clusterPositions`); null: the model has no size. */
  readonly places: Uint32Array | null;
}

/**
 * Joins the surfaces of a document and clusters their vertices within `share` of the bounding box's diagonal. Only
 * vertices that a triangle uses count for the box; nodes must have no transforms (`bakeTransforms`).
 */
export function joinSurfaces(document: Document, share: number): JoinedSurfaces {
  const surfaces = listSurfaces(document);
  const lists = surfaces.map(({ primitive }) => readFloats(primitive, 'POSITION')!);
  const positions = new Float32Array(lists.reduce((sum, { length }) => sum + length, 0));
  const firsts: number[] = [];
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  let first = 0;
  surfaces.forEach(({ indices }, i) => {
    const own = lists[i]!;
    firsts.push(first);
    // Vertices that no triangle uses may be anywhere: all of them count as the first one that is used.
    const unused = [0, 1, 2].map((axis) => own[indices[0]! * 3 + axis]!);
    for (let at = 0; at < own.length; at++) positions[first * 3 + at] = unused[at % 3]!;
    for (const vertex of indices) {
      for (let axis = 0; axis < 3; axis++) {
        const value = own[vertex * 3 + axis]!;
        positions[(first + vertex) * 3 + axis] = value;
        if (value < min[axis]!) min[axis] = value;
        if (value > max[axis]!) max[axis] = value;
      }
    }
    first += own.length / 3;
  });
  const diagonal = Math.hypot(...max.map((value, axis) => value - min[axis]!));
  const distance = diagonal * share;
  const places = distance > 0 && Number.isFinite(distance) ? clusterPositions(positions, distance) : null;
  return { surfaces, positions, firsts, places };
}
