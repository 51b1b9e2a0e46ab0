import type { ColorPlane } from '../../base/silhouette/extend-subject-colors.ts';

/** Step between the sampled pixels of a window. */
const STEP = 2;

/**
 * Returns the colours of a plane; where `marks` is above 0, each channel is replaced by its median within `radius`
 * pixels, which is the background of strokes that cover less than half of the window. O(marked pixels × radius²).
 */
export function medianFillMarks({ width, height, rgb }: ColorPlane, marks: Float32Array, radius: number): Uint8Array {
  // Not `slice`, which shares memory if `rgb` is a Buffer.
  const filled = new Uint8Array(rgb);
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
    for (let c = 0; c < 3; c++) filled[3 * i + c] = findMedian(counts.subarray(256 * c, 256 * c + 256), total);
  }
  return filled;
}

function findMedian(counts: Uint16Array, total: number): number {
  let below = 0;
  for (let value = 0; value < 256; value++) {
    below += counts[value]!;
    if (2 * below > total) return value;
  }
  return 255;
}
