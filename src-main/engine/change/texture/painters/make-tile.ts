import type { Image } from '../../../base/image/image.ts';

/** A picture that repeats in both directions without a seam: RGB bytes, sRGB. */
export interface Tile {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** Share of the picture's edge in which it is faded into its opposite edge. */
const OVERLAP = 0.15;

/**
 * Makes a picture repeat: its right edge is faded into its left one and its bottom into its top, which costs that share
 * of the picture. Alpha is left out. O(pixels).
 */
export function makeTile({ width, height, data }: Image): Tile {
  const fadeX = Math.floor(width * OVERLAP);
  const fadeY = Math.floor(height * OVERLAP);
  const across = fade(data, 4, width, height, fadeX, (x, y) => y * width + x);
  const inner = width - fadeX;
  const rgb = fade(across, 3, height, inner, fadeY, (y, x) => y * inner + x);
  // The second pass walked down the columns.
  const turned = new Uint8Array(rgb.length);
  const rows = height - fadeY;
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < inner; x++) {
      for (let c = 0; c < 3; c++) turned[3 * (y * inner + x) + c] = rgb[3 * (x * rows + y) + c]!;
    }
  }
  return { width: inner, height: rows, rgb: turned };
}

/** Shortens every line by `overlap` pixels: its end, which falls away, is faded into its beginning. */
function fade(
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

/** Writes the bilinearly filtered colour at (u, v), in repeats, into `out`. */
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
