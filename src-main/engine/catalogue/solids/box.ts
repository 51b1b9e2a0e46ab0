import { skinRings } from './skin-rings.ts';
import type { SolidPoint, Solid } from './solid.ts';

/** Shape of a box's edges. Lengths in metres, clamped to the size of the box. */
export interface BoxShape {
  /** Bevel of the top and bottom edges; 0 keeps all edges sharp. */
  readonly bevel: number;
  /** Bevel of the vertical edges; absent: slightly more than `bevel`. */
  readonly corner?: number;
  /** Segments of each bevel. */
  readonly steps: number;
  /** Width and depth of the top as shares of those of the bottom. */
  readonly taper?: readonly [x: number, z: number];
}

/** Creates a box with rounded edges that stands on y = 0, centred in x and z. */
export function boxSolid(width: number, height: number, depth: number, shape: BoxShape): Solid {
  const smallest = Math.min(width, height, depth);
  const short = Math.min(width, depth);
  const bevel = Math.min(shape.bevel, 0.45 * smallest, 0.3 * short);
  const [tx, tz] = shape.taper ?? [1, 1];
  const ring = (y: number, inset: number, corner: number): SolidPoint[] => {
    const share = y / height;
    const w = (width / 2) * (1 + (tx - 1) * share) - inset;
    const d = (depth / 2) * (1 + (tz - 1) * share) - inset;
    return roundedRectangle(w, d, Math.min(corner, 0.95 * w, 0.95 * d), corner > 0 ? shape.steps : 0, y);
  };
  const corner = Math.min(0.46 * short, Math.max(shape.corner ?? 0, 1.6 * bevel));
  if (bevel <= 0) return skinRings([ring(0, 0, corner), ring(height, 0, corner)]);

  const rings: SolidPoint[][] = [];
  for (let step = 0; step <= shape.steps; step++) {
    const angle = (step / shape.steps) * (Math.PI / 2);
    const inset = bevel * (1 - Math.sin(angle));
    rings.push(ring(bevel * (1 - Math.cos(angle)), inset, Math.max(corner - inset, 0.2 * corner)));
  }
  for (let step = shape.steps; step >= 0; step--) {
    const angle = (step / shape.steps) * (Math.PI / 2);
    const inset = bevel * (1 - Math.sin(angle));
    rings.push(ring(height - bevel * (1 - Math.cos(angle)), inset, Math.max(corner - inset, 0.2 * corner)));
  }
  return skinRings(rings);
}

/** Returns a rounded rectangle of half width and half depth; `steps` segments per corner, 0 for a sharp one. */
function roundedRectangle(w: number, d: number, corner: number, steps: number, y: number): SolidPoint[] {
  if (steps === 0) {
    return [
      [w, y, d],
      [-w, y, d],
      [-w, y, -d],
      [w, y, -d],
    ];
  }
  const points: SolidPoint[] = [];
  for (const [quarter, sx, sz] of [
    [0, 1, 1],
    [1, -1, 1],
    [2, -1, -1],
    [3, 1, -1],
  ] as const) {
    for (let step = 0; step <= steps; step++) {
      const angle = (quarter + step / steps) * (Math.PI / 2);
      points.push([sx * (w - corner) + corner * Math.cos(angle), y, sz * (d - corner) + corner * Math.sin(angle)]);
    }
  }
  return points;
}
