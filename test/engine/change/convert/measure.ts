import type { Document } from '@gltf-transform/core';
import { toFlatMeshes } from '../../../../src-main/engine/base/document/flat-meshes.ts';

/** Measurements of a model. */
export interface Measure {
  readonly min: number[];
  readonly max: number[];
  /** Signed volume: positive if wound counter-clockwise from outside; valid only for closed models. */
  readonly volume: number;
  readonly triangles: number;
  /** Number of directed edges without an opposite, welded by exact position; 0 for a closed model. */
  readonly openEdges: number;
}

/** Measures a model in world space. */
export function measure(document: Document): Measure {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  const edges = new Map<string, number>();
  let volume = 0;
  let triangles = 0;
  for (const mesh of toFlatMeshes(document)) {
    for (const { positions, indices } of mesh.primitives) {
      const at = (vertex: number): number[] => [...positions.subarray(vertex * 3, vertex * 3 + 3)].map((v) => v + 0);
      for (let i = 0; i < indices.length; i += 3) {
        const [a, b, c] = [at(indices[i]!), at(indices[i + 1]!), at(indices[i + 2]!)] as const;
        triangles++;
        volume +=
          (a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) -
            a[1]! * (b[0]! * c[2]! - b[2]! * c[0]!) +
            a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!)) /
          6;
        for (const corner of [a, b, c]) {
          for (let k = 0; k < 3; k++) {
            min[k] = Math.min(min[k]!, corner[k]!);
            max[k] = Math.max(max[k]!, corner[k]!);
          }
        }
        for (const [from, to] of [
          [a, b],
          [b, c],
          [c, a],
        ] as const) {
          const [key, sign] =
            from.join() < to.join() ? [`${from.join()}|${to.join()}`, 1] : [`${to.join()}|${from.join()}`, -1];
          edges.set(mesh.name + key, (edges.get(mesh.name + key) ?? 0) + sign);
        }
      }
    }
  }
  const openEdges = [...edges.values()].filter((balance) => balance !== 0).length;
  return { min, max, volume, triangles, openEdges };
}
