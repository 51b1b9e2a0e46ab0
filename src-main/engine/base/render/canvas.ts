import { toSrgbByte } from '../color/srgb.ts';
import type { Image } from '../image/image.ts';
import { createDrawingBudget, type DrawingBudget } from './drawing-budget.ts';

/** Render target of the rasterizer: linear light, premultiplied by coverage, nearest depth per pixel. */
export interface RenderCanvas {
  readonly edge: number;
  /** RGBA per pixel, linear, premultiplied. */
  readonly pixels: Float32Array;
  /** Inverse depth per pixel, 0 where nothing was drawn yet; larger is nearer. */
  readonly nearness: Float32Array;
  /** First column, first row, last column and last row that may have been drawn: see `touchCanvas`. */
  readonly touched: Int32Array;
  readonly budget: DrawingBudget;
}

/** Creates an empty square canvas; 20 bytes a pixel. */
export function createRenderCanvas(edge: number): RenderCanvas {
  return {
    edge,
    pixels: new Float32Array(edge * edge * 4),
    nearness: new Float32Array(edge * edge),
    touched: Int32Array.of(edge, edge, -1, -1),
    budget: createDrawingBudget(edge),
  };
}

/** Extends the touched area of a canvas, both ends included, so that the rest can be skipped. */
export function touchCanvas(
  { touched }: Pick<RenderCanvas, 'touched'>,
  left: number,
  top: number,
  right: number,
  bottom: number,
): void {
  if (left < touched[0]!) touched[0] = left;
  if (top < touched[1]!) touched[1] = top;
  if (right > touched[2]!) touched[2] = right;
  if (bottom > touched[3]!) touched[3] = bottom;
}

/**
 * Averages blocks of `samples` × `samples` canvas pixels to an sRGB image with straight alpha, composited over
 * `background` (sRGB bytes) if there is one.
 */
export function developCanvas(
  { edge, pixels, touched }: RenderCanvas,
  samples: number,
  background: readonly [number, number, number] | null,
): Image {
  const size = edge / samples;
  const data = new Uint8Array(size * size * 4);
  if (background) for (let i = 0; i < data.length; i++) data[i] = background[i % 4] ?? 255;
  const [left, top, right, bottom] = Array.from(touched, (at) => Math.floor(at / samples)) as [
    number,
    number,
    number,
    number,
  ];
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      let r = 0;
      let g = 0;
      let b = 0;
      let a = 0;
      for (let v = y * samples; v < (y + 1) * samples; v++) {
        for (let u = x * samples; u < (x + 1) * samples; u++) {
          const from = (v * edge + u) * 4;
          const alpha = pixels[from + 3]!;
          if (alpha === 0) continue;
          r += Math.min(pixels[from]!, alpha);
          g += Math.min(pixels[from + 1]!, alpha);
          b += Math.min(pixels[from + 2]!, alpha);
          a += alpha;
        }
      }
      if (a === 0) continue;
      const to = (y * size + x) * 4;
      const alpha = a / (samples * samples);
      data[to] = toSrgbByte(r / a);
      data[to + 1] = toSrgbByte(g / a);
      data[to + 2] = toSrgbByte(b / a);
      data[to + 3] = Math.round(255 * alpha);
      if (!background) continue;
      // Composited in sRGB, as a browser would composite the transparent image over a page.
      for (let c = 0; c < 3; c++) data[to + c] = Math.round(data[to + c]! * alpha + background[c]! * (1 - alpha));
      data[to + 3] = 255;
    }
  }
  return { width: size, height: size, data };
}
