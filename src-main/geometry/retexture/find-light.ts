import { LINEAR_OF_BYTE } from '../linear-color.ts';
import type { ViewProjector } from '../multi-view/view-projector.ts';
import { faceNormal } from '../triangle-mesh.ts';
import type { Body } from './body.ts';

/** A triangle counts where at least this share of its colour is the view's. */
const SEEN = 0.5;
/** Keeps surfaces that look almost the same way all over from telling of a light. */
const DAMPING = 0.02;
/** Most that light is taken away, and most that it is given. */
const LEAST_GAIN = 0.6;
const MOST_GAIN = 2;

/**
 * Finds how the light of a picture depends on the way a surface looks, and answers the factor that takes it away: from
 * the brightness of all triangles a view shows a single soft lamp is fitted by least squares, which leaves dark and bright
 * colours of the subject alone as far as they do not follow its shape (the linear part of Ramamoorthi and Hanrahan, "An
 * efficient representation for irradiance environment maps", 2001). O(triangles).
 */
export function findLight({ mesh }: Body, project: ViewProjector): (normal: Float32Array) => number {
  const { positions, indices } = mesh;
  const at = new Float32Array(3);
  const normal = new Float32Array(3);
  const color = new Float64Array(3);
  const samples: [weight: number, light: number, x: number, y: number, z: number][] = [];
  const sums: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  for (let first = 0; first < indices.length; first += 3) {
    const [a, b, c] = [3 * indices[first]!, 3 * indices[first + 1]!, 3 * indices[first + 2]!];
    for (let k = 0; k < 3; k++) at[k] = (positions[a + k]! + positions[b + k]! + positions[c + k]!) / 3;
    const face = faceNormal(positions, indices, first);
    const area = Math.hypot(...face);
    if (!(area > 0)) continue;
    normal.set(face.map((value) => value / area));
    const share = project(at, normal, color);
    if (share < SEEN) continue;
    const [r, g, b_] = [0, 1, 2].map((k) => LINEAR_OF_BYTE[Math.round(color[k]!)]!) as [number, number, number];
    const sample: (typeof samples)[number] = [
      area * share,
      0.2126 * r + 0.7152 * g + 0.0722 * b_,
      normal[0]!,
      normal[1]!,
      normal[2]!,
    ];
    samples.push(sample);
    sums[0] += sample[0];
    for (let k = 1; k < 5; k++) sums[k]! += sample[0] * sample[k]!;
  }
  const [weight, light, ...normals] = sums;
  if (!(weight > 0 && light > 0)) return () => 1;

  const middle = normals.map((sum) => sum / weight);
  const square = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  const side = [0, 0, 0];
  for (const [share, own, ...turned] of samples) {
    const off = turned.map((value, k) => value - middle[k]!);
    for (let k = 0; k < 3; k++) {
      side[k]! += (share / weight) * off[k]! * ((own * weight) / light - 1);
      for (let j = 0; j < 3; j++) square[3 * k + j]! += (share / weight) * off[k]! * off[j]!;
    }
  }
  for (let k = 0; k < 3; k++) square[4 * k]! += DAMPING;
  const [x, y, z] = solve(square, side);
  return (turned) => {
    const shade = 1 + x * (turned[0]! - middle[0]!) + y * (turned[1]! - middle[1]!) + z * (turned[2]! - middle[2]!);
    return Math.min(MOST_GAIN, Math.max(LEAST_GAIN, 1 / Math.max(shade, 1e-3)));
  };
}

/** The solution of three equations with a matrix by rows that is positive definite (Cramer). */
function solve(m: readonly number[], v: readonly number[]): [number, number, number] {
  const [a, b, c, d, e, f, g, h, i] = m as [number, number, number, number, number, number, number, number, number];
  const [p, q, r] = v as [number, number, number];
  const whole = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  return [
    (p * (e * i - f * h) - b * (q * i - f * r) + c * (q * h - e * r)) / whole,
    (a * (q * i - f * r) - p * (d * i - f * g) + c * (d * r - q * g)) / whole,
    (a * (e * r - q * h) - b * (d * r - q * g) + p * (d * h - e * g)) / whole,
  ];
}
