import type { Image } from '../../../base/image/image.ts';
import type { ImageSubject } from '../../../base/mask/image-subject.ts';

/** A vertical axis of symmetry of a subject, with scores. */
export interface MirrorAxis {
  /** In half pixels: column x is opposite to column `sum` − x. */
  readonly sum: number;
  /**
   * Share of the subject pixels with an opposite pixel in the image whose opposite pixel belongs to the subject, too.
   */
  readonly outline: number;
  /** Colour similarity of opposite pixels, 0 to 1. */
  readonly color: number;
  /** Share of the subject that has an opposite pixel in the image. */
  readonly overlap: number;
}

/** Samples along each edge. */
const GRID = 160;
/** Mean colour distance (0 to 765) that counts as no similarity. */
const UNLIKE = 160;

/** Compares the two sides of an axis. O(1): at most 160 × 160 pixels are sampled. */
function compareSides(image: Image, { mask, box }: ImageSubject, sum: number): MirrorAxis {
  const { width, data } = image;
  const step = Math.max(1, Math.floor(Math.max(box.width, box.height) / GRID));
  let [both, either, covered, opposed, distance] = [0, 0, 0, 0, 0];
  for (let y = box.top; y < box.top + box.height; y += step) {
    for (let x = box.left; x < box.left + box.width; x += step) {
      const i = y * width + x;
      if (mask.data[i]! < 128) continue;
      covered++;
      const other = sum - x;
      if (other < 0 || other >= width) continue;
      opposed++;
      const j = y * width + other;
      either++;
      if (mask.data[j]! < 128) continue;
      both++;
      for (let c = 0; c < 3; c++) distance += Math.abs(data[4 * i + c]! - data[4 * j + c]!);
    }
  }
  const outline = either > 0 ? both / either : 0;
  const color = both > 0 ? Math.max(0, 1 - distance / both / UNLIKE) : 0;
  return { sum, outline, color, overlap: covered > 0 ? opposed / covered : 0 };
}

/** Minimum share of the subject that must be visible on both sides of an axis. */
const SEEN_TWICE = 0.06;

/**
 * Finds the axis with the most similar sides among those between `first` and `last` (in half pixels); null if none has
 * enough overlap.
 */
export function findMirrorAxis(image: Image, subject: ImageSubject, first: number, last: number): MirrorAxis | null {
  const stride = Math.max(1, Math.floor((last - first) / 64));
  let best: MirrorAxis | null = null;
  const search = (from: number, to: number, by: number): void => {
    for (let sum = from; sum <= to; sum += by) {
      const axis = compareSides(image, subject, sum);
      if (axis.overlap < SEEN_TWICE) continue;
      if (!best || axis.outline * axis.color > best.outline * best.color) best = axis;
    }
  };
  search(first, last, stride);
  const near = (best as MirrorAxis | null)?.sum;
  if (near !== undefined) search(Math.max(first, near - stride), Math.min(last, near + stride), 1);
  return best;
}
