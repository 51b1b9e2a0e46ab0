/** Colours with a weight (0 to 1) as the fourth component of each pixel. */
interface Level {
  readonly width: number;
  readonly height: number;
  readonly pixels: Float32Array;
}

/** The image at full resolution, its weights as bytes. */
interface Finest {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const WEIGHT_OF_BYTE = Float32Array.from({ length: 256 }, (_, byte) => byte / 255);

/**
 * Fills pixels of little or no weight with the surrounding colours, nearest first, so that no background bleeds in at a
 * texture's seams. Push-pull (Gortler et al., "The Lumigraph", 1996). O(pixels), a megapixel takes about 50 ms and five
 * bytes a pixel beside the result. If all weights are 0, the result is black.
 *
 * `rgba`: RGBA bytes, straight; alpha is the weight of a pixel. `into`: where to write; may be the beginning of `rgba`
 * if the caller no longer needs it. Returns RGB bytes.
 */
export function fillUncovered(
  rgba: Uint8Array,
  width: number,
  height: number,
  into: Uint8Array = new Uint8Array(3 * width * height),
): Uint8Array {
  const finest = { width, height, pixels: rgba };
  const levels: Level[] = [];
  if (width > 1 || height > 1) levels.push(pushBytes(finest));
  for (let last = levels.at(-1); last && (last.width > 1 || last.height > 1); last = levels.at(-1)) {
    levels.push(push(last));
  }
  for (let l = levels.length - 2; l >= 0; l--) pull(levels[l]!, levels[l + 1]!);
  if (levels[0]) pullBytes(finest, levels[0], into);
  else into.set(rgba.subarray(0, 3));
  return into;
}

/** Downsamples the image by two: weighted mean colours, weights summed up to 1. */
function pushBytes({ width, height, pixels }: Finest): Level {
  const half = createHalf(width, height);
  const out = half.pixels;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4;
      const weight = WEIGHT_OF_BYTE[pixels[from + 3]!]!;
      if (weight === 0) continue;
      const to = ((y >> 1) * half.width + (x >> 1)) * 4;
      out[to]! += weight * pixels[from]!;
      out[to + 1]! += weight * pixels[from + 1]!;
      out[to + 2]! += weight * pixels[from + 2]!;
      out[to + 3]! += weight;
    }
  }
  return toMeans(half);
}

/** Downsamples a level by two. Not shared with `pushBytes`: with two kinds of arrays it takes half as long again. */
function push({ width, height, pixels }: Level): Level {
  const half = createHalf(width, height);
  const out = half.pixels;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4;
      const weight = pixels[from + 3]!;
      if (weight === 0) continue;
      const to = ((y >> 1) * half.width + (x >> 1)) * 4;
      out[to]! += weight * pixels[from]!;
      out[to + 1]! += weight * pixels[from + 1]!;
      out[to + 2]! += weight * pixels[from + 2]!;
      out[to + 3]! += weight;
    }
  }
  return toMeans(half);
}

function createHalf(width: number, height: number): Level {
  const [w, h] = [(width + 1) >> 1, (height + 1) >> 1];
  return { width: w, height: h, pixels: new Float32Array(w * h * 4) };
}

/** Converts sums to means, in place. */
function toMeans(level: Level): Level {
  const { pixels } = level;
  for (let i = 0; i < pixels.length; i += 4) {
    const weight = pixels[i + 3]!;
    if (weight > 0) for (let c = 0; c < 3; c++) pixels[i + c]! /= weight;
    pixels[i + 3] = Math.min(1, weight);
  }
  return level;
}

/** Blends in the coarser level where a pixel lacks weight, bilinearly so that no blocks show. */
function pull(fine: Level, coarse: Level): void {
  for (let y = 0; y < fine.height; y++) {
    const [y0, y1] = neighboursOf(y, coarse.height);
    for (let x = 0; x < fine.width; x++) {
      const at = (y * fine.width + x) * 4;
      const own = fine.pixels[at + 3]!;
      if (own >= 1) continue;
      const x0 = x >> 1;
      const x1 = Math.min(coarse.width - 1, Math.max(0, x0 + ((x & 1) * 2 - 1)));
      const a = (y0 * coarse.width + x0) * 4;
      const b = (y0 * coarse.width + x1) * 4;
      const c = (y1 * coarse.width + x0) * 4;
      for (let k = 0; k < 3; k++) {
        const around = 0.5 * coarse.pixels[a + k]! + 0.25 * coarse.pixels[b + k]! + 0.25 * coarse.pixels[c + k]!;
        fine.pixels[at + k] = own * fine.pixels[at + k]! + (1 - own) * around;
      }
    }
  }
}

/** Blends the coarser level into the full-resolution image; `rgb` may share memory with its pixels. */
function pullBytes({ width, height, pixels }: Finest, coarse: Level, rgb: Uint8Array): void {
  for (let y = 0; y < height; y++) {
    const [y0, y1] = neighboursOf(y, coarse.height);
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4;
      const to = (y * width + x) * 3;
      const weight = pixels[from + 3]!;
      if (weight === 255) {
        rgb[to] = pixels[from]!;
        rgb[to + 1] = pixels[from + 1]!;
        rgb[to + 2] = pixels[from + 2]!;
        continue;
      }
      const own = WEIGHT_OF_BYTE[weight]!;
      const x0 = x >> 1;
      const x1 = Math.min(coarse.width - 1, Math.max(0, x0 + ((x & 1) * 2 - 1)));
      const a = (y0 * coarse.width + x0) * 4;
      const b = (y0 * coarse.width + x1) * 4;
      const c = (y1 * coarse.width + x0) * 4;
      for (let k = 0; k < 3; k++) {
        const around = 0.5 * coarse.pixels[a + k]! + 0.25 * coarse.pixels[b + k]! + 0.25 * coarse.pixels[c + k]!;
        // Adding 0.5 makes the truncation to a byte round to the nearest.
        rgb[to + k] = own * pixels[from + k]! + (1 - own) * around + 0.5;
      }
    }
  }
}

/** Returns the two rows of the coarser level that a row is interpolated from, its own one first. */
function neighboursOf(y: number, rows: number): [number, number] {
  const own = y >> 1;
  return [own, Math.min(rows - 1, Math.max(0, own + ((y & 1) * 2 - 1)))];
}
