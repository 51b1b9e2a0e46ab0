import type { Image } from '../../base/image/image.ts';
import type { Rgb } from '../../base/material/finish.ts';
import { createRandom } from '../../base/maths/random.ts';
import { COLORS } from '../../base/language/color-words.ts';
import { mapLab } from '../../base/style/oklab-image.ts';
import { measureColorStatistics } from '../../base/style/color-statistics.ts';
import { recolor } from './subject/recolor.ts';
import type { ImageSubject } from '../../base/mask/image-subject.ts';

/** Variants per row and column. */
const SIDE = 2;
/** Mean chroma below which rotating hues has no visible effect, so that paints are used. */
const PALE = 0.04;
/** Paints for pale subjects. */
const PAINTS = ['red', 'orange', 'yellow', 'green', 'teal', 'azure', 'violet', 'pink', 'brown', 'navy'] as const;
/** Share of one hue step by which the seed offsets every hue. */
const JITTER = 0.5;

/**
 * Draws four colour variants of the subject in one image, two by two: hues rotated evenly around the circle, or four
 * paints if the subject has hardly any colour. The seed chooses the hues or paints. A megapixel: about 1.3 s.
 */
export function makeVariants(image: Image, subject: ImageSubject, seed: number): Image {
  const weights = subject.mask.data;
  const random = createRandom(`variants ${seed}`);
  const isPale = measureColorStatistics(image, weights).meanChroma < PALE;
  const start = Math.floor(random() * PAINTS.length);
  const jitter = JITTER * (random() - 0.5);
  const { width, height } = image;
  const data = new Uint8Array(4 * SIDE * SIDE * width * height);
  for (let k = 0; k < SIDE * SIDE; k++) {
    const paint = COLORS.get(PAINTS[(start + 3 * k) % PAINTS.length]!) as Rgb;
    const result = isPale
      ? recolor(image, weights, paint, null).image
      : turnHues(image, weights, (2 * Math.PI * (k + 1 + jitter)) / (SIDE * SIDE + 1));
    const [column, row] = [k % SIDE, Math.floor(k / SIDE)];
    for (let y = 0; y < height; y++) {
      const line = result.data.subarray(4 * y * width, 4 * (y + 1) * width);
      data.set(line, 4 * ((row * height + y) * SIDE * width + column * width));
    }
  }
  return { width: SIDE * width, height: SIDE * height, data };
}

function turnHues(image: Image, weights: Uint8Array, angle: number): Image {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return mapLab(image, weights, (lab) => {
    const [, a, b] = lab;
    lab[1] = cos * a - sin * b;
    lab[2] = sin * a + cos * b;
  });
}
