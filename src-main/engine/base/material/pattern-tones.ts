import type { Finish, Rgb } from './finish.ts';
import { createPattern, PATTERN_WHITE, type PatternName } from './patterns.ts';

/** Number of levels of light, from none to the maximum. */
const STEPS = 17;
/** Edge of the grid on which a pattern's light is sampled. */
const GRID = 64;

/**
 * Returns the colours of a finish under the light of its pattern, evenly spaced from none to the maximum; without a
 * pattern the base colour only.
 */
export function listTones({ color, pattern }: Pick<Finish, 'color' | 'pattern'>): Rgb[] {
  if (!pattern) return [color];
  return Array.from({ length: STEPS }, (_, step) => {
    const light = (PATTERN_WHITE * step) / (STEPS - 1);
    return color.map((byte) => Math.min(255, Math.round(byte * light))) as unknown as Rgb;
  });
}

/** Returns the share of a pattern's area for each of the tones of `listTones`; the sum is 1. */
export function shareTones(pattern: PatternName | null, seed: number): number[] {
  if (!pattern) return [1];
  const sample = createPattern(pattern, seed);
  const shares = new Array<number>(STEPS).fill(0);
  for (let y = 0; y < GRID; y++) {
    for (let x = 0; x < GRID; x++) {
      const { light } = sample((x + 0.5) / GRID, (y + 0.5) / GRID);
      const step = Math.round((light / PATTERN_WHITE) * (STEPS - 1));
      shares[Math.min(STEPS - 1, Math.max(0, step))]! += 1 / GRID ** 2;
    }
  }
  return shares;
}

/** Returns the tone for each of 256 levels of light: sRGB bytes, three each. */
export function toToneTable(tones: readonly Rgb[]): Uint8Array {
  return Uint8Array.from({ length: 3 * 256 }, (_, i) => {
    const at = (Math.floor(i / 3) / 255) * (tones.length - 1);
    const low = Math.floor(at);
    const high = Math.min(tones.length - 1, low + 1);
    return Math.round(tones[low]![i % 3]! + (at - low) * (tones[high]![i % 3]! - tones[low]![i % 3]!));
  });
}
