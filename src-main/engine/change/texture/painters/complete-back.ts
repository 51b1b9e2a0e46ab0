import type { View } from '../../../base/views/read-views.ts';
import { mirrorView } from '../../../base/views/mirror-view.ts';
import { HALF_COVERED, type Mask, type PixelBox } from '../../../base/image/mask.ts';
import { fillUncovered } from '../../../base/image/fill-uncovered.ts';

/** Width of the band inside the outline whose colours continue on the back, as a share of the subject's short side. */
const BAND = 0.07;
/** Minimum width of the band in pixels. */
const MIN_BAND = 2;

/**
 * Estimates the back view from the front: mirrors the outline and extends the colours along it inwards, so that details
 * of the front, such as a face or lettering, do not appear on the back. O(pixels).
 */
export function completeBack(front: View): View {
  const { image, mask, box, rim } = front;
  const band = rim + Math.max(MIN_BAND, BAND * Math.min(box.width, box.height));
  const depths = measureDepths(mask, box);
  const rgba = new Uint8Array(4 * box.width * box.height);
  depths.forEach((depth, to) => {
    const from = toByteOffset(to, box, image.width);
    for (let c = 0; c < 3; c++) rgba[4 * to + c] = image.data[from + c]!;
    if (depth > rim && depth <= band + 1) rgba[4 * to + 3] = 255;
  });
  const filled = fillUncovered(rgba, box.width, box.height);
  const data = image.data.slice();
  depths.forEach((depth, from) => {
    const to = toByteOffset(from, box, image.width);
    if (depth > rim) for (let c = 0; c < 3; c++) data[to + c] = filled[3 * from + c]!;
  });
  return mirrorView({ ...front, image: { ...image, data } }, 'back');
}

/** Returns the byte offset in the image of a pixel of the box. */
function toByteOffset(pixel: number, box: PixelBox, width: number): number {
  return 4 * ((Math.floor(pixel / box.width) + box.top) * width + (pixel % box.width) + box.left);
}

/** Returns the Manhattan distance of each pixel of the box to the outside of the subject, 0 outside. Two passes. */
function measureDepths({ width, data }: Mask, box: PixelBox): Int32Array {
  const depths = new Int32Array(box.width * box.height);
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const at = y * box.width + x;
      if (data[(y + box.top) * width + x + box.left]! < HALF_COVERED) continue;
      const before = x > 0 ? depths[at - 1]! : 0;
      const above = y > 0 ? depths[at - box.width]! : 0;
      depths[at] = 1 + Math.min(before, above);
    }
  }
  for (let y = box.height - 1; y >= 0; y--) {
    for (let x = box.width - 1; x >= 0; x--) {
      const at = y * box.width + x;
      const after = x < box.width - 1 ? depths[at + 1]! : 0;
      const below = y < box.height - 1 ? depths[at + box.width]! : 0;
      depths[at] = Math.min(depths[at]!, 1 + Math.min(after, below));
    }
  }
  return depths;
}
