import sharp from 'sharp';
import type { Rgb } from './finish.ts';
import { toToneTable } from './pattern-tones.ts';
import { createPattern, PATTERN_WHITE, type PatternName } from './patterns.ts';

/** A pattern as textures that tile in both directions. */
export interface PatternImages {
  /** Greyscale JPEG to multiply with a material's colour; its mean is that of the pattern's light. */
  readonly light: Uint8Array;
  /** Tangent-space normal map, glTF's convention (+Y up), as PNG. */
  readonly normal: Uint8Array;
}

/** Extras of a pattern's texture: the parameters to draw it again. */
export interface PatternExtras {
  readonly pattern: PatternName;
  readonly patternSeed: number;
  readonly patternMap: keyof PatternImages | 'tones';
  /** With `tones`: the colours from the darkest to the lightest, `rrggbb` each. */
  readonly patternTones?: readonly string[];
}

/** Height of the relief in texels of a 256 px tile. */
const RELIEF = 2.4;
/** Draws a pattern's textures, `size` pixels square; 256 px: about 25 ms. */
export async function drawPattern(name: PatternName, seed: number, size: number): Promise<PatternImages> {
  const { light, heights } = samplePattern(name, seed, size);
  const normals = new Uint8Array(size * size * 3);
  const steep = (RELIEF * size) / 256;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const at = (dx: number, dy: number) => heights[((y + dy + size) % size) * size + ((x + dx + size) % size)]!;
      const nx = (at(-1, 0) - at(1, 0)) * steep;
      const ny = (at(0, 1) - at(0, -1)) * steep;
      const length = Math.hypot(nx, ny, 2);
      const to = (y * size + x) * 3;
      normals[to] = Math.round(127.5 + (127.5 * nx) / length);
      normals[to + 1] = Math.round(127.5 + (127.5 * ny) / length);
      normals[to + 2] = Math.round(127.5 + 255 / length);
    }
  }
  const raw = { width: size, height: size } as const;
  return {
    light: await encodeLight(light, size, 1),
    normal: new Uint8Array(
      await sharp(normals, { raw: { ...raw, channels: 3 } })
        .png({ compressionLevel: 5 })
        .toBuffer(),
    ),
  };
}

/**
 * Draws the light of a pattern with a colour ramp, from the darkest to the lightest, as a square JPEG of `size` pixels.
 */
export function drawTones(name: PatternName, seed: number, size: number, tones: readonly Rgb[]): Promise<Uint8Array> {
  const { light } = samplePattern(name, seed, size);
  const table = toToneTable(tones);
  const pixels = new Uint8Array(3 * light.length);
  light.forEach((value, i) => pixels.set(table.subarray(3 * value, 3 * value + 3), 3 * i));
  return encodeLight(pixels, size, 3);
}

function samplePattern(name: PatternName, seed: number, size: number) {
  const pattern = createPattern(name, seed);
  const light = new Uint8Array(size * size);
  const heights = new Float32Array(size * size);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const sample = pattern((x + 0.5) / size, (y + 0.5) / size);
      light[y * size + x] = Math.max(0, Math.min(255, Math.round((255 * sample.light) / PATTERN_WHITE)));
      heights[y * size + x] = sample.height;
    }
  }
  return { light, heights };
}

async function encodeLight(pixels: Uint8Array, size: number, channels: 1 | 3): Promise<Uint8Array> {
  const image = sharp(pixels, { raw: { width: size, height: size, channels } });
  return new Uint8Array(await image.toColourspace('srgb').jpeg({ quality: 88 }).toBuffer());
}
