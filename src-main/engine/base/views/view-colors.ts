import sharp from 'sharp';
import { fillUncovered } from '../image/fill-uncovered.ts';
import type { View } from './read-views.ts';

/** The subject's box of a view, with colours extended beyond the outline: sRGB bytes, rows from the top. */
export interface ViewColors {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** Coverage from which a pixel contains no background. */
const SOLID = 250;
const HALF_COVERED = 128;

/**
 * Crops a view to its subject and replaces the background, and colours mixed with it at the outline, by the nearest
 * clean colours. A subject without any clean pixel keeps its own. At most `maxEdge` pixels on its long side: more than
 * the texture's resolution would only add noise. 1024 px to 512: about 25 ms.
 */
export async function toViewColors(view: View, maxEdge: number): Promise<ViewColors> {
  const { width, height } = view.box;
  const small = await sharp(cutOut(view), { raw: { width, height, channels: 4 } })
    .resize({ width: maxEdge, height: maxEdge, fit: 'inside', withoutEnlargement: true, kernel: 'mitchell' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { data, info } = small;
  return { width: info.width, height: info.height, rgb: fillUncovered(data, info.width, info.height) };
}

/** Returns the box's pixels; alpha is 255 for clean pixels. */
function cutOut({ image, mask, rim, box }: View): Uint8Array {
  const { width, height } = box;
  const { data } = mask;
  const pixels = new Uint8Array(4 * width * height);
  let clean = 0;
  for (const threshold of [SOLID, HALF_COVERED]) {
    // Rim pixels are used only if no pixel is clean.
    if (clean > 0) break;
    const reach = threshold === SOLID ? rim : 0;
    for (let y = 0; y < height; y++) {
      const row = (y + box.top) * mask.width + box.left;
      // Pixels beyond the image's edge count as inside: a subject cut off there has no rim.
      const above = Math.min(reach, y + box.top) * mask.width;
      const below = Math.min(reach, mask.height - 1 - y - box.top) * mask.width;
      for (let x = 0; x < width; x++) {
        const at = row + x;
        const before = Math.min(reach, x + box.left);
        const after = Math.min(reach, mask.width - 1 - x - box.left);
        if (
          data[at]! < threshold ||
          data[at - above]! < threshold ||
          data[at + below]! < threshold ||
          data[at - before]! < threshold ||
          data[at + after]! < threshold
        ) {
          continue;
        }
        const to = 4 * (y * width + x);
        for (let c = 0; c < 3; c++) pixels[to + c] = image.data[4 * at + c]!;
        pixels[to + 3] = 255;
        clean++;
      }
    }
  }
  return pixels;
}

/**
 * Writes the bilinearly filtered colour at a position given as shares of the box, 0 to 1 from the top left, to `out`.
 */
export function sampleViewColors({ width, height, rgb }: ViewColors, x: number, y: number, out: Float64Array): void {
  const px = Math.min(width - 1, Math.max(0, x * width - 0.5));
  const py = Math.min(height - 1, Math.max(0, y * height - 0.5));
  const x0 = Math.floor(px);
  const y0 = Math.floor(py);
  const fx = px - x0;
  const fy = py - y0;
  const a = 3 * (y0 * width + x0);
  const b = x0 < width - 1 ? a + 3 : a;
  const down = y0 < height - 1 ? 3 * width : 0;
  for (let c = 0; c < 3; c++) {
    const above = rgb[a + c]! + fx * (rgb[b + c]! - rgb[a + c]!);
    const below = rgb[a + down + c]! + fx * (rgb[b + down + c]! - rgb[a + down + c]!);
    out[c] = above + fy * (below - above);
  }
}
