import type { PatternName } from './patterns.ts';

/** sRGB bytes. */
export type Rgb = readonly [number, number, number];

/** The appearance of a surface, in glTF's metallic–roughness model. */
export interface Finish {
  readonly color: Rgb;
  /** 0 or 1 for most objects. */
  readonly metallic: number;
  readonly roughness: number;
  /** Below 1 is transparent. */
  readonly alpha: number;
  /** Emission, as a share of its colour. */
  readonly glow: number;
  readonly pattern: PatternName | null;
  /**
   * Colours from the darkest to the lightest value of the pattern, see `listTones`; absent: shades of the base colour.
   */
  readonly tones?: readonly Rgb[];
}

/** Parses a `#rrggbb` colour. */
export function hex(text: string): Rgb {
  const value = Number.parseInt(text.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Mixes two colours; share 0 is the first. */
export function mixColors(a: Rgb, b: Rgb, share: number): Rgb {
  return [0, 1, 2].map((k) => Math.round(a[k]! + (b[k]! - a[k]!) * share)) as unknown as Rgb;
}

/** Makes coloured glass less transparent than clear glass. */
export function applyTint(finish: Finish): Finish {
  return finish.alpha < 1 ? { ...finish, alpha: Math.max(finish.alpha, 0.75) } : finish;
}
