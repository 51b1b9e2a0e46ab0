import type { Image } from '../../../base/image/image.ts';

/** A seamlessly tileable image: RGB bytes, sRGB. */
export interface Tile {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** Width of the crossfade between opposite edges, as a share of the image. */
const OVERLAP = 0.15;

/**
 * Makes an image tileable: crossfades the right edge into the left and the bottom into the top, which shortens each
 * side by `OVERLAP`. Alpha is dropped. O(pixels).
 */
export function makeTile({ width, height, data }: Image): Tile {
  const fadeX = Math.floor(width * OVERLAP);
  const fadeY = Math.floor(height * OVERLAP);
  const across = crossfade(data, 4, width, height, fadeX, (x, y) => y * width + x);
  const inner = width - fadeX;
  const rgb = crossfade(across, 3, height, inner, fadeY, (y, x) => y * inner + x);
  // The second pass wrote columns as rows, so the result is transposed.
  const transposed = new Uint8Array(rgb.length);
  const rows = height - fadeY;
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < inner; x++) {
      for (let c = 0; c < 3; c++) transposed[3 * (y * inner + x) + c] = rgb[3 * (x * rows + y) + c]!;
    }
  }
  return { width: inner, height: rows, rgb: transposed };
}

/** Crops every line by `overlap` pixels and crossfades the cropped end into its start. */
function crossfade(
  data: Uint8Array,
  channels: number,
  length: number,
  lines: number,
  overlap: number,
  pixel: (along: number, line: number) => number,
): Uint8Array {
  const kept = length - overlap;
  const out = new Uint8Array(3 * kept * lines);
  for (let line = 0; line < lines; line++) {
    for (let i = 0; i < kept; i++) {
      const own = i < overlap ? (i + 0.5) / overlap : 1;
      const from = channels * pixel(i, line);
      const end = channels * pixel(i < overlap ? i + kept : i, line);
      for (let c = 0; c < 3; c++) {
        out[3 * (line * kept + i) + c] = Math.round(own * data[from + c]! + (1 - own) * data[end + c]!);
      }
    }
  }
  return out;
}

/** Writes the bilinearly filtered colour at (u, v) in tiles, sRGB 0 to 255, to `out`. */
export function sampleTile({ width, height, rgb }: Tile, u: number, v: number, out: Float64Array): void {
  const x = (u - Math.floor(u)) * width - 0.5;
  const y = (v - Math.floor(v)) * height - 0.5;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - left, y - top];
  const [x0, x1] = [(left + width) % width, (left + 1) % width];
  const [y0, y1] = [((top + height) % height) * width, ((top + 1) % height) * width];
  for (let c = 0; c < 3; c++) {
    const above = rgb[3 * (y0 + x0) + c]! * (1 - fx) + rgb[3 * (y0 + x1) + c]! * fx;
    const below = rgb[3 * (y1 + x0) + c]! * (1 - fx) + rgb[3 * (y1 + x1) + c]! * fx;
    out[c] = above * (1 - fy) + below * fy;
  }
}
