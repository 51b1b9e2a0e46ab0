import type { FigureShape } from './figure.ts';

const SKIN = 'skin:#d9a27e|#b97a55|#8a5638|#ecc3a2|#6a4029!';
/** Slots of every face. */
export const FACE = {
  skin: SKIN,
  lips: 'skin:#a85d4e!',
  eye: 'plastic:#2b2320|#2f4a63|#4a3a22!',
  white: 'plastic:#f4f1ec!',
};
/** Slot of hair, with its colours. */
export const HAIR = 'wool:#3a2a20|#1f1a18|#8a5a2c|#d3a860|#7a3a22!';
/** Body shape of an average adult. */
export const ADULT: FigureShape = { height: 1.77, head: 1, bulk: 1, shoulders: 1, hips: 1, hair: 'short' };
/** Returns the size of a figure between two heights. */
export const PERSON_SIZE = (low: number, high: number) =>
  [
    [0.4 * low, 0.98 * high],
    [low, high],
    [0.12, 0.62],
  ] as const;
