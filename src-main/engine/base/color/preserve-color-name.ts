import type { Lab } from './oklab.ts';

/** Maximum change of a colour that keeps its name: lightness, factor of its chroma, and hue in radians. */
const LIGHTNESS = 0.06;
const CHROMA = [0.75, 1.25] as const;
const HUE = (8 * Math.PI) / 180;
/** Chroma below which a colour is white, grey or black, whatever its hue. */
const GREY = 0.03;

/**
 * Returns the OKLab colour nearest to the wanted one that keeps the name of another: red stays a red, white a white.
 */
export function preserveColorName(named: Readonly<Lab>, wished: Readonly<Lab>): Lab {
  const chroma = Math.hypot(named[1], named[2]);
  const most = Math.max(GREY, CHROMA[1] * chroma);
  const isGrey = chroma < GREY;
  const next = clamp(Math.hypot(wished[1], wished[2]), isGrey ? 0 : CHROMA[0] * chroma, most);
  const hue = Math.atan2(wished[2], wished[1]);
  const own = Math.atan2(named[2], named[1]);
  const turn = Math.atan2(Math.sin(hue - own), Math.cos(hue - own));
  const angle = isGrey ? hue : own + clamp(turn, -HUE, HUE);
  return [clamp(wished[0], named[0] - LIGHTNESS, named[0] + LIGHTNESS), next * Math.cos(angle), next * Math.sin(angle)];
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
