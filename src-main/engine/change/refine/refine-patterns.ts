import type { Document, Texture } from '@gltf-transform/core';
import { hex } from '../../base/material/finish.ts';
import { drawPattern, drawTones, type PatternExtras, type PatternImages } from '../../base/material/pattern-images.ts';
import { PATTERNS } from '../../base/material/patterns.ts';
import { readTextureSize } from '../../base/document/texture-size.ts';

/** Factor of the texture edge, and the minimum and maximum edge in texels. */
const SIZE_FACTOR = 2;
const MIN_SIZE = 1024;
const MAX_SIZE = 2048;
const MAX_TONES = 256;

/**
 * Draws the patterns of a text-to-model draft again with more texels, in place. Returns the number of textures.
 * Textures without pattern metadata stay. A pattern of 1024²: about 0.4 s.
 */
export async function refinePatterns(document: Document): Promise<number> {
  const drawn = new Map<string, PatternImages>();
  let count = 0;
  for (const texture of document.getRoot().listTextures()) {
    const extras = readPatternExtras(texture);
    const edge = readTextureSize(texture)?.[0] ?? 0;
    if (!extras || edge >= MAX_SIZE) continue;
    const size = Math.min(MAX_SIZE, Math.max(MIN_SIZE, SIZE_FACTOR * edge));
    const { pattern, patternSeed, patternMap, patternTones } = extras;
    count++;
    if (patternMap === 'tones') {
      const tones = patternTones!.map((tone) => hex(`#${tone}`));
      texture.setImage(await drawTones(pattern, patternSeed, size, tones));
      continue;
    }
    const key = `${pattern} ${patternSeed} ${size}`;
    const images = drawn.get(key) ?? (await drawPattern(pattern, patternSeed, size));
    drawn.set(key, images);
    texture.setImage(new Uint8Array(images[patternMap]));
  }
  return count;
}

/** Reads the pattern metadata of a texture; it is untrusted, because any file may contain anything. */
function readPatternExtras(texture: Texture): PatternExtras | null {
  const { pattern, patternSeed, patternMap, patternTones } = texture.getExtras();
  const name = PATTERNS.find((known) => known === pattern);
  if (!name || !Number.isSafeInteger(patternSeed)) return null;
  const extras = { pattern: name, patternSeed: patternSeed as number };
  if (patternMap === 'light' || patternMap === 'normal') return { ...extras, patternMap };
  return patternMap === 'tones' && isToneList(patternTones) ? { ...extras, patternMap, patternTones } : null;
}

function isToneList(value: unknown): value is string[] {
  return Array.isArray(value) && value.length >= 2 && value.length <= MAX_TONES && value.every(isTone);
}

function isTone(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{6}$/.test(value);
}
