import type { PartBuilder } from '../../builder/part-builder.ts';
import { SIDES } from '../shared/symmetry.ts';

/** Returns an arch standing on y = 0: half width and height, metres. */
export function arch(half: number, h: number): (readonly [number, number])[] {
  const top = Array.from({ length: 7 }, (_, i) => {
    const a = ((i + 1) / 8) * Math.PI;
    return [half * Math.cos(a), h - half + half * Math.sin(a)] as const;
  });
  return [[-half, 0], [half, 0], [half, h - half], ...top, [-half, h - half]];
}

/** Adds a roof plate between two points of the x–y plane, `d` long in z. */
export function slab(
  k: PartBuilder,
  slot: string,
  [x0, y0]: readonly [number, number],
  [x1, y1]: readonly [number, number],
  d: number,
  thick: number,
  z = 0,
  isThin = false,
): void {
  const length = Math.hypot(x1 - x0, y1 - y0);
  const [nx, ny] = [(-(y1 - y0) / length) * thick, ((x1 - x0) / length) * thick];
  const side = ny < 0 ? -1 : 1;
  k.extrude(
    slot,
    [
      [x0, y0],
      [x1, y1],
      [x1 + nx * side, y1 + ny * side],
      [x0 + nx * side, y0 + ny * side],
    ],
    d,
    { at: [0, 0, z], bevel: isThin ? 0.008 : 0.02, name: 'roof' },
  );
}

/** Adds a gable roof over walls, with its ridge along z. */
export function gableRoof(k: PartBuilder, w: number, d: number, wall: number, top: number): void {
  for (const s of SIDES)
    slab(k, 'roof', [s * (w / 2 + 0.5), wall - (top * 0.5) / (w / 2)], [-s * 0.02, wall + top], d + 0.9, 0.17);
  k.tube(
    'roof',
    [
      [0, wall + top + 0.14, -d / 2 - 0.46],
      [0, wall + top + 0.14, d / 2 + 0.46],
    ],
    0.12,
    { isSmooth: false, segments: 8, name: 'ridge' },
  );
}

/** Adds a window with frame and bars, rotated by `turn` degrees about the house’s centre; 0 is its front. */
export function window(
  k: PartBuilder,
  along: number,
  y: number,
  out: number,
  w: number,
  h: number,
  turn: number,
): void {
  const a = (turn * Math.PI) / 180;
  const toWorld = (u: number, v: number, o: number) =>
    [(along + u) * Math.cos(a) + o * Math.sin(a), v, -(along + u) * Math.sin(a) + o * Math.cos(a)] as const;
  k.box('frame', [w + 0.18, h + 0.18, 0.09], {
    at: toWorld(0, y - 0.09, out),
    turn: [0, turn, 0],
    bevel: 0.02,
    name: 'window_frame',
  });
  for (const [u, v] of [
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ] as const) {
    k.box('window', [w / 2 - 0.04, h / 2 - 0.04, 0.07], {
      at: toWorld((u * w) / 4, y + 0.02 + (v * h) / 2, out + Math.sign(out) * 0.025),
      turn: [0, turn, 0],
      bevel: 0.004,
      name: 'pane',
    });
  }
}

/** Adds a round tower with a wider top, window and pointed roof. */
export function tower(k: PartBuilder, x: number, z: number, r: number, h: number, cone: number): void {
  k.cylinder('wall', r, h, { at: [x, 0, z], top: r * 0.94, segments: 24, name: 'tower' });
  k.cylinder('wall', r * 1.16, r * 0.5, { at: [x, h - 0.02, z], segments: 24, name: 'tower_head' });
  k.cylinder('roof', r * 1.3, cone, { at: [x, h + r * 0.47, z], top: 0, segments: 24, name: 'tower_roof' });
  k.extrude('window', arch(r * 0.14, r * 0.7), 0.16, { at: [x, h * 0.68, z + r * 0.96], name: 'window' });
}

/** Returns a point rotated about the y axis, in degrees. */
export function rotated(x: number, z: number, turn: number, y = 0): readonly [number, number, number] {
  const a = (turn * Math.PI) / 180;
  return [x * Math.cos(a) + z * Math.sin(a), y, -x * Math.sin(a) + z * Math.cos(a)];
}
