import type { Picture } from './picture.ts';

/** A smooth background: a colour plane over the picture, seen on its border. */
export interface Background {
  /** sRGB at column 0, row 0, and its change per column and per row, for each channel: [at, perColumn, perRow]. */
  readonly channels: readonly (readonly [number, number, number])[];
  /** Median distance of border pixels from the plane (sum over three channels, 0 to 765): grain and unevenness. */
  readonly spread: number;
  /** Share of border pixels the plane explains, 0 to 1. */
  readonly share: number;
}

/** Distances within which a border pixel still counts, round by round: from "same family" to "same wall". */
const ROUNDS = [180, 110, 75];

/**
 * Fits a colour plane to the picture's border, ignoring what does not belong (a subject that is cut off by the edge).
 * Least squares on ever closer pixels, starting from the median colour. O(border).
 */
export function fitBackground(picture: Picture): Background {
  const border = borderPixels(picture);
  let channels: [number, number, number][] = [0, 1, 2].map((c) => [median(border.map((p) => p.color[c]!)), 0, 0]);
  let members = border;
  for (const reach of ROUNDS) {
    const near = border.filter((p) => distance(channels, p) < reach);
    if (near.length < 8) break;
    members = near;
    channels = [0, 1, 2].map((c) => fitPlane(members, c));
  }
  const reach = ROUNDS.at(-1)!;
  const inside = border.map((p) => distance(channels, p)).filter((d) => d < reach);
  return { channels, spread: median(inside), share: inside.length / border.length };
}

/** Sum over the channels of |pixel − background| at a pixel, 0 to 765. */
export function backgroundDistance(background: Background, picture: Picture, x: number, y: number): number {
  const at = (y * picture.width + x) * 4;
  let sum = 0;
  for (let c = 0; c < 3; c++) {
    const [value, perColumn, perRow] = background.channels[c]!;
    sum += Math.abs(picture.data[at + c]! - (value + perColumn * x + perRow * y));
  }
  return sum;
}

interface BorderPixel {
  readonly x: number;
  readonly y: number;
  readonly color: readonly [number, number, number];
}

function borderPixels({ width, height, data }: Picture): BorderPixel[] {
  const pixels: BorderPixel[] = [];
  const add = (x: number, y: number): void => {
    const at = (y * width + x) * 4;
    pixels.push({ x, y, color: [data[at]!, data[at + 1]!, data[at + 2]!] });
  };
  for (let x = 0; x < width; x++) {
    add(x, 0);
    if (height > 1) add(x, height - 1);
  }
  for (let y = 1; y < height - 1; y++) {
    add(0, y);
    if (width > 1) add(width - 1, y);
  }
  return pixels;
}

function distance(channels: readonly (readonly [number, number, number])[], { x, y, color }: BorderPixel): number {
  let sum = 0;
  for (let c = 0; c < 3; c++) {
    const [value, perColumn, perRow] = channels[c]!;
    sum += Math.abs(color[c]! - (value + perColumn * x + perRow * y));
  }
  return sum;
}

/** Least squares of value = a + b·x + c·y, solved around the mean; a flat direction (one row) gets no slope. */
function fitPlane(pixels: readonly BorderPixel[], channel: number): [number, number, number] {
  const n = pixels.length;
  let mx = 0;
  let my = 0;
  let mv = 0;
  for (const { x, y, color } of pixels) {
    mx += x / n;
    my += y / n;
    mv += color[channel]! / n;
  }
  let xx = 0;
  let xy = 0;
  let yy = 0;
  let xv = 0;
  let yv = 0;
  for (const { x, y, color } of pixels) {
    const v = color[channel]! - mv;
    xx += (x - mx) ** 2;
    xy += (x - mx) * (y - my);
    yy += (y - my) ** 2;
    xv += (x - mx) * v;
    yv += (y - my) * v;
  }
  const determinant = xx * yy - xy * xy;
  if (determinant <= 1e-6 * Math.max(1, xx * yy)) return [mv, 0, 0];
  const perColumn = (xv * yy - yv * xy) / determinant;
  const perRow = (yv * xx - xv * xy) / determinant;
  return [mv - perColumn * mx - perRow * my, perColumn, perRow];
}

function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sorted = Float64Array.from(values).sort();
  return sorted[sorted.length >> 1]!;
}
