import type { Rgb } from '../material/finish.ts';
import type { Surface } from './word-lists.ts';
import { mixColors } from '../material/finish.ts';

/** Applies surface words such as “dark”, “light” and “old” to a colour. */
export function toneColor(color: Rgb, surfaces: readonly Surface[]): Rgb {
  return surfaces.reduce((toned, { tone }) => (tone ? mixColors(toned, tone.color, tone.share) : toned), color);
}
