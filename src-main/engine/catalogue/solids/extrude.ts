import { skinRings } from './skin-rings.ts';
import type { SolidPoint, Solid } from './solid.ts';

/** A point of an outline in the x–y plane, metres. */
export type OutlinePoint = readonly [x: number, y: number];

/**
 * Extrudes a flat outline along z, centred on z = 0, with edges bevelled by `bevel`. The outline is simple, in either
 * direction, without collinear points.
 */
export function extrudeSolid(outline: readonly OutlinePoint[], depth: number, bevel = 0): Solid {
  const ring = (z: number, inset: number): SolidPoint[] =>
    insetOutline(outline, inset).map(([x, y]): SolidPoint => [x, y, z]);
  const half = depth / 2;
  const cut = Math.min(bevel, 0.45 * depth);
  if (cut <= 0) return skinRings([ring(-half, 0), ring(half, 0)]);
  return skinRings([ring(-half, cut), ring(-half + cut, 0), ring(half - cut, 0), ring(half, cut)]);
}

/** Insets every edge by `inset`; sharp corners move at most three times that far. */
function insetOutline(outline: readonly OutlinePoint[], inset: number): OutlinePoint[] {
  if (inset === 0) return [...outline];
  const count = outline.length;
  const area = outline.reduce((sum, [x, y], k) => {
    const [nx, ny] = outline[(k + 1) % count]!;
    return sum + x * ny - nx * y;
  }, 0);
  const side = area > 0 ? 1 : -1;
  const normalOf = (k: number): OutlinePoint => {
    const [a, b] = [outline[(k + count) % count]!, outline[(k + 1) % count]!];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    return [(-side * (b[1] - a[1])) / length, (side * (b[0] - a[0])) / length];
  };
  return outline.map(([x, y], k) => {
    const [a, b] = [normalOf(k - 1), normalOf(k)];
    const scale = inset / Math.max(1 / 3, 1 + a[0] * b[0] + a[1] * b[1]);
    return [x + scale * (a[0] + b[0]), y + scale * (a[1] + b[1])];
  });
}
