import type { mat4 } from '@gltf-transform/core';
import type { PolygonShape } from '../../polygons/polygon-mesh.ts';
import { findNumbers } from './fbx-element.ts';
import type { FbxGraph, FbxObject } from './fbx-graph.ts';

/** A blend shape of a geometry. */
export interface FbxShape extends PolygonShape {
  /** The channel that clips animate. */
  readonly channel: FbxObject;
}

/** Maximum number of shapes; glTF readers support far fewer. */
const MAX_SHAPES = 256;

/**
 * Reads the blend shapes of a geometry with so many points: per-point offsets, transformed by `matrix`. Of a channel
 * with several in-between shapes the last, full one is used.
 */
export function readFbxShapes(
  graph: FbxGraph,
  geometry: FbxObject,
  matrix: Readonly<mat4>,
  points: number,
): FbxShape[] {
  const shapes: FbxShape[] = [];
  for (const { object: blend } of graph.childrenOf(geometry)) {
    if (blend.subtype !== 'BlendShape') continue;
    for (const { object: channel } of graph.childrenOf(blend)) {
      const shape = graph.childrenOf(channel).findLast(({ object }) => object.subtype === 'Shape')?.object;
      if (!shape || shapes.length >= MAX_SHAPES) continue;
      const percent = channel.properties.number('DeformPercent') ?? findNumbers(channel.element, 'DeformPercent')?.[0];
      const indexes = findNumbers(shape.element, 'Indexes') ?? new Float64Array();
      const moves = findNumbers(shape.element, 'Vertices') ?? new Float64Array();
      const offsets = new Float32Array(points * 3);
      indexes.forEach((point, i) => {
        if (!(point >= 0 && point < points && i * 3 + 2 < moves.length)) return;
        const [x, y, z] = [moves[i * 3]!, moves[i * 3 + 1]!, moves[i * 3 + 2]!];
        for (let k = 0; k < 3; k++) {
          const offset = matrix[k]! * x + matrix[4 + k]! * y + matrix[8 + k]! * z;
          offsets[point * 3 + k] = Number.isFinite(Math.fround(offset)) ? offset : 0;
        }
      });
      const weight = Number.isFinite(percent) ? percent! / 100 : 0;
      shapes.push({ name: channel.name || shape.name, weight, offsets, channel });
    }
  }
  return shapes;
}
