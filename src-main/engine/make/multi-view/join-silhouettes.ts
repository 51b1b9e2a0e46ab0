import sharp from 'sharp';
import type { Mask } from '../../base/image/mask.ts';
import { HALF_COVERED } from '../../base/image/mask.ts';
import type { View } from '../../base/views/read-views.ts';
import { isMirrored } from '../../base/views/view-name.ts';

/** Joint silhouette of the views along one axis, cropped to the bounding box of the subject. */
export interface Silhouette {
  /** Rows run from the top; columns run along +X or +Z, whichever the views show horizontally. */
  readonly mask: Mask;
  /** Width of the subject divided by its height. */
  readonly aspect: number;
  /** Intersection over union of the views, 0 to 1. */
  readonly agreement: number;
  /** Pixels along the longer side of the subject in the largest view. */
  readonly detail: number;
}

/** Maximum numbers of rows and columns of a joint mask; more than twice the finest grid. */
const MAX_ROWS = 384;
const MAX_COLUMNS = 1536;
/** Maximum aspect ratio in both directions; slimmer and wider subjects are squeezed to it. */
const MAX_ASPECT = 32;

/**
 * Joins the masks of opposite views, aligned by their bounding boxes, so that subjects of different size or position in
 * their images still match. The result is the union. Null if there is no view. O(pixels), about 5 ms per view.
 */
export async function joinSilhouettes(views: readonly View[]): Promise<Silhouette | null> {
  if (views.length === 0) return null;
  const aspect = views.reduce((sum, { box }) => sum + box.width / box.height, 0) / views.length;
  const squeezed = Math.min(MAX_ASPECT, Math.max(1 / MAX_ASPECT, aspect));
  const height = Math.min(MAX_ROWS, Math.round(MAX_COLUMNS / squeezed));
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
