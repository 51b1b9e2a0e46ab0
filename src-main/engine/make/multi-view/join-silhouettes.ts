import sharp from 'sharp';
import type { Mask } from '../../base/image/mask.ts';
import { HALF_COVERED } from '../../base/image/mask.ts';
import type { View } from '../../base/views/read-views.ts';
import { isMirrored } from '../../base/views/view-name.ts';

/** What the views along one axis show of the subject, cut to its box. */
export interface Silhouette {
  /** Rows from the top; columns run along +X or +Z, whichever the views show from side to side. */
  readonly mask: Mask;
  /** Width over height of the subject. */
  readonly aspect: number;
  /** How much of what any view shows all of them show, 0 to 1. */
  readonly agreement: number;
  /** Pixels along the subject's longer side in the largest of the views. */
  readonly detail: number;
}

/** Rows and columns of a joined mask, at most: above twice the finest grid. */
const ROWS = 384;
const COLUMNS = 1536;
/** Slimmer and wider subjects are squeezed to this before they are put on a grid. */
const MAX_ASPECT = 32;

/**
 * Lays the masks of opposite views over one another, box on box, so that subjects of different size or place in their
 * pictures still match; what either view shows counts. Null without a view. O(pixels), about 5 ms a view.
 */
export async function joinSilhouettes(views: readonly View[]): Promise<Silhouette | null> {
  if (views.length === 0) return null;
  const aspect = views.reduce((sum, { box }) => sum + box.width / box.height, 0) / views.length;
  const squeezed = Math.min(MAX_ASPECT, Math.max(1 / MAX_ASPECT, aspect));
  const height = Math.min(ROWS, Math.round(COLUMNS / squeezed));
  const width = Math.round(height * squeezed);
  const data = new Uint8Array(width * height);
  const common = new Uint8Array(width * height).fill(255);
  for (const { name, mask, box } of views) {
    const own = await sharp(mask.data, { raw: { width: mask.width, height: mask.height, channels: 1 } })
      .extract(box)
      .resize({ width, height, fit: 'fill', kernel: 'mitchell' })
      .toColourspace('b-w')
      .raw()
      .toBuffer();
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const column = isMirrored(name) ? width - 1 - x : x;
        const to = y * width + column;
        data[to] = Math.max(data[to]!, own[y * width + x]!);
        common[to] = Math.min(common[to]!, own[y * width + x]!);
      }
    }
  }
  return {
    mask: { width, height, data },
    aspect,
    agreement: countCovered(common) / Math.max(1, countCovered(data)),
    detail: Math.max(...views.map(({ box }) => Math.max(box.width, box.height))),
  };
}

function countCovered(coverage: Uint8Array): number {
  let count = 0;
  for (const value of coverage) if (value >= HALF_COVERED) count++;
  return count;
}
