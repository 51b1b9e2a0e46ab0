import sharp from 'sharp';
import { createPattern, type PatternName } from './patterns.ts';

/** A pattern as textures that repeat in both directions. */
export interface PatternImages {
  /** Greyscale JPEG that a material's colour is multiplied with; its mean is that of the pattern's light. */
  readonly light: Uint8Array;
  /** Tangent-space normal map, glTF's direction (+Y up), as PNG. */
  readonly normal: Uint8Array;
}

/** What a pattern's texture in a file tells in its extras of how it was drawn, so that it can be drawn again. */
export interface PatternExtras {
  readonly pattern: PatternName;
  readonly patternSeed: number;
  readonly patternMap: keyof PatternImages;
}

/** How steep the relief is drawn: the height of a pattern in texels of a 256 px tile. */
const RELIEF = 2.4;
/** Light of 1.05 is white, so that patterns can be lighter than their colour. */
export const PATTERN_WHITE = 1.05;

/** Draws a pattern's textures, `size` pixels square; 256 px: some 25 ms. */
export async function drawPattern(name: PatternName, seed: number, size: number): Promise<PatternImages> {
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
    light: new Uint8Array(
      await sharp(light, { raw: { ...raw, channels: 1 } })
        .toColourspace('srgb')
        .jpeg({ quality: 88 })
        .toBuffer(),
    ),
    normal: new Uint8Array(
      await sharp(normals, { raw: { ...raw, channels: 3 } })
        .png({ compressionLevel: 5 })
        .toBuffer(),
    ),
  };
}
