import type { FlatPrimitive } from '../flat-mesh.ts';

type Vector = readonly [number, number, number];

/** A perspective camera that looks at a model's middle from outside. World space, metres; square picture. */
export interface PreviewCamera {
  readonly eye: Vector;
  /** Unit axes of the picture in world space: to the right, up, and away from the eye. */
  readonly right: Vector;
  readonly up: Vector;
  readonly forward: Vector;
  /** Half the picture's edge at distance 1. */
  readonly halfView: number;
}

const FIELD_OF_VIEW = 30;
/** Share of the picture left free around the model. */
const MARGIN = 0.05;

/**
 * Frames the primitives as tightly as perspective allows. Degrees: azimuth 0 looks at the front (+Z), positive moves
 * the eye towards +X; elevation 90 looks straight down. O(vertices).
 */
export function framePrimitives(
  primitives: readonly FlatPrimitive[],
  azimuth: number,
  elevation: number,
): PreviewCamera {
  const a = (azimuth * Math.PI) / 180;
  const e = (elevation * Math.PI) / 180;
  const right: Vector = [Math.cos(a), 0, -Math.sin(a)];
  const up: Vector = [-Math.sin(a) * Math.sin(e), Math.cos(e), -Math.cos(a) * Math.sin(e)];
  const forward: Vector = [-Math.sin(a) * Math.cos(e), -Math.sin(e), -Math.cos(a) * Math.cos(e)];
  const halfView = Math.tan((FIELD_OF_VIEW * Math.PI) / 360);

  const axes = [right, up, forward];
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of primitives) {
    for (let i = 0; i < positions.length; i += 3) {
      axes.forEach((axis, k) => {
        const value = axis[0] * positions[i]! + axis[1] * positions[i + 1]! + axis[2] * positions[i + 2]!;
        if (value < min[k]!) min[k] = value;
        if (value > max[k]!) max[k] = value;
      });
    }
  }
  const middle = axes.map((_, k) => (Number.isFinite(min[k]) ? (min[k]! + max[k]!) / 2 : 0));
  const size = Math.max(1e-6, ...axes.map((_, k) => (Number.isFinite(min[k]) ? max[k]! - min[k]! : 1)));

  let distance = size / 2;
  const reach = halfView * (1 - 2 * MARGIN);
  for (const { positions } of primitives) {
    for (let i = 0; i < positions.length; i += 3) {
      const [x, y, z] = axes.map(
        (axis, k) => axis[0] * positions[i]! + axis[1] * positions[i + 1]! + axis[2] * positions[i + 2]! - middle[k]!,
      ) as [number, number, number];
      distance = Math.max(distance, Math.max(Math.abs(x), Math.abs(y)) / reach - z);
    }
  }
  distance = Math.max(distance, size / 2 + (max[2]! - min[2]! || 0) / 2);

  const eye = [0, 1, 2].map(
    (c) => right[c]! * middle[0]! + up[c]! * middle[1]! + forward[c]! * (middle[2]! - distance),
  ) as [number, number, number];
  return { eye, right, up, forward, halfView };
}
