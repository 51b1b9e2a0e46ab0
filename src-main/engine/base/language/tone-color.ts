import type { Rgb } from '../material/finish.ts';
import type { Surface } from './word-lists.ts';
import { mixColors } from '../material/finish.ts';

/** A colour under words such as “dark”, “light” and “old”. */
export function toneColor(color: Rgb, surfaces: readonly Surface[]): Rgb {
  return surfaces.reduce((toned, { tone }) => (tone ? mixColors(toned, tone.color, tone.share) : toned), color);
}
