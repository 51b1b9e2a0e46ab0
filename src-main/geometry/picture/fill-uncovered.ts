/** Colours with a weight (0 to 1) in the fourth place of each pixel. */
interface Level {
  readonly width: number;
  readonly height: number;
  readonly pixels: Float32Array;
}

/**
 * Fills pixels of little or no weight with the colours around them, nearest first, so that nothing of a background
 * bleeds in at a texture's seams. In: RGBA bytes, straight, alpha being how far a pixel may be trusted. Out: RGB bytes.
 * Push-pull (Gortler et al., "The Lumigraph", 1996); O(pixels), a megapixel takes about 50 ms. All weights 0: all black.
 */
export function fillUncovered(rgba: Uint8Array, width: number, height: number): Uint8Array {
  const levels: Level[] = [{ width, height, pixels: new Float32Array(rgba) }];
  const finest = levels[0]!.pixels;
  for (let i = 3; i < finest.length; i += 4) finest[i]! /= 255;
  for (;;) {
    const last = levels.at(-1)!;
    if (last.width === 1 && last.height === 1) break;
    levels.push(push(last));
  }
  for (let l = levels.length - 2; l >= 0; l--) pull(levels[l]!, levels[l + 1]!);

  const rgb = new Uint8Array(width * height * 3);
  // Means of bytes: rounded by what is cut off behind the point.
  for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) {
    rgb[to] = finest[from]! + 0.5;
    rgb[to + 1] = finest[from + 1]! + 0.5;
    rgb[to + 2] = finest[from + 2]! + 0.5;
  }
  return rgb;
}

/** Halves a level: weighted mean colours, weights summed up to 1. */
function push({ width, height, pixels }: Level): Level {
  const w = (width + 1) >> 1;
  const h = (height + 1) >> 1;
  const out = new Float32Array(w * h * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4;
      const to = ((y >> 1) * w + (x >> 1)) * 4;
      const weight = pixels[from + 3]!;
      if (weight === 0) continue;
      out[to]! += weight * pixels[from]!;
      out[to + 1]! += weight * pixels[from + 1]!;
      out[to + 2]! += weight * pixels[from + 2]!;
      out[to + 3]! += weight;
    }
  }
  for (let i = 0; i < out.length; i += 4) {
    const weight = out[i + 3]!;
    if (weight > 0) for (let c = 0; c < 3; c++) out[i + c]! /= weight;
    out[i + 3] = Math.min(1, weight);
  }
  return { width: w, height: h, pixels: out };
}

/** Mixes in the coarser level where a pixel lacks weight, bilinearly so that no blocks show. */
function pull(fine: Level, coarse: Level): void {
  for (let y = 0; y < fine.height; y++) {
    const y0 = y >> 1;
    const y1 = Math.min(coarse.height - 1, Math.max(0, y0 + ((y & 1) * 2 - 1)));
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
