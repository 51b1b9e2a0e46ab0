import { toSrgbByte } from '../linear-color.ts';
import type { Picture } from '../picture/picture.ts';

/** What the rasteriser draws on: linear light, premultiplied by coverage, nearest depth per pixel. */
export interface PreviewCanvas {
  readonly edge: number;
  /** RGBA per pixel, linear, premultiplied. */
  readonly pixels: Float32Array;
  /** Inverse depth per pixel, 0 where nothing was drawn yet; larger is nearer. */
  readonly nearness: Float32Array;
}

/** An empty square canvas; 24 bytes a pixel. */
export function createPreviewCanvas(edge: number): PreviewCanvas {
  return { edge, pixels: new Float32Array(edge * edge * 4), nearness: new Float32Array(edge * edge) };
}

/**
 * Averages blocks of `samples` × `samples` canvas pixels to an sRGB picture with straight alpha, laid over `background`
 * (sRGB bytes) when there is one.
 */
export function developCanvas(
  { edge, pixels }: PreviewCanvas,
  samples: number,
  background: readonly [number, number, number] | null,
): Picture {
  const size = edge / samples;
  const data = new Uint8Array(size * size * 4);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      let r = 0;
      let g = 0;
      let b = 0;
      let a = 0;
      for (let v = y * samples; v < (y + 1) * samples; v++) {
        for (let u = x * samples; u < (x + 1) * samples; u++) {
          const from = (v * edge + u) * 4;
          r += Math.min(pixels[from]!, pixels[from + 3]!);
          g += Math.min(pixels[from + 1]!, pixels[from + 3]!);
          b += Math.min(pixels[from + 2]!, pixels[from + 3]!);
          a += pixels[from + 3]!;
        }
      }
      if (a === 0 && !background) continue;
      const to = (y * size + x) * 4;
      const alpha = a / (samples * samples);
      data[to] = toSrgbByte(r / a);
      data[to + 1] = toSrgbByte(g / a);
      data[to + 2] = toSrgbByte(b / a);
      data[to + 3] = Math.round(255 * alpha);
      if (!background) continue;
      // Laid over in sRGB, as a browser would lay the transparent picture over a page.
      for (let c = 0; c < 3; c++) {
        data[to + c] = a > 0 ? Math.round(data[to + c]! * alpha + background[c]! * (1 - alpha)) : background[c]!;
      }
      data[to + 3] = 255;
    }
  }
  return { width: size, height: size, data };
}
