import type { Image } from '../../../base/image/image.ts';
import { toCoverageGrid } from '../../../base/silhouette/coverage-grid.ts';
import { inflateCoverage } from '../../../base/silhouette/inflate-coverage.ts';
import { blurWithin } from '../../../base/image/box-blur.ts';
import { toLightness } from '../tone/lightness.ts';
import type { ImageSubject } from '../../../base/mask/image-subject.ts';

/** Unit normals of every pixel of an image: x to the right, y up, z towards the viewer. */
export interface NormalMap {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** Slope per unit of lightness difference between neighbouring pixels. */
const BUMP = 3;
/** Radius in pixels within which lightness differences count as relief; wider differences are shading and paint. */
const BUMP_RADIUS = 6;

/**
 * Estimates the normals of the subject: its outline inflated like a balloon, on a grid of `edge` cells, with the fine
 * lightness differences of the image as relief. A guess that gives plausible lighting. Flat if no subject was found.
 * O(pixels + cells): 1024 px and 256 cells take about 0.25 s.
 */
export async function toSubjectNormals(image: Image, subject: ImageSubject, edge: number): Promise<NormalMap> {
  const { width, height } = image;
  const data = new Float32Array(3 * width * height);
  if (subject.isFound) await writeInflated(data, subject, edge);
  else for (let i = 2; i < data.length; i += 3) data[i] = 1;

  const fine = toFineRelief(image, subject);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (subject.mask.data[i] === 0) continue;
      const at = 3 * i;
      const dx = fine[i + (x < width - 1 ? 1 : 0)]! - fine[i - (x > 0 ? 1 : 0)]!;
      const dy = fine[i + (y < height - 1 ? width : 0)]! - fine[i - (y > 0 ? width : 0)]!;
      data[at]! -= BUMP * dx;
      data[at + 1]! += BUMP * dy;
      const length = Math.sqrt(data[at]! ** 2 + data[at + 1]! ** 2 + data[at + 2]! ** 2) || 1;
      for (let c = 0; c < 3; c++) data[at + c]! /= length;
    }
  }
  return { width, height, data };
}

/**
 * Writes the normals of z² = u, where u is the squared height: steep at the outline, facing the viewer on the ridge.
 */
async function writeInflated(data: Float32Array, { mask, box }: ImageSubject, edge: number): Promise<void> {
  const grid = await toCoverageGrid(mask, box, edge);
  const { width: columns, height: rows, squaredHeights } = inflateCoverage(grid);
  const inner = { width: columns - 2 * grid.padding, height: rows - 2 * grid.padding };
  const clamped = squaredHeights.map((value) => Math.max(value, -1));
  const sample = (x: number, y: number): number => {
    const u = Math.min(columns - 1.001, Math.max(0, x));
    const v = Math.min(rows - 1.001, Math.max(0, y));
    const at = Math.floor(v) * columns + Math.floor(u);
    const [fx, fy] = [u % 1, v % 1];
    const low = clamped[at]! * (1 - fx) + clamped[at + 1]! * fx;
    const high = clamped[at + columns]! * (1 - fx) + clamped[at + columns + 1]! * fx;
    return low * (1 - fy) + high * fy;
  };
  for (let y = box.top; y < box.top + box.height; y++) {
    const v = grid.padding + ((box.top + box.height - y - 0.5) / box.height) * inner.height - 0.5;
    for (let x = box.left; x < box.left + box.width; x++) {
      if (mask.data[y * mask.width + x] === 0) continue;
      const at = 3 * (y * mask.width + x);
      const u = grid.padding + ((x - box.left + 0.5) / box.width) * inner.width - 0.5;
      data[at] = (sample(u - 1, v) - sample(u + 1, v)) / 4;
      data[at + 1] = (sample(u, v - 1) - sample(u, v + 1)) / 4;
      data[at + 2] = Math.sqrt(Math.max(0.05, sample(u, v)));
      const length = Math.sqrt(data[at] ** 2 + data[at + 1]! ** 2 + data[at + 2]! ** 2);
      for (let c = 0; c < 3; c++) data[at + c]! /= length;
    }
  }
}

/** Returns the subject's lightness without its low frequencies. */
function toFineRelief(image: Image, { mask }: ImageSubject): Float32Array {
  const { width, height } = image;
  const light = toLightness(image);
  const near = blurWithin(light, mask.data, width, height, 1);
  const wide = blurWithin(light, mask.data, width, height, BUMP_RADIUS);
  return near.map((value, i) => value - wide[i]!);
}
