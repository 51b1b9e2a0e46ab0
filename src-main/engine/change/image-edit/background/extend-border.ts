import type { PixelBox } from '../../../base/image/mask.ts';
import type { Image } from '../../../base/image/image.ts';

/** Blur radius as a share of the distance from the border, and its maximum as a share of the border's length. */
const SPREAD = 0.5;
const WIDEST = 0.15;

/**
 * Fills the canvas beside, or above and below, the `box` with the colours of the box's border, blurred more with
 * distance: a plain background continues seamlessly, a pattern blurs. Opaque; O(pixels).
 */
export function extendBorder(canvas: Image, box: PixelBox): Image {
  const { width, height } = canvas;
  const data = canvas.data.slice();
  const at = (x: number, y: number): number => 4 * (y * width + x);
  const isAcross = box.width < width;
  const length = isAcross ? height : width;
  const first = isAcross ? box.left : box.top;
  const last = isAcross ? box.left + box.width - 1 : box.top + box.height - 1;
  for (const edge of [first, last]) {
    const line = Array.from({ length }, (_, k) => (isAcross ? at(edge, k) : at(k, edge)));
    const sums = [0, 1, 2].map((c) => runningSums(line.map((from) => canvas.data[from + c]!)));
    const end = edge === first ? -1 : isAcross ? width : height;
    const step = edge === first ? -1 : 1;
    for (let beside = edge + step; beside !== end; beside += step) {
      const radius = Math.min(WIDEST * length, SPREAD * Math.abs(beside - edge));
      for (let k = 0; k < length; k++) {
        const from = Math.max(0, Math.round(k - radius));
        const to = Math.min(length - 1, Math.round(k + radius));
        const out = isAcross ? at(beside, k) : at(k, beside);
        for (let c = 0; c < 3; c++) data[out + c] = Math.round((sums[c]![to + 1]! - sums[c]![from]!) / (to - from + 1));
        data[out + 3] = 255;
      }
    }
  }
  return { width, height, data };
}

function runningSums(values: readonly number[]): Float64Array {
  const sums = new Float64Array(values.length + 1);
  values.forEach((value, k) => (sums[k + 1] = sums[k]! + value));
  return sums;
}
