import type { ColorPlane } from '../../base/silhouette/extend-subject-colors.ts';

/** Every so many pixels of a window are looked at. */
const STEP = 2;

/**
 * The colours of a plane, and where `marks` is above 0 the median of those within `radius` pixels, channel by channel: the
 * ground that strokes stand on, as long as they cover less than half of it. O(marked pixels × radius²).
 */
export function medianFillMarks({ width, height, rgb }: ColorPlane, marks: Float32Array, radius: number): Uint8Array {
  // Not slice: that of a Buffer is the Buffer itself.
  const calm = new Uint8Array(rgb);
  const counts = new Uint16Array(3 * 256);
  for (let i = 0; i < marks.length; i++) {
    if (!(marks[i]! > 0)) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    counts.fill(0);
    let total = 0;
    for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v += STEP) {
      for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u += STEP) {
        const at = 3 * (v * width + u);
        for (let c = 0; c < 3; c++) counts[256 * c + rgb[at + c]!]!++;
        total++;
      }
    }
    for (let c = 0; c < 3; c++) calm[3 * i + c] = findMedian(counts.subarray(256 * c, 256 * c + 256), total);
  }
  return calm;
}

function findMedian(counts: Uint16Array, total: number): number {
  let below = 0;
  for (let value = 0; value < 256; value++) {
    below += counts[value]!;
    if (2 * below > total) return value;
  }
  return 255;
}
