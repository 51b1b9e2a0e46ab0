import type { Image } from '../image/image.ts';

/** A smooth background estimated from an image's border: colour as a quadratic surface over the image. */
export interface Background {
  /** Writes the sRGB colour (0 to 255, unclamped) at a pixel to `out`. */
  readonly colorAt: (x: number, y: number, out: Float64Array) => void;
  /** Median distance of border pixels from it (sum over three channels, 0 to 765): noise and unevenness. */
  readonly spread: number;
  /** Share of border pixels it explains, 0 to 1. */
  readonly share: number;
}

/** Distances within which a border pixel still counts, per round. */
const ROUNDS = [180, 110, 75] as const;
/** 1, x, y, x², xy, y²: enough for a gradient or a vignette, too few to follow a subject. */
const TERMS = 6;
/** Pulls terms that the border does not determine (an image of one row) to zero. */
const RIDGE = 1e-4;
const MIN_MEMBERS = 12;

/**
 * Fits a smooth colour surface to the image's border and ignores outliers (a subject cut off by the edge): least
 * squares with a shrinking tolerance, starting from the median colour. O(border).
 */
export function fitBackground(image: Image): Background {
  const border = borderPixels(image);
  let fits = [0, 1, 2].map((c) => Float64Array.of(median(border.map((p) => p.color[c]!)), 0, 0, 0, 0, 0));
  const distance = ({ terms, color }: BorderPixel): number =>
    fits.reduce((sum, fit, c) => sum + Math.abs(color[c]! - dot(fit, terms)), 0);

  for (const reach of ROUNDS) {
    const members = border.filter((pixel) => distance(pixel) < reach);
    if (members.length < MIN_MEMBERS) break;
    fits = [0, 1, 2].map((c) => leastSquares(members, c));
  }
  const near = border.map(distance).filter((value) => value < ROUNDS[2]);
  const terms = new Float64Array(TERMS);
  return {
    colorAt: (x, y, out) => {
      writeTerms(image, x, y, terms);
      for (let c = 0; c < 3; c++) out[c] = dot(fits[c]!, terms);
    },
    spread: median(near),
    share: near.length / border.length,
  };
}

interface BorderPixel {
  readonly terms: Float64Array;
  readonly color: readonly [number, number, number];
}

function borderPixels(image: Image): BorderPixel[] {
  const { width, height, data } = image;
  const pixels: BorderPixel[] = [];
  for (let y = 0; y < height; y++) {
    const step = y === 0 || y === height - 1 ? 1 : Math.max(1, width - 1);
    for (let x = 0; x < width; x += step) {
      const at = (y * width + x) * 4;
      const terms = new Float64Array(TERMS);
      writeTerms(image, x, y, terms);
      pixels.push({ terms, color: [data[at]!, data[at + 1]!, data[at + 2]!] });
    }
  }
  return pixels;
}

/** Writes the polynomial's terms at a pixel; image coordinates run from −1 to 1. */
function writeTerms({ width, height }: Image, column: number, row: number, out: Float64Array): void {
  const x = (2 * column + 1) / width - 1;
  const y = (2 * row + 1) / height - 1;
  out[0] = 1;
  out[1] = x;
  out[2] = y;
  out[3] = x * x;
  out[4] = x * y;
  out[5] = y * y;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < TERMS; i++) sum += a[i]! * b[i]!;
  return sum;
}

/**
 * Solves the normal equations by elimination; the ridge keeps the matrix positive definite, so no pivoting is needed.
 */
function leastSquares(pixels: readonly BorderPixel[], channel: number): Float64Array<ArrayBuffer> {
  const rows = Array.from({ length: TERMS }, () => new Float64Array(TERMS + 1));
  for (const { terms, color } of pixels) {
    for (let i = 0; i < TERMS; i++) {
      for (let j = 0; j < TERMS; j++) rows[i]![j]! += terms[i]! * terms[j]!;
      rows[i]![TERMS]! += terms[i]! * color[channel]!;
    }
  }
  for (let i = 1; i < TERMS; i++) rows[i]![i]! += RIDGE * pixels.length;

  for (let i = 0; i < TERMS; i++) {
    for (let k = i + 1; k < TERMS; k++) {
      const factor = rows[k]![i]! / rows[i]![i]!;
      for (let j = i; j <= TERMS; j++) rows[k]![j]! -= factor * rows[i]![j]!;
    }
  }
  const fit = new Float64Array(TERMS);
  for (let i = TERMS - 1; i >= 0; i--) {
    let rest = rows[i]![TERMS]!;
    for (let j = i + 1; j < TERMS; j++) rest -= rows[i]![j]! * fit[j]!;
    fit[i] = rest / rows[i]![i]!;
  }
  return fit;
}

function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  return Float64Array.from(values).sort()[values.length >> 1]!;
}
