import type { Image } from '../../../base/image/image.ts';
import { blurWithin } from '../../../base/image/box-blur.ts';
import { toLightness } from './lightness.ts';
import { mapLab } from '../../../base/style/oklab-image.ts';
import type { ImageSubject } from '../../../base/mask/image-subject.ts';

/** Minimum size of shading, as a share of the subject's long edge; smaller features belong to the subject. */
const SHADE = 0.11;
/** Bounds of the lightness factor: white fur beside brown is paint, not light. */
const MIN_GAIN = 0.88;
const MAX_GAIN = 1.35;
/** Lightness above the surroundings where a highlight begins, and the share of it that remains. */
const HIGHLIGHT = 0.1;
const HIGHLIGHT_LEFT = 0.4;

/**
 * Removes large-scale shading from the subject: its lightness is divided by its local average, and highlights are
 * reduced. `amount` 0 to 1. Shading and paint cannot be distinguished reliably, so large-scale paint differences fade,
 * too.
 */
export function evenLighting(image: Image, { mask, box }: ImageSubject, amount: number): Image {
  const { width, height } = image;
  const light = toLightness(image);
  const radius = Math.max(2, Math.round(SHADE * Math.max(box.width, box.height)));
  const wide = blurWithin(light, mask.data, width, height, radius);
  let [sum, total] = [0, 0];
  mask.data.forEach((weight, i) => {
    sum += weight * light[i]!;
    total += weight;
  });
  const mean = total > 0 ? sum / total : 0;
  return mapLab(image, mask.data, (lab, i) => {
    const even = Math.min(MAX_GAIN, Math.max(MIN_GAIN, mean / Math.max(0.05, wide[i]!)));
    const factor = 1 + amount * (even - 1);
    const above = light[i]! - wide[i]! - HIGHLIGHT;
    lab[0] = lab[0] * factor - (above > 0 ? amount * (1 - HIGHLIGHT_LEFT) * above : 0);
    lab[1] *= factor;
    lab[2] *= factor;
  });
}
