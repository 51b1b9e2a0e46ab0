import { clipEars } from './ear-clipping.ts';
import type { SolidPoint } from './solid.ts';

/**
 * Appends triangles that close a flat ring of vertices from `first` on; a ring of one or two points needs none. The
 * winding is opposite to the ring's direction if `isStart`. Convex rings get a centre vertex, so that triangles stay
 * well-shaped; others are clipped into ears.
 */
export function fillRing(
  ring: readonly SolidPoint[],
  first: number,
  isStart: boolean,
  positions: number[],
  triangles: number[],
  uvs: number[],
): void {
  if (ring.length < 3) return;
  const flat = toPlane(ring);
  const count = ring.length;
  const middle = [0, 1, 2].map((axis) => ring.reduce((sum, point) => sum + point[axis]!, 0) / count);
  const centre = [0, 1].map((axis) => flat.reduce((sum, point) => sum + point[axis]!, 0) / count) as [number, number];
  const isStar = flat.every((a, k) => cross(centre, a, flat[(k + 1) % count]!) > 1e-12);

  const corners: [number, number][] = [...flat];
  let faces: number[];
  if (isStar) {
    positions.push(...middle);
    corners.push(centre);
    faces = flat.flatMap((_, k) => [count, k, (k + 1) % count]);
  } else {
    faces = clipEars(flat);
  }
  const hub = positions.length / 3 - 1;
  for (let t = 0; t < faces.length; t += 3) {
    const face = isStart ? [faces[t]!, faces[t + 2]!, faces[t + 1]!] : faces.slice(t, t + 3);
    for (const k of face) {
      triangles.push(k === count ? hub : first + k);
      uvs.push(...corners[k]!);
    }
  }
}

/**
 * Projects the ring to its own plane, counter-clockwise, the second axis along x or z so that a grain runs lengthwise.
 */
function toPlane(ring: readonly SolidPoint[]): [number, number][] {
  const normal = [0, 0, 0];
  ring.forEach((a, k) => {
    const b = ring[(k + 1) % ring.length]!;
    normal[0]! += (a[1] - b[1]) * (a[2] + b[2]);
    normal[1]! += (a[2] - b[2]) * (a[0] + b[0]);
    normal[2]! += (a[0] - b[0]) * (a[1] + b[1]);
  });
  const length = Math.hypot(...normal) || 1;
  const [nx, ny, nz] = normal.map((value) => value / length) as [number, number, number];
  // The axis closest to the plane, made perpendicular to the normal.
  const axis: SolidPoint = Math.abs(nx) < 0.7 ? [1, 0, 0] : [0, 1, 0];
  const dot = axis[0] * nx + axis[1] * ny + axis[2] * nz;
  const v = [axis[0] - dot * nx, axis[1] - dot * ny, axis[2] - dot * nz];
  const size = Math.hypot(...v);
  const [vx, vy, vz] = v.map((value) => value / size) as [number, number, number];
  const [ux, uy, uz] = [vy * nz - vz * ny, vz * nx - vx * nz, vx * ny - vy * nx];
  return ring.map(([x, y, z]) => [x * ux + y * uy + z * uz, x * vx + y * vy + z * vz]);
}

function cross(o: readonly number[], a: readonly number[], b: readonly number[]): number {
  return (a[0]! - o[0]!) * (b[1]! - o[1]!) - (a[1]! - o[1]!) * (b[0]! - o[0]!);
}
