import type { Image } from '../../../base/image/image.ts';
import type { Rgb } from '../../../base/material/finish.ts';
import type { Lab } from '../../../base/color/oklab.ts';
import { smoothstep } from '../../../base/maths/smoothstep.ts';
import { mapLab, toLab } from '../../../base/style/oklab-image.ts';
import { measureColorStatistics } from '../../../base/style/color-statistics.ts';

/** A recoloured image. */
export interface Recolored {
  readonly image: Image;
  /** Share of the weighted pixels that had the colour to replace; 1 if none was named. */
  readonly share: number;
}

/** Chroma below which a colour is grey. */
const GREY_CHROMA = 0.035;
/** Chroma up to which a pixel of a colourful subject keeps its colour, and from which it is fully recoloured. */
const TAKES = { none: 0.015, all: 0.05 } as const;
/** Mean chroma from which a subject is colourful, so that its white and black parts stay. */
const COLORFUL = 0.045;
/** Share of the distance to the target lightness that the median moves; for a grey, white or black all of it. */
const LIGHTNESS_SHARE = 0.75;
/** Lightness up to which the brightest percent counts as the surface's own colour, not as a highlight. */
const NO_HIGHLIGHT = 0.9;
/** Hue range of a named colour in degrees, full weight and zero weight. */
const HUE_REACH = { full: 28, edge: 52 } as const;

/**
 * Recolours the weighted pixels and keeps their shading: hue and chroma come from the colour, and lightness is scaled
 * so that its median approaches the colour's. White and black parts of a colourful subject stay, unless everything
 * `isThroughout` of one material. With `from`, only pixels of that colour change. A megapixel: about 0.4 s.
 */
export function recolor(
  image: Image,
  weights: Uint8Array,
  color: Rgb,
  from: Rgb | null,
  isThroughout = false,
): Recolored {
  const [light, a, b] = toLab(...color, [0, 0, 0]);
  const chroma = Math.hypot(a, b);
  const isGrey = chroma < GREY_CHROMA;
  const chosen = from ? chooseByColor(image, weights, from) : weights;
  const { median, bright, meanChroma, total } = measureColorStatistics(image, chosen);
  if (total === 0) return { image, share: 0 };

  const target = isGrey ? light : median + LIGHTNESS_SHARE * (light - median);
  const curve = toCurve(median, bright, target);
  const isSelective = !isThroughout && !isGrey && !from && meanChroma >= COLORFUL;
  const changed = mapLab(image, chosen, (lab) => {
    const own = Math.hypot(lab[1], lab[2]);
    const share = isSelective ? smoothstep(own, TAKES.none, TAKES.all) : 1;
    const next = curve(lab[0]);
    // Shadows and highlights reduce the chroma.
    const fade = Math.min(next / target, (1 - next) / Math.max(0.02, 1 - target), 1);
    lab[0] += share * (next - lab[0]);
    lab[1] += share * (a * fade - lab[1]);
    lab[2] += share * (b * fade - lab[2]);
  });
  return { image: changed, share: from ? total / Math.max(1, sum(weights)) : 1 };
}

/** Returns the weights of pixels with about this colour: similar hue for a colour, similar lightness for a grey. */
function chooseByColor(image: Image, weights: Uint8Array, color: Rgb): Uint8Array {
  const [light, a, b] = toLab(...color, [0, 0, 0]);
  const hue = Math.atan2(b, a);
  const isGrey = Math.hypot(a, b) < GREY_CHROMA;
  const lab: Lab = [0, 0, 0];
  return weights.map((weight, i) => {
    if (weight === 0) return 0;
    toLab(image.data[4 * i]!, image.data[4 * i + 1]!, image.data[4 * i + 2]!, lab);
    const own = Math.hypot(lab[1], lab[2]);
    if (isGrey)
      return weight * (1 - smoothstep(own, 0.04, 0.08)) * (1 - smoothstep(Math.abs(lab[0] - light), 0.2, 0.32));
    const turn = Math.abs(Math.atan2(lab[2], lab[1]) - hue);
    const degrees = (Math.min(turn, 2 * Math.PI - turn) * 180) / Math.PI;
    return weight * (1 - smoothstep(degrees, HUE_REACH.full, HUE_REACH.edge)) * smoothstep(own, 0.025, 0.06);
  });
}

/**
 * Creates an increasing lightness curve that maps the median to the target. Darkening scales like a darker paint but
 * keeps highlights; lightening bends the curve, so that black stays black and nothing is clipped.
 */
function toCurve(median: number, bright: number, target: number): (lightness: number) => number {
  if (target >= median) {
    const power = Math.max(0.25, Math.log(Math.min(0.98, target)) / Math.log(Math.min(0.98, median)));
    const bend = Math.min(1, power);
    // Bending alone would lose dark lines; scaling alone would amplify grain.
    return (lightness) => {
      const bent = Math.max(0, lightness) ** bend;
      const scaled =
        lightness < median ? (lightness * target) / median : 1 - ((1 - lightness) * (1 - target)) / (1 - median);
      return (bent + scaled) / 2;
    };
  }
  const scale = target / median;
  const knee = bright < NO_HIGHLIGHT ? bright : 1;
  const rise = knee < 1 ? (1 - scale * knee) / (1 - knee) : 0;
  return (lightness) => (lightness <= knee ? scale * lightness : scale * knee + rise * (lightness - knee));
}

function sum(weights: Uint8Array): number {
  let total = 0;
  for (const weight of weights) total += weight;
  return total;
}
