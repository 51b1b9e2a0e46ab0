/** Lightness 0 to 1, then a (green to red) and b (blue to yellow), about −0.4 to 0.4. */
export type Lab = [lightness: number, a: number, b: number];

/**
 * Converts a linear sRGB colour to OKLab, a perceptually uniform space, and writes it to `out`. Scaling linear light by
 * k multiplies all three components by ∛k. Source: B. Ottosson, "A perceptual color space for image processing" (2020).
 */
export function toOklab(r: number, g: number, b: number, out: Lab = [0, 0, 0]): Lab {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  out[0] = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  out[1] = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  out[2] = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return out;
}
