import { boxBlur } from '../../base/image/box-blur.ts';
import type { ColorPlane } from '../../base/silhouette/extend-subject-colors.ts';

/** Marks of a subject that are not mirror-symmetric. */
export interface AsymmetricMarks {
  /** Weight of each pixel as part of such a mark, 0 to 1; fades out towards the outline of the subject. */
  readonly marks: Float32Array;
  /** Share of the area of the subject that is marked, 0 to 1. */
  readonly share: number;
}

/**
 * Radii as shares of the long edge: below the first, variation counts as detail; the second is the window around a
 * pixel.
 */
const DETAIL = 0.03;
const WINDOW = 0.035;
/** Horizontal shifts of the mirror image that are tried, as shares of the long edge. */
const SHIFTS = [-0.03, -0.02, -0.01, 0, 0.01, 0.02, 0.03] as const;
/** Minimum RMS of the detail in brightness (bytes); below it is grain. */
const MIN_CONTRAST = 18;
/** Maximum correlation of a mark with the mirror image. */
const MAX_CORRELATION = 0.55;
/** Marks on more than this share of the subject are a pattern, which may well continue around it. */
const MAX_SHARE = 0.3;
/** Marks on less than this share of the subject are dust. */
const MIN_SHARE = 0.004;

/**
 * Finds lettering, badges and similar marks: areas of high fine contrast that are not in the image mirrored about its
 * vertical axis. Marks all over the subject are a pattern and are not returned. `cover`: coverage of the subject,
 * bytes. O(pixels), 200 × 200: 10 ms.
 */
export function findAsymmetricMarks({ width, height, rgb }: ColorPlane, cover: Uint8Array): AsymmetricMarks {
  const long = Math.max(width, height);
  const count = width * height;
  const inside = Float32Array.from(cover, (value) => value / 255);
  const light = Float32Array.from(
    { length: count },
    (_, i) => 0.3 * rgb[3 * i]! + 0.59 * rgb[3 * i + 1]! + 0.11 * rgb[3 * i + 2]!,
  );
  const radius = Math.max(1, Math.round(WINDOW * long));
  const smooth = boxBlur(light, width, height, Math.max(1, Math.round(DETAIL * long)));
  // Fades to zero towards the outline, so that the outline itself does not count as detail.
  const depth = boxBlur(inside, width, height, radius);
  const detail = light.map((value, i) => (value - smooth[i]!) * Math.max(0, 2 * depth[i]! - 1));
  const energy = boxBlur(
    detail.map((value) => value * value),
    width,
    height,
    radius,
  );
  const correlation = correlateWithMirror(detail, width, height, long, radius);

  const isMark = new Float32Array(count);
  let area = 0;
  let found = 0;
  for (let i = 0; i < count; i++) {
    area += inside[i]!;
    const x = i % width;
    const mirrored = i - x + width - 1 - x;
    // Normalized with the larger energy: a mark on one side only counts as much as two different marks.
    const power = Math.sqrt(energy[i]! * Math.max(energy[i]!, energy[mirrored]!));
    if (energy[i]! < MIN_CONTRAST ** 2 || correlation[i]! > MAX_CORRELATION * power) continue;
    isMark[i] = 1;
    found += inside[i]!;
  }
  const share = area > 0 ? found / area : 0;
  if (share < MIN_SHARE || share > MAX_SHARE) return { marks: new Float32Array(count), share: 0 };
  // A letter among others may be symmetric by chance, so pixels surrounded by marks are marks too.
  const spread = boxBlur(isMark, width, height, 2 * radius);
  const marks = spread.map((value, i) => Math.min(1, 12 * value) * Math.min(1, Math.max(0, 4 * depth[i]! - 2.2)));
  return { marks, share };
}

/** Returns the maximum mean product of each window with the mirrored image over the shifts. */
function correlateWithMirror(
  detail: Float32Array,
  width: number,
  height: number,
  long: number,
  radius: number,
): Float32Array {
  const best = new Float32Array(detail.length).fill(-Infinity);
  const product = new Float32Array(detail.length);
  for (const shift of new Set(SHIFTS.map((share) => Math.round(share * long)))) {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const mirrored = width - 1 - x + shift;
        const i = y * width + x;
        product[i] = mirrored >= 0 && mirrored < width ? detail[i]! * detail[y * width + mirrored]! : 0;
      }
    }
    const mean = boxBlur(product, width, height, radius);
    for (let i = 0; i < best.length; i++) best[i] = Math.max(best[i]!, mean[i]!);
  }
  return best;
}
