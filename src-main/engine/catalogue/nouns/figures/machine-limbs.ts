import type { PartBuilder } from '../../builder/part-builder.ts';
import type { SolidPoint } from '../../solids/solid.ts';

/** Returns a point on a robot’s or skeleton’s arm, `distance` from the shoulder; `u` is the unit of all proportions. */
export function armPoint(k: PartBuilder, u: number, s: number, distance: number, z = 0): SolidPoint {
  const drop = k.is('t_pose') ? 0.03 : 0.77;
  return [s * (0.125 + distance * Math.cos(drop)) * u, (0.795 - distance * Math.sin(drop)) * u, z * u];
}

/** Adds a bone between two points, thicker at its ends. */
export function bone(k: PartBuilder, u: number, a: SolidPoint, b: SolidPoint, r: number): void {
  const mid = (t: number): SolidPoint => [0, 1, 2].map((c) => a[c]! + (b[c]! - a[c]!) * t) as unknown as SolidPoint;
  k.tube(
    'bone',
    [a, mid(0.12), mid(0.5), mid(0.88), b],
    [r * 1.75 * u, r * 1.1 * u, r * 0.85 * u, r * 1.1 * u, r * 1.6 * u],
    { ends: 'round', segments: 10, name: 'bone' },
  );
}

/** Adds a robot’s arm on side `s`. */
export function arm(k: PartBuilder, u: number, s: number): void {
  const p = (distance: number, z = 0): SolidPoint => armPoint(k, u, s, distance + 0.02, z);
  k.ball('joint', 0.042 * u, { at: p(0), segments: 18, name: 'shoulder' });
  k.tube('shell', [p(0.03), p(0.14)], [0.033 * u, 0.029 * u], { isSmooth: false, segments: 18, name: 'upper_arm' });
  k.ball('joint', 0.029 * u, { at: p(0.16), segments: 16, name: 'elbow' });
  k.tube('shell', [p(0.18), p(0.3)], [0.028 * u, 0.036 * u], { isSmooth: false, segments: 18, name: 'forearm' });
  k.ball('joint', 0.027 * u, { at: p(0.315), segments: 16, name: 'wrist' });
  for (const z of [0.02, -0.02])
    k.tube('trim', [p(0.325, z * 0.6), p(0.355, z * 1.5), p(0.395, z * 0.9)], [0.012 * u, 0.0115 * u, 0.008 * u], {
      ends: 'round',
      segments: 10,
      name: 'finger',
    });
  k.tube('trim', [p(0.32, 0.022), p(0.345, 0.05), p(0.375, 0.05)], [0.011 * u, 0.011 * u, 0.008 * u], {
    ends: 'round',
    segments: 10,
    name: 'thumb',
  });
}

/** Adds a robot’s leg on side `s`. */
export function leg(k: PartBuilder, u: number, s: number): void {
  const x = s * 0.062 * u;
  const k2 = s * 0.074 * u;
  const a = s * 0.084 * u;
  k.ball('joint', 0.038 * u, { at: [x, 0.468 * u, 0], segments: 18, name: 'hip' });
  k.tube(
    'shell',
    [
      [x, 0.45 * u, 0],
      [k2, 0.295 * u, 0],
    ],
    [0.041 * u, 0.034 * u],
    { isSmooth: false, segments: 18, name: 'thigh' },
  );
  k.ball('joint', 0.034 * u, { at: [k2, 0.272 * u, 0.002 * u], segments: 16, name: 'knee' });
  k.tube(
    'shell',
    [
      [k2, 0.25 * u, 0],
      [a, 0.085 * u, -0.004 * u],
    ],
    [0.033 * u, 0.046 * u],
    { isSmooth: false, segments: 18, name: 'shin' },
  );
  k.ball('joint', 0.028 * u, { at: [a, 0.072 * u, -0.004 * u], segments: 16, name: 'ankle' });
  k.box('trim', [0.088 * u, 0.058 * u, 0.16 * u], {
    at: [a, 0, 0.026 * u],
    taper: [0.8, 0.72],
    bevel: 0.014 * u,
    corner: 0.02 * u,
    name: 'foot',
  });
}
