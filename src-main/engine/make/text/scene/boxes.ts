import type { SceneBox } from './scene.ts';
import type { SolidPoint } from '../../../catalogue/solids/solid.ts';

/** Returns the bounding box of all boxes. Throws if there are none. */
export function unionBox(boxes: readonly SceneBox[]): SceneBox {
  if (boxes.length === 0) throw new Error('The bounding box of zero boxes is undefined.');
  const pick = (choose: (...values: number[]) => number, end: 'min' | 'max'): SolidPoint => [
    choose(...boxes.map((box) => box[end][0])),
    choose(...boxes.map((box) => box[end][1])),
    choose(...boxes.map((box) => box[end][2])),
  ];
  return { min: pick(Math.min, 'min'), max: pick(Math.max, 'max') };
}

/** Translates a box. */
export function moveBox({ min, max }: SceneBox, by: SolidPoint): SceneBox {
  return {
    min: [min[0] + by[0], min[1] + by[1], min[2] + by[2]],
    max: [max[0] + by[0], max[1] + by[1], max[2] + by[2]],
  };
}

/** Returns the bounding box of a box rotated about the y axis through the origin; the angle is in degrees. */
export function rotateBox(box: SceneBox, angle: number): SceneBox {
  if (angle === 0) return box;
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const corners = [box.min, box.max].flatMap(([x]) =>
    [box.min, box.max].map(([, , z]) => [x * cos + z * sin, -x * sin + z * cos] as const),
  );
  const [xs, zs] = [corners.map(([x]) => x), corners.map(([, z]) => z)];
  return { min: [Math.min(...xs), box.min[1], Math.min(...zs)], max: [Math.max(...xs), box.max[1], Math.max(...zs)] };
}

/** True if two boxes overlap by more than 1 µm on every axis. */
export function boxesOverlap(a: SceneBox, b: SceneBox): boolean {
  return [0, 1, 2].every((axis) => a.min[axis]! < b.max[axis]! - 1e-6 && b.min[axis]! < a.max[axis]! - 1e-6);
}

/** Returns width, height and depth. */
export function boxSize({ min, max }: SceneBox): SolidPoint {
  return [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
}
