import type { PatternName } from './patterns.ts';

/** sRGB bytes. */
export type Rgb = readonly [number, number, number];

/** How a surface looks, in the terms of glTF's metallic–roughness model. */
export interface Finish {
  readonly color: Rgb;
  /** 0 or 1 for most things. */
  readonly metallic: number;
  readonly roughness: number;
  /** Below 1 is see-through. */
  readonly alpha: number;
  /** Share of its colour that it sends out by itself. */
  readonly glow: number;
  readonly pattern: PatternName | null;
  /** What the pattern's light makes of the colour, see `listTones`; absent: the colour as much darker. */
  readonly tones?: readonly Rgb[];
}

/** The colour of `#rrggbb`. */
export function hex(text: string): Rgb {
  const value = Number.parseInt(text.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** A mix of two colours, 0 the first. */
export function mixColors(a: Rgb, b: Rgb, share: number): Rgb {
  return [0, 1, 2].map((k) => Math.round(a[k]! + (b[k]! - a[k]!) * share)) as unknown as Rgb;
}

/** Coloured glass lets less through than clear glass. */
export function applyTint(finish: Finish): Finish {
  return finish.alpha < 1 ? { ...finish, alpha: Math.max(finish.alpha, 0.75) } : finish;
}
