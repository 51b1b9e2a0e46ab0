import { boxBlur } from '../../base/image/box-blur.ts';
import type { ColorPlane } from '../../base/silhouette/extend-subject-colors.ts';

/** Where a subject bears marks that are not their own mirror image. */
export interface AsymmetricMarks {
  /** Per pixel how far it belongs to such a mark, 0 to 1; fading out towards the subject's outline. */
  readonly marks: Float32Array;
  /** Share of the subject's area, 0 to 1. */
  readonly share: number;
}

/** Radii as shares of the long edge: what is finer counts as detail, and how wide one looks around a pixel. */
const DETAIL = 0.03;
const AROUND = 0.035;
/** How far left and right may be shifted against each other and still be alike. */
const SHIFTS = [-0.03, -0.02, -0.01, 0, 0.01, 0.02, 0.03] as const;
/** Mean deviation of the brightness (bytes) from which a place is more than grain. */
const MIN_CONTRAST = 18;
/** Correlation with the mirror image below which a place is one-sided. */
const MAX_LIKENESS = 0.55;
/** Marks on more than this share of the subject are its pattern, and a pattern may well go around it. */
const MAX_SHARE = 0.3;
/** Less than this is dust. */
const MIN_SHARE = 0.004;

/**
 * Finds lettering, badges and the like: much fine contrast that its mirror image about the picture's upright middle does
 * not have. Marks all over the subject count as its pattern and are not answered. `cover`: the subject's coverage, bytes.
 * O(pixels), 10 ms for 200 × 200.
 */
export function findAsymmetricMarks({ width, height, rgb }: ColorPlane, cover: Uint8Array): AsymmetricMarks {
  const long = Math.max(width, height);
  const count = width * height;
  const inside = Float32Array.from(cover, (value) => value / 255);
  const light = Float32Array.from(
    { length: count },
    (_, i) => 0.3 * rgb[3 * i]! + 0.59 * rgb[3 * i + 1]! + 0.11 * rgb[3 * i + 2]!,
  );
  const reach = Math.max(1, Math.round(AROUND * long));
  const smooth = boxBlur(light, width, height, Math.max(1, Math.round(DETAIL * long)));
  // Twice as far in as one looks around, so that the outline itself is no detail.
  const depth = boxBlur(inside, width, height, reach);
  const detail = light.map((value, i) => (value - smooth[i]!) * Math.max(0, 2 * depth[i]! - 1));
  const energy = boxBlur(
    detail.map((value) => value * value),
    width,
    height,
    reach,
  );
  const alike = findLikeness(detail, width, height, long, reach);

  const isMark = new Float32Array(count);
  let area = 0;
  let found = 0;
  for (let i = 0; i < count; i++) {
    area += inside[i]!;
    const x = i % width;
    const twin = i - x + width - 1 - x;
    // Compared with both energies: a mark beside a plain mirror image is as one-sided as two different ones.
    const power = Math.sqrt(energy[i]! * Math.max(energy[i]!, energy[twin]!));
    if (energy[i]! < MIN_CONTRAST ** 2 || alike[i]! > MAX_LIKENESS * power) continue;
    isMark[i] = 1;
    found += inside[i]!;
  }
  const share = area > 0 ? found / area : 0;
  if (share < MIN_SHARE || share > MAX_SHARE) return { marks: new Float32Array(count), share: 0 };
  // A letter between others may be alike by chance: what lies among marks is one.
  const spread = boxBlur(isMark, width, height, 2 * reach);
  const marks = spread.map((value, i) => Math.min(1, 12 * value) * Math.min(1, Math.max(0, 4 * depth[i]! - 2.2)));
  return { marks, share };
}

/** The best mean product of a place with the mirrored picture, over small shifts. */
function findLikeness(detail: Float32Array, width: number, height: number, long: number, reach: number): Float32Array {
  const best = new Float32Array(detail.length).fill(-Infinity);
  const product = new Float32Array(detail.length);
  for (const shift of new Set(SHIFTS.map((share) => Math.round(share * long)))) {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const twin = width - 1 - x + shift;
        const i = y * width + x;
        product[i] = twin >= 0 && twin < width ? detail[i]! * detail[y * width + twin]! : 0;
      }
    }
    const mean = boxBlur(product, width, height, reach);
    for (let i = 0; i < best.length; i++) best[i] = Math.max(best[i]!, mean[i]!);
  }
  return best;
}
