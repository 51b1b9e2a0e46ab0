import type { Image } from '../../base/image/image.ts';
import type { Camera } from '../../base/render/camera.ts';
import type { SplatCloud } from '../../files/splat/splat-cloud.ts';

/** Added to both variances, in square pixels, so that every splat covers at least a pixel (Kerbl et al. 2023). */
const LOW_PASS = 0.3;
/** Radius to which a splat is drawn, in standard deviations. */
const REACH = 3;
const MIN_ALPHA = 1 / 255;
const MAX_ALPHA = 0.99;
/** Transmittance below which splats behind are not drawn. */
const MIN_TRANSMITTANCE = 1 / 1024;
/** Number of depth steps for sorting; with the index of the splat appended, a key is an integer below 2⁵³. */
const DEPTH_STEPS = 2 ** 27;
const MAX_SPLATS = 2 ** 26;

/**
 * Renders splats to a square image with a transparent background: each ellipsoid is projected to an ellipse (EWA
 * splatting, Zwicker et al. 2001) and composited front to back, in sRGB like other viewers. Splats behind the camera
 * are left out. Throws `RangeError` above 2²⁶ splats. O(splats log splats + pixels they cover).
 */
export function renderSplats(cloud: SplatCloud, camera: Camera, edge: number): Image {
  const light = new Float32Array(3 * edge * edge);
  const transmittance = new Float32Array(edge * edge).fill(1);
  for (const index of sortByDepth(cloud, camera)) {
    const ellipse = project(cloud, index, camera, edge);
    if (ellipse) drawEllipse(ellipse, cloud, index, edge, light, transmittance);
  }

  const data = new Uint8Array(4 * edge * edge);
  for (let pixel = 0; pixel < edge * edge; pixel++) {
    const alpha = 1 - transmittance[pixel]!;
    if (alpha <= 0) continue;
    for (let c = 0; c < 3; c++) data[4 * pixel + c] = Math.round((255 * light[3 * pixel + c]!) / alpha);
    data[4 * pixel + 3] = Math.round(255 * alpha);
  }
  return { width: edge, height: edge, data };
}

/** Returns the indices of the splats in front of the camera, nearest first. */
function sortByDepth({ count, positions }: SplatCloud, { eye, forward }: Camera): number[] {
  if (count > MAX_SPLATS) throw new RangeError(`${count} splats cannot be drawn.`);
  const depths = new Float64Array(count);
  let [nearest, farthest] = [Infinity, 0];
  for (let i = 0; i < count; i++) {
    let depth = 0;
    for (let k = 0; k < 3; k++) depth += (positions[3 * i + k]! - eye[k]!) * forward[k]!;
    depths[i] = depth;
    if (!(depth > 0)) continue;
    nearest = Math.min(nearest, depth);
    farthest = Math.max(farthest, depth);
  }
  const step = (farthest - nearest) / (DEPTH_STEPS - 1) || 1;
  const keys = new Float64Array(count);
  let visible = 0;
  for (let i = 0; i < count; i++) {
    if (depths[i]! > 0) keys[visible++] = Math.round((depths[i]! - nearest) / step) * MAX_SPLATS + i;
  }
  return Array.from(keys.subarray(0, visible).sort(), (key) => key % MAX_SPLATS);
}

/** A projected splat: its centre, the inverse of its covariance (xx, xy, yy) and its extent, in pixels. */
interface Ellipse {
  readonly x: number;
  readonly y: number;
  readonly xx: number;
  readonly xy: number;
  readonly yy: number;
  readonly reachX: number;
  readonly reachY: number;
}

function project(cloud: SplatCloud, index: number, camera: Camera, edge: number): Ellipse | null {
  const { eye, right, up, forward, halfView } = camera;
  const { positions, scales, rotations } = cloud;
  const to = [0, 1, 2].map((k) => positions[3 * index + k]! - eye[k]!) as [number, number, number];
  const [x, y, z] = [dot(right, to), dot(up, to), dot(forward, to)];
  const pixelsPerUnit = edge / 2 / halfView / z;

  // Sums the axes of the splat, each as long as its standard deviation, through the derivative of the projection.
  let [vx, vxy, vy] = [LOW_PASS, 0, LOW_PASS];
  const axes = axesOf(rotations, 4 * index);
  for (let k = 0; k < 3; k++) {
    const length = scales[3 * index + k]! * pixelsPerUnit;
    const axis = axes[k]!;
    const depthRatio = dot(forward, axis) / z;
    const px = length * (dot(right, axis) - x * depthRatio);
    const py = -length * (dot(up, axis) - y * depthRatio);
    vx += px * px;
    vxy += px * py;
    vy += py * py;
  }
  const determinant = vx * vy - vxy * vxy;
  if (!(determinant > 0)) return null;
  return {
    x: edge / 2 + pixelsPerUnit * x,
    y: edge / 2 - pixelsPerUnit * y,
    xx: vy / determinant,
    xy: -vxy / determinant,
    yy: vx / determinant,
    reachX: REACH * Math.sqrt(vx),
    reachY: REACH * Math.sqrt(vy),
  };
}

function drawEllipse(
  { x, y, xx, xy, yy, reachX, reachY }: Ellipse,
  { colors, opacity }: SplatCloud,
  index: number,
  edge: number,
  light: Float32Array,
  transmittance: Float32Array,
): void {
  const left = Math.max(0, Math.ceil(x - reachX - 0.5));
  const rightmost = Math.min(edge - 1, Math.floor(x + reachX - 0.5));
  const top = Math.max(0, Math.ceil(y - reachY - 0.5));
  const bottom = Math.min(edge - 1, Math.floor(y + reachY - 0.5));
  const [red, green, blue] = [colors[3 * index]!, colors[3 * index + 1]!, colors[3 * index + 2]!];
  for (let row = top; row <= bottom; row++) {
    const dy = row + 0.5 - y;
    for (let column = left; column <= rightmost; column++) {
      const pixel = row * edge + column;
      const through = transmittance[pixel]!;
      if (through < MIN_TRANSMITTANCE) continue;
      const dx = column + 0.5 - x;
      const alpha = Math.min(MAX_ALPHA, opacity * Math.exp(-0.5 * (xx * dx * dx + 2 * xy * dx * dy + yy * dy * dy)));
      if (alpha < MIN_ALPHA) continue;
      light[3 * pixel]! += through * alpha * red;
      light[3 * pixel + 1]! += through * alpha * green;
      light[3 * pixel + 2]! += through * alpha * blue;
      transmittance[pixel] = through * (1 - alpha);
    }
  }
}

type Vector = readonly [number, number, number];

/** Returns the three columns of the rotation matrix of a quaternion (wxyz). */
function axesOf(rotations: Float32Array, at: number): readonly [Vector, Vector, Vector] {
  const [w, x, y, z] = [rotations[at]!, rotations[at + 1]!, rotations[at + 2]!, rotations[at + 3]!];
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
