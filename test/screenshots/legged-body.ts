import type { Document } from '@gltf-transform/core';
import { toModelDocument } from '../../src-main/engine/files/gltf/model-document.ts';

type Point = readonly [number, number, number];

/** Corners around a ring, and rings of a ball. */
const SIDES = 12;
const RINGS = 8;

/** A round body with pairs of bent legs, in metres, front to +Z; the engine has no such animal of its own. */
export function legged(pairs: number): Document {
  const positions: number[] = [];
  const normals: number[] = [];
  const indices: number[] = [];
  const add = (rings: readonly { readonly centre: Point; readonly across: Point; readonly up: Point }[]): void => {
    const first = positions.length / 3;
    for (const { centre, across, up } of rings) {
      for (let side = 0; side < SIDES; side++) {
        const [cos, sin] = [Math.cos((2 * Math.PI * side) / SIDES), Math.sin((2 * Math.PI * side) / SIDES)];
        const offset = [0, 1, 2].map((k) => cos * across[k]! + sin * up[k]!);
        const length = Math.hypot(...offset) || 1;
        positions.push(...offset.map((value, k) => centre[k]! + value));
        normals.push(...offset.map((value) => value / length));
      }
    }
    for (let ring = 0; ring + 1 < rings.length; ring++) {
      for (let side = 0; side < SIDES; side++) {
        const [a, b] = [first + ring * SIDES + side, first + ring * SIDES + ((side + 1) % SIDES)];
        indices.push(a, b, a + SIDES, b, b + SIDES, a + SIDES);
      }
    }
  };
  const addBall = ([x, y, z]: Point, [rx, ry, rz]: Point): void => {
    add(
      Array.from({ length: RINGS + 1 }, (_, ring) => {
        const angle = (Math.PI * ring) / RINGS;
        const [sin, cos] = [Math.sin(angle) + 1e-4, Math.cos(angle)];
        return {
          centre: [x, y, z - rz * cos] as const,
          across: [rx * sin, 0, 0] as const,
          up: [0, ry * sin, 0] as const,
        };
      }),
    );
  };
  addBall([0, 0.42, -0.28], [0.3, 0.24, 0.38]);
  addBall([0, 0.42, 0.22], [0.2, 0.17, 0.24]);
  for (const side of [1, -1]) {
    for (let pair = 0; pair < pairs; pair++) {
      const share = pair / (pairs - 1) - 0.5;
      const z = 0.12 - share * 0.42;
      const reach = -share * 0.9;
      const path: Point[] = [
        [side * 0.15, 0.42, z],
        [side * 0.5, 0.68, z + reach * 0.5],
        [side * 0.85, 0, z + reach],
      ];
      add(path.map((centre, at) => leg(centre, 0.08 - at * 0.02)));
    }
  }
  return toModelDocument({
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    indices: Uint32Array.from(indices),
    texture: null,
    color: [0.45, 0.32, 0.22],
  });
}

function leg(centre: Point, radius: number) {
  return { centre, across: [0, 0, radius], up: [0, radius, 0] } as const;
}
