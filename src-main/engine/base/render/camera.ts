import type { FlatPrimitive } from '../document/flat-mesh.ts';

type Vector = readonly [number, number, number];

/** A perspective camera that looks at a model's centre from outside. World space, metres; square image. */
export interface Camera {
  readonly eye: Vector;
  /** Unit axes of the image in world space: right, up, and the view direction. */
  readonly right: Vector;
  readonly up: Vector;
  readonly forward: Vector;
  /** Half the image's edge at distance 1. */
  readonly halfView: number;
}

const FIELD_OF_VIEW = 30;
/** Margin around the model, as a share of the image. */
const MARGIN = 0.05;

/** Points in world space, xyz each. */
type Points = Pick<FlatPrimitive, 'positions'>;

/**
 * Returns a camera that frames the points as tightly as perspective allows. Degrees: azimuth 0 looks at the front (+Z),
 * positive moves the camera towards +X; elevation 90 looks straight down. O(points).
 */
export function framePrimitives(points: readonly Points[], azimuth: number, elevation: number): Camera {
  const axes = toAxes(azimuth, elevation);
  const { min, max, isEmpty } = boxAlong(points, axes);
  if (isEmpty) return standOff(axes, [0, 0, 0], 1);
  const middle: Vector = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
  const size = Math.max(1e-6, max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  const distance = Math.max(size / 2 + (max[2] - min[2]) / 2, farEnough(points, axes, middle));
  return standOff(axes, middle, distance);
}

/**
 * Returns cameras on a circle around the points, one for each azimuth, all at the greatest distance that any of them
 * needs, so that the size does not change from one to the next. O(points × azimuths).
 */
export function orbitPrimitives(points: readonly Points[], azimuths: readonly number[], elevation: number): Camera[] {
  const { min, max, isEmpty } = boxAlong(points, WORLD);
  const center: Vector = isEmpty ? [0, 0, 0] : [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
  const views = azimuths.map((azimuth) => {
    const axes = toAxes(azimuth, elevation);
    return { axes, middle: [dot(axes[0], center), dot(axes[1], center), dot(axes[2], center)] as const };
  });
  const diagonal = isEmpty ? 1 : Math.max(1e-6, Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]));
  const distance = Math.max(diagonal, ...views.map(({ axes, middle }) => farEnough(points, axes, middle)));
  return views.map(({ axes, middle }) => standOff(axes, middle, distance));
}

/** Right, up and forward. */
type Axes = readonly [Vector, Vector, Vector];

const WORLD: Axes = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const HALF_VIEW = Math.tan((FIELD_OF_VIEW * Math.PI) / 360);

function toAxes(azimuth: number, elevation: number): Axes {
  const a = (azimuth * Math.PI) / 180;
  const e = (elevation * Math.PI) / 180;
  return [
    [Math.cos(a), 0, -Math.sin(a)],
    [-Math.sin(a) * Math.sin(e), Math.cos(e), -Math.cos(a) * Math.sin(e)],
    [-Math.sin(a) * Math.cos(e), -Math.sin(e), -Math.cos(a) * Math.cos(e)],
  ];
}

function boxAlong(points: readonly Points[], axes: Axes) {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of points) {
    for (let i = 0; i < positions.length; i += 3) {
      for (let k = 0; k < 3; k++) {
        const value = along(axes[k]!, positions, i);
        if (value < min[k]!) min[k] = value;
        if (value > max[k]!) max[k] = value;
      }
    }
  }
  return { min, max, isEmpty: !(min[0] <= max[0]) };
}

/** Returns the camera's distance from `middle` (along the axes) at which every point is within the margins. */
function farEnough(points: readonly Points[], [right, up, forward]: Axes, middle: Vector): number {
  const reach = HALF_VIEW * (1 - 2 * MARGIN);
  let distance = 0;
  for (const { positions } of points) {
    for (let i = 0; i < positions.length; i += 3) {
      const x = Math.abs(along(right, positions, i) - middle[0]);
      const y = Math.abs(along(up, positions, i) - middle[1]);
      const needed = Math.max(x, y) / reach - along(forward, positions, i) + middle[2];
      if (needed > distance) distance = needed;
    }
  }
  return distance;
}

function standOff([right, up, forward]: Axes, middle: Vector, distance: number): Camera {
  const eye = [0, 1, 2].map(
    (c) => right[c]! * middle[0] + up[c]! * middle[1] + forward[c]! * (middle[2] - distance),
  ) as [number, number, number];
  return { eye, right, up, forward, halfView: HALF_VIEW };
}

function along(axis: Vector, positions: Float32Array, i: number): number {
  return axis[0] * positions[i]! + axis[1] * positions[i + 1]! + axis[2] * positions[i + 2]!;
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
