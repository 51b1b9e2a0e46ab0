import type { Image } from '../../../base/image/image.ts';
import type { Lab } from '../../../base/color/oklab.ts';
import { mapLab } from '../../../base/style/oklab-image.ts';
import { measureColorStatistics } from '../../../base/style/color-statistics.ts';

/** A tonal adjustment of an image. */
export type Tone = 'brightness' | 'contrast' | 'saturation' | 'warmth' | 'grey' | 'sepia' | 'negative' | 'night';

/** Increase of medium lightness (0.5) per step of brightness. */
const BRIGHT_STEP = 0.12;
const CONTRAST_STEP = 0.35;
const SATURATION_STEP = 0.5;
/** Shift of a and b for one step warmer. */
const WARM_STEP = [0.012, 0.035] as const;
const SEPIA = [0.02, 0.055] as const;

/**
 * Adjusts the tone of the weighted pixels (null: everywhere) by a number of steps; 1 is “brighter”, −1 “darker”. Grey,
 * sepia, negative and night have no steps but are blended by `amount`, 0 to 1. A megapixel: about 0.3 s.
 */
export function adjustTone(image: Image, weights: Uint8Array | null, tone: Tone, amount: number): Image {
  const share = Math.min(1, Math.max(0, amount));
  const mean = tone === 'contrast' ? measureColorStatistics(image, weights ?? opaque(image)).median : 0;
  const change: Record<Tone, (lab: Lab) => void> = {
    brightness: (lab) => {
      // A curve through black and white, so that nothing is clipped.
      const power = Math.log(Math.min(0.95, Math.max(0.05, 0.5 + BRIGHT_STEP * amount))) / Math.log(0.5);
      const lighter = Math.max(0, lab[0]) ** power;
      const chroma = lab[0] > 0.01 ? Math.min(1.3, Math.max(0.6, lighter / lab[0])) : 1;
      lab[0] = lighter;
      lab[1] *= chroma;
      lab[2] *= chroma;
    },
    contrast: (lab) => {
      const factor = amount >= 0 ? 1 + CONTRAST_STEP * amount : 1 / (1 - CONTRAST_STEP * amount);
      const room = lab[0] > mean ? 1 - mean : mean;
      const offset = (lab[0] - mean) / Math.max(0.05, room);
      lab[0] = mean + room * (amount >= 0 ? Math.tanh(factor * offset) / Math.tanh(factor) : factor * offset);
    },
    saturation: (lab) => {
      const factor = amount >= 0 ? 1 + SATURATION_STEP * amount : Math.max(0, 1 + SATURATION_STEP * amount);
      lab[1] *= factor;
      lab[2] *= factor;
    },
    warmth: (lab) => {
      lab[1] += WARM_STEP[0] * amount;
      lab[2] += WARM_STEP[1] * amount;
    },
    grey: (lab) => {
      lab[1] *= 1 - share;
      lab[2] *= 1 - share;
    },
    sepia: (lab) => {
      const tint = share * (1 - Math.abs(2 * lab[0] - 1) ** 3);
      lab[1] += share * (0 - lab[1]) + SEPIA[0] * tint;
      lab[2] += share * (0 - lab[2]) + SEPIA[1] * tint;
    },
    negative: (lab) => {
      lab[0] += share * (1 - 2 * lab[0]);
      lab[1] *= 1 - 2 * share;
      lab[2] *= 1 - 2 * share;
    },
    night: (lab) => {
      lab[0] *= 1 - 0.45 * share;
      lab[1] += share * (-0.6 * lab[1] - 0.008);
      lab[2] += share * (-0.6 * lab[2] - 0.045 * Math.min(1, 2 * lab[0]));
    },
  };
  return mapLab(image, weights, change[tone]);
}

function opaque({ width, height }: Image): Uint8Array {
  return new Uint8Array(width * height).fill(255);
}
