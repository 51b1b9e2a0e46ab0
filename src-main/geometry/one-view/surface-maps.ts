import { boxBlur } from '../picture/box-blur.ts';
import type { ColorPlane } from './front-colors.ts';

/** Maps of one half of an atlas for glTF's metallic–roughness model. */
export interface SurfaceMaps {
  /** Tangent space, x to the right, y upwards. */
  readonly normal: ColorPlane;
  /** Green: roughness; blue: metalness, none; red is not read. */
  readonly roughness: ColorPlane;
}

/** Edge of the largest maps of use: finer ones would show the grain of a picture as bumps. */
export const LARGEST_MAP = 1024;

/** Radius, as a share of the long edge, above which a change of brightness is colour or light and no relief. */
const RELIEF = 0.012;
/** Slope of the relief where brightness changes by its full range within a pixel of a half 512 wide. */
const STEEPNESS = 6;
const MAX_SLOPE = 0.7;
/** Roughness of a plain surface, of a highlight, and what fine grain adds. */
const PLAIN = 0.78;
const SHINE = 0.4;
const GRAIN = 1.2;
/** Brightness above its surroundings that makes a colourless pixel a highlight. */
const HIGHLIGHT = 0.1;

/**
 * Derives a relief and a roughness from colours alone: fine changes of brightness are taken for bumps, pale spots
 * brighter than what is around them for highlights, grain for a rough surface. A guess, and a mild one: a photograph
 * does not tell paint from shadow. O(pixels): 50 ms for half a megapixel.
 */
export function toSurfaceMaps({ width, height, rgb }: ColorPlane): SurfaceMaps {
  const long = Math.max(width, height);
  const count = width * height;
  const light = Float32Array.from(
    { length: count },
    (_, i) => (0.3 * rgb[3 * i]! + 0.59 * rgb[3 * i + 1]! + 0.11 * rgb[3 * i + 2]!) / 255,
  );
  const around = boxBlur(light, width, height, Math.max(1, Math.round(RELIEF * long)));
  const relief = light.map((value, i) => value - around[i]!);
  const soft = boxBlur(relief, width, height, 1);
  const grain = boxBlur(
    relief.map((value, i) => Math.abs(value - soft[i]!)),
    width,
    height,
    Math.max(1, Math.round(RELIEF * long)),
  );

  const normal = new Uint8Array(3 * count);
  const roughness = new Uint8Array(3 * count);
  const strength = (STEEPNESS * 512) / Math.max(256, long) / 2;
  const slope = (from: number, to: number): number =>
    Math.min(MAX_SLOPE, Math.max(-MAX_SLOPE, strength * (soft[to]! - soft[from]!)));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const across = slope(x > 0 ? i - 1 : i, x < width - 1 ? i + 1 : i);
      const down = slope(y > 0 ? i - width : i, y < height - 1 ? i + width : i);
      const length = Math.sqrt(across * across + down * down + 1);
      normal[3 * i] = Math.round(127.5 * (1 - across / length));
      normal[3 * i + 1] = Math.round(127.5 * (1 + down / length));
      normal[3 * i + 2] = Math.round(127.5 * (1 + 1 / length));

      const [r, g, b] = [rgb[3 * i]!, rgb[3 * i + 1]!, rgb[3 * i + 2]!];
      const paleness = 1 - (Math.max(r, g, b) - Math.min(r, g, b)) / Math.max(1, r, g, b);
      const shine = Math.min(1, Math.max(0, (relief[i]! - HIGHLIGHT) / HIGHLIGHT)) * paleness * light[i]!;
      const value = PLAIN + GRAIN * grain[i]! - (PLAIN - SHINE) * shine;
      roughness[3 * i] = 255;
      roughness[3 * i + 1] = Math.round(255 * Math.min(1, Math.max(SHINE, value)));
    }
  }
  return { normal: { width, height, rgb: normal }, roughness: { width, height, rgb: roughness } };
}
