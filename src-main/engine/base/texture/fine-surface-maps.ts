import { shrinkTexture } from './shrink-texture.ts';
import type { ColorPlane } from '../silhouette/extend-subject-colors.ts';
import {
  createMapWriter,
  lightOf,
  measureSurface,
  reliefStrength,
  toSurfaceMaps,
  type SurfaceFields,
  type SurfaceMaps,
} from './surface-maps.ts';

/** Edge of the largest maps that are computed in one pass: in finer ones the noise of an image shows as bumps. */
const COARSE_MAP = 1024;
/** Brightness change that counts as noise if it is visible in finer maps only. */
const FINE_GRAIN = 0.025;
/** Share of the usual steepness for detail that only finer maps show: fine lines are paint more often than relief. */
const FINE_SHARE = 0.5;

/**
 * Computes the maps of `toSurfaceMaps` at the size of the colours. Above `COARSE_MAP` pixels relief and roughness are
 * those of the downscaled colours plus the lost detail, as far as it is more than noise (soft threshold, after Donoho
 * 1995). O(pixels): 4096² about 2.5 s.
 */
export async function toFineSurfaceMaps(plane: ColorPlane): Promise<SurfaceMaps> {
  const { width, height, rgb } = plane;
  const long = Math.max(width, height);
  if (long <= COARSE_MAP) return toSurfaceMaps(plane);
  const small = await shrinkTexture({ width, height, data: rgb }, COARSE_MAP);
  const coarse = measureSurface({ width: small.width, height: small.height, rgb: small.data });
  const { maps, writeTexel } = createMapWriter(plane);
  const sample = createFieldSampler(coarse, width, height);
  const fineRow = createFineRows(plane, (y, out) => sample(coarse.smooth, y, out));
  // The same change on a finer pixel is a steeper slope.
  const strength = (FINE_SHARE * reliefStrength(COARSE_MAP) * long) / COARSE_MAP;
  const fields = (['across', 'down', 'around', 'grain'] as const).map((name) => coarse[name]);
  const lines = fields.map(() => new Float32Array(width));
  const [across, down, around, grain] = lines as [Float32Array, Float32Array, Float32Array, Float32Array];
  let [above, own] = [fineRow(0), fineRow(0)];
  for (let y = 0; y < height; y++) {
    const below = fineRow(Math.min(height - 1, y + 1));
    fields.forEach((field, k) => sample(field, y, lines[k]!));
    for (let x = 0; x < width; x++) {
      const [left, right] = [own[Math.max(0, x - 1)]!, own[Math.min(width - 1, x + 1)]!];
      const i = y * width + x;
      writeTexel(
        i,
        across[x]! + strength * (right - left),
        down[x]! + strength * (below[x]! - above[x]!),
        lightOf(rgb, i),
        around[x]!,
        grain[x]!,
      );
    }
    [above, own] = [own, below];
  }
  return maps;
}

/** Reads one row of a field as if it had `width` × `height` pixels: bilinear between pixel centres. */
type SampleRow = (field: Float32Array, y: number, out: Float32Array) => void;

function createFieldSampler(coarse: SurfaceFields, width: number, height: number): SampleRow {
  const last = coarse.width - 1;
  const lefts = new Int32Array(width);
  const rights = new Int32Array(width);
  const shares = new Float32Array(width);
  for (let x = 0; x < width; x++) {
    const at = Math.min(last, Math.max(0, ((x + 0.5) * coarse.width) / width - 0.5));
    lefts[x] = Math.floor(at);
    rights[x] = Math.min(last, lefts[x]! + 1);
    shares[x] = at - lefts[x]!;
  }
  return (field, y, out) => {
    const at = Math.min(coarse.height - 1, Math.max(0, ((y + 0.5) * coarse.height) / height - 0.5));
    const top = Math.floor(at) * coarse.width;
    const bottom = Math.min(coarse.height - 1, Math.floor(at) + 1) * coarse.width;
    const down = at - Math.floor(at);
    for (let x = 0; x < width; x++) {
      const [left, right, share] = [lefts[x]!, rights[x]!, shares[x]!];
      const above = field[top + left]! + share * (field[top + right]! - field[top + left]!);
      const below = field[bottom + left]! + share * (field[bottom + right]! - field[bottom + left]!);
      out[x] = above + down * (below - above);
    }
  };
}

/** Creates rows of the detail beyond the coarse brightness, smoothed by a mean of 3 × 3, without noise. */
function createFineRows(
  { width, height, rgb }: ColorPlane,
  sampleCoarse: (y: number, out: Float32Array) => void,
): (y: number) => Float32Array {
  const sums = new Float32Array(width);
  const known = new Float32Array(width);
  return (y) => {
    const [above, below] = [Math.max(0, y - 1) * width, Math.min(height - 1, y + 1) * width];
    for (let x = 0; x < width; x++) {
      sums[x] = (lightOf(rgb, above + x) + lightOf(rgb, y * width + x) + lightOf(rgb, below + x)) / 9;
    }
    sampleCoarse(y, known);
    const row = new Float32Array(width);
    for (let x = 0; x < width; x++) {
      const mean = sums[Math.max(0, x - 1)]! + sums[x]! + sums[Math.min(width - 1, x + 1)]!;
      const fine = mean - known[x]!;
      row[x] = Math.sign(fine) * Math.max(0, Math.abs(fine) - FINE_GRAIN);
    }
    return row;
  };
}
