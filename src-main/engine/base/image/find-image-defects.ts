import type { Image } from './image.ts';

/** Defects of an image. */
export interface ImageDefects {
  /** Standard deviation of its noise in bytes, after its tones are stretched; 0: negligible. */
  readonly grain: number;
  /** True if JPEG's blocks of 8 × 8 pixels are visible. */
  readonly hasBlocks: boolean;
  /** The bytes that should become black and white; null: its tones are well spread. */
  readonly tones: { readonly black: number; readonly white: number } | null;
}

/** Less noise than this is normal for fur and cloth. */
const MIN_GRAIN = 3.5;
/** Edge of the squares noise is measured in, and the share of the calmest squares that decides. */
const SQUARE = 16;
const CALMEST = 0.2;
/** Bytes outside this range are clipped: noise shows less there, but at least this share of it remains. */
const CUT_OFF = [6, 249] as const;
const CUT_OFF_SHARE = 0.3;
/** Minimum step at block borders above the steps beside them, in bytes. */
const MIN_STEP = 1.2;
/** Share of the pixels that may be darker than black and lighter than white. */
const TAIL = 0.005;
/** Tones that span less than this, or stay below this, are not well spread. */
const MIN_SPAN = 140;
const DARK = 140;
/** Limits for an image without a background, where a dark object cannot be told from a dark image. */
const CUT_OUT_SPAN = 40;
const CUT_OUT_DARK = 80;

/**
 * Detects noise, JPEG blocks and dull tones in the visible part of an image. O(pixels), a megapixel takes about 60 ms.
 */
export function findImageDefects(image: Image): ImageDefects {
  const tones = findTones(image);
  const light = toLuma(image);
  if (tones) {
    const gain = 255 / (tones.white - tones.black);
    for (let i = 0; i < light.length; i++) if (light[i]! >= 0) light[i] = Math.max(0, gain * (light[i]! - tones.black));
  }
  return { grain: measureGrain(image, light), hasBlocks: showsBlocks(image, light), tones };
}

/** Returns luma, 0 to 255; −1 for transparent pixels. */
function toLuma({ data }: Image): Float32Array {
  return Float32Array.from({ length: data.length / 4 }, (_, i) =>
    data[4 * i + 3]! < 250 ? -1 : 0.299 * data[4 * i]! + 0.587 * data[4 * i + 1]! + 0.114 * data[4 * i + 2]!,
  );
}

/**
 * Measures the noise of the calmest fifth of all squares, by a filter that ignores planes and edges (Immerkær, "Fast
 * Noise Variance Estimation", 1996). A calm white or black background shows that everything else is pattern.
 */
function measureGrain({ width, height }: Image, light: Float32Array): number {
  const levels: number[] = [];
  const cutOff: number[] = [];
  for (let top = 1; top + SQUARE < height; top += SQUARE) {
    for (let left = 1; left + SQUARE < width; left += SQUARE) {
      let [sum, mean, isSeen] = [0, 0, true];
      for (let y = top; y < top + SQUARE && isSeen; y++) {
        for (let x = left; x < left + SQUARE; x++) {
          const i = y * width + x;
          const [above, below] = [i - width, i + width];
          isSeen &&=
            light[above - 1]! >= 0 && light[below + 1]! >= 0 && light[above + 1]! >= 0 && light[below - 1]! >= 0;
          const corners = light[above - 1]! + light[above + 1]! + light[below - 1]! + light[below + 1]!;
          const sides = light[above]! + light[below]! + light[i - 1]! + light[i + 1]!;
          sum += Math.abs(corners - 2 * sides + 4 * light[i]!);
          mean += light[i]!;
        }
      }
      mean /= SQUARE ** 2;
      if (!isSeen) continue;
      const isCutOff = mean < CUT_OFF[0] || mean > CUT_OFF[1];
      (isCutOff ? cutOff : levels).push((Math.sqrt(Math.PI / 2) * sum) / (6 * SQUARE ** 2));
    }
  }
  const grain = calmestOf(levels);
  const isPattern = cutOff.length > CALMEST * levels.length && calmestOf(cutOff) < CUT_OFF_SHARE * grain;
  return grain < MIN_GRAIN || isPattern ? 0 : grain;
}

/** Returns the upper bound of the calmest fifth of the levels; 0 if there are none. */
function calmestOf(levels: number[]): number {
  levels.sort((a, b) => a - b);
  return levels[Math.floor(CALMEST * levels.length)] ?? 0;
}

/** True if pixels differ more across the borders of blocks of eight than beside them. */
function showsBlocks({ width, height }: Image, light: Float32Array): boolean {
  let [across, within, count] = [0, 0, 0];
  const measure = (i: number, step: number): void => {
    const [a, b, c, d] = [light[i - 2 * step]!, light[i - step]!, light[i]!, light[i + step]!];
    if (Math.min(a, b, c, d) < 0) return;
    across += Math.abs(c - b);
    within += (Math.abs(b - a) + Math.abs(d - c)) / 2;
    count++;
  };
  for (let y = 8; y < height - 2; y += 3) for (let x = 8; x < width - 2; x += 8) measure(y * width + x, 1);
  for (let y = 8; y < height - 2; y += 8) for (let x = 8; x < width - 2; x += 3) measure(y * width + x, width);
  return count > 0 && (across - within) / count > MIN_STEP;
}

function findTones({ data }: Image): ImageDefects['tones'] {
  const bins = new Float64Array(256);
  let [seen, clear] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3]! < 250) {
      clear++;
      continue;
    }
    seen++;
    for (let c = at; c < at + 3; c++) bins[data[c]!]!++;
  }
  const at = (share: number): number => {
    let below = 0;
    for (let byte = 0; byte < 256; byte++) {
      below += bins[byte]!;
      if (below > share * 3 * seen) return byte;
    }
    return 255;
  };
  if (seen === 0) return null;
  const [black, white] = [at(TAIL), at(1 - TAIL)];
  const isCutOut = clear > TAIL * (seen + clear);
  const isDull = isCutOut
    ? white - black < CUT_OUT_SPAN || white < CUT_OUT_DARK
    : white - black < MIN_SPAN || white < DARK;
  // A plain image has no tones to stretch.
  return isDull && white - black >= 8 ? { black, white } : null;
}
