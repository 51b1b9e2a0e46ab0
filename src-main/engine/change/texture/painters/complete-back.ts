import type { View } from '../../../base/views/read-views.ts';
import { mirrorView } from '../../../base/views/mirror-view.ts';
import { HALF_COVERED, type Mask, type PixelBox } from '../../../base/image/mask.ts';
import { fillUncovered } from '../../../base/image/fill-uncovered.ts';

/** How far inside its outline the front is taken to go on behind, as a share of the subject's short side. */
const BAND = 0.07;
const MIN_BAND = 2;

/**
 * What the back may look like when only the front was pictured: the outline mirrored, the colours of the front along it
 * continued inwards, so that nothing that is drawn on the front, such as a face or writing, appears behind. O(pixels).
 */
export function completeBack(front: View): View {
  const { picture, mask, box, rim } = front;
  const band = rim + Math.max(MIN_BAND, BAND * Math.min(box.width, box.height));
  const depths = measureDepths(mask, box);
  const rgba = new Uint8Array(4 * box.width * box.height);
  depths.forEach((depth, to) => {
    const from = placeOf(to, box, picture.width);
    for (let c = 0; c < 3; c++) rgba[4 * to + c] = picture.data[from + c]!;
    if (depth > rim && depth <= band + 1) rgba[4 * to + 3] = 255;
  });
  const filled = fillUncovered(rgba, box.width, box.height);
  const data = picture.data.slice();
  depths.forEach((depth, from) => {
    const to = placeOf(from, box, picture.width);
    if (depth > rim) for (let c = 0; c < 3; c++) data[to + c] = filled[3 * from + c]!;
  });
  return mirrorView({ ...front, picture: { ...picture, data } }, 'back');
}

/** The first byte in the picture of a pixel of the box. */
function placeOf(pixel: number, box: PixelBox, width: number): number {
  return 4 * ((Math.floor(pixel / box.width) + box.top) * width + (pixel % box.width) + box.left);
}

/** For each pixel of the box how many steps, across or along, lead out of the subject; 0 outside. Two passes. */
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
