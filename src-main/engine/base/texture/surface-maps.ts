import { boxBlur } from '../image/box-blur.ts';
import type { ColorPlane } from '../silhouette/extend-subject-colors.ts';

/** Normal and roughness maps of one half of an atlas for glTF's metallic–roughness model. */
export interface SurfaceMaps {
  /** Tangent space, x to the right, y upwards. */
  readonly normal: ColorPlane;
  /** Green: roughness; blue: metalness, 0; red is unused. */
  readonly roughness: ColorPlane;
}

/** Radius, as a share of the long edge, above which a brightness change is colour or light and not relief. */
const RELIEF = 0.012;
/** Slope of the relief where brightness changes by its full range within a pixel of a 512 px half. */
const STEEPNESS = 6;
const MAX_SLOPE = 0.7;
/** Roughness of a plain surface, its reduction at a highlight, and its increase by fine grain. */
const PLAIN = 0.78;
const SHINE = 0.4;
const GRAIN = 1.2;
/** Brightness above its surroundings that makes a colourless pixel a highlight. */
const HIGHLIGHT = 0.1;

/** Surface properties derived from colours, one number a pixel. */
export interface SurfaceFields {
  readonly width: number;
  readonly height: number;
  /** Brightness, 0 to 1, and that of the surroundings. */
  readonly light: Float32Array;
  readonly around: Float32Array;
  /** Brightness, smoothed for the relief. */
  readonly smooth: Float32Array;
  /** Slopes of the relief to the right and downwards. */
  readonly across: Float32Array;
  readonly down: Float32Array;
  /** Local brightness variation from pixel to pixel. */
  readonly grain: Float32Array;
}

/** Surface maps under construction, and functions to write to them. */
export interface MapWriter {
  readonly maps: SurfaceMaps;
  readonly writeTexel: (i: number, across: number, down: number, light: number, around: number, grain: number) => void;
}

/**
 * Derives relief and roughness from colours only: fine brightness changes become bumps, pale spots brighter than their
 * surroundings become highlights, grain becomes roughness. A mild heuristic: a photo does not distinguish paint from
 * shadow. O(pixels): 50 ms for half a megapixel.
 */
export function toSurfaceMaps(plane: ColorPlane): SurfaceMaps {
  const { light, around, across, down, grain } = measureSurface(plane);
  const { maps, writeTexel } = createMapWriter(plane);
  for (let i = 0; i < light.length; i++) writeTexel(i, across[i]!, down[i]!, light[i]!, around[i]!, grain[i]!);
  return maps;
}

/** Computes the fields that `toSurfaceMaps` turns into maps. */
export function measureSurface({ width, height, rgb }: ColorPlane): SurfaceFields {
  const long = Math.max(width, height);
  const count = width * height;
  const light = Float32Array.from({ length: count }, (_, i) => lightOf(rgb, i));
  const around = boxBlur(light, width, height, Math.max(1, Math.round(RELIEF * long)));
  const relief = light.map((value, i) => value - around[i]!);
  const soft = boxBlur(relief, width, height, 1);
  const grain = boxBlur(
    relief.map((value, i) => Math.abs(value - soft[i]!)),
    width,
    height,
    Math.max(1, Math.round(RELIEF * long)),
  );

  const strength = reliefStrength(long);
  const across = new Float32Array(count);
  const down = new Float32Array(count);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      across[i] = strength * (soft[x < width - 1 ? i + 1 : i]! - soft[x > 0 ? i - 1 : i]!);
      down[i] = strength * (soft[y < height - 1 ? i + width : i]! - soft[y > 0 ? i - width : i]!);
    }
  }
  const smooth = soft.map((value, i) => value + around[i]!);
  return { width, height, light, around, smooth, across, down, grain };
}

/** Returns the slope of the relief per brightness difference between the two neighbours of a pixel. */
export function reliefStrength(long: number): number {
  return (STEEPNESS * 512) / Math.max(256, long) / 2;
}

/** Returns the brightness of a pixel, 0 to 1. */
export function lightOf(rgb: Uint8Array, i: number): number {
  return (0.3 * rgb[3 * i]! + 0.59 * rgb[3 * i + 1]! + 0.11 * rgb[3 * i + 2]!) / 255;
}

/** Creates maps of a plane that are written texel by texel. */
export function createMapWriter({ width, height, rgb }: ColorPlane): MapWriter {
  const normal = new Uint8Array(3 * width * height);
  const roughness = new Uint8Array(3 * width * height);
  const bound = (slope: number): number => Math.min(MAX_SLOPE, Math.max(-MAX_SLOPE, slope));
  return {
    maps: { normal: { width, height, rgb: normal }, roughness: { width, height, rgb: roughness } },
    writeTexel(i, slopeAcross, slopeDown, light, around, grain) {
      const across = bound(slopeAcross);
      const down = bound(slopeDown);
      const length = Math.sqrt(across * across + down * down + 1);
      normal[3 * i] = Math.round(127.5 * (1 - across / length));
      normal[3 * i + 1] = Math.round(127.5 * (1 + down / length));
      normal[3 * i + 2] = Math.round(127.5 * (1 + 1 / length));

      const [r, g, b] = [rgb[3 * i]!, rgb[3 * i + 1]!, rgb[3 * i + 2]!];
      const paleness = 1 - (Math.max(r, g, b) - Math.min(r, g, b)) / Math.max(1, r, g, b);
      const shine = Math.min(1, Math.max(0, (light - around - HIGHLIGHT) / HIGHLIGHT)) * paleness * light;
      const value = PLAIN + GRAIN * grain - (PLAIN - SHINE) * shine;
      roughness[3 * i] = 255;
      roughness[3 * i + 1] = Math.round(255 * Math.min(1, Math.max(SHINE, value)));
    },
  };
}
