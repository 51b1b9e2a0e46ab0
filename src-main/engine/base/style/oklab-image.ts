import { LINEAR_OF_BYTE, toSrgbByte } from '../color/srgb.ts';
import { toOklab, type Lab } from '../color/oklab.ts';
import type { Image } from '../image/image.ts';

/** Bisection steps towards grey to bring a colour into sRGB. */
const GAMUT_STEPS = 6;
const SLACK = 0.002;

/** Converts an sRGB colour given as bytes to OKLab and writes it to `out`. */
export function toLab(red: number, green: number, blue: number, out: Lab): Lab {
  return toOklab(LINEAR_OF_BYTE[red]!, LINEAR_OF_BYTE[green]!, LINEAR_OF_BYTE[blue]!, out);
}

/** Writes the sRGB bytes of a colour at `at`; a colour outside sRGB keeps its lightness and hue and loses chroma. */
export function writeLab(lab: Lab, data: Uint8Array, at: number): void {
  const light = Math.min(1, Math.max(0, lab[0]));
  const a = lab[1];
  const b = lab[2];
  if (!writeLinear(light, a, b)) {
    let share = 0;
    for (let step = 0.5, k = 0; k < GAMUT_STEPS; k++, step /= 2) {
      if (writeLinear(light, (share + step) * a, (share + step) * b)) share += step;
    }
    writeLinear(light, share * a, share * b);
  }
  data[at] = toSrgbByte(linear[0]!);
  data[at + 1] = toSrgbByte(linear[1]!);
  data[at + 2] = toSrgbByte(linear[2]!);
}

/**
 * Returns a copy with `change` applied to the colour of every pixel with weight, mixed in by that weight (0 to 255;
 * null: full everywhere). Alpha is unchanged. A megapixel takes about 0.25 s.
 */
export function mapLab(image: Image, weights: Uint8Array | null, change: (lab: Lab, index: number) => void): Image {
  const data = image.data.slice();
  const lab: Lab = [0, 0, 0];
  for (let i = 0; i < data.length / 4; i++) {
    const weight = weights ? weights[i]! : 255;
    const at = 4 * i;
    if (weight === 0 || data[at + 3] === 0) continue;
    change(toLab(data[at]!, data[at + 1]!, data[at + 2]!, lab), i);
    writeLab(lab, data, at);
    if (weight === 255) continue;
    for (let c = at; c < at + 3; c++) {
      data[c] = Math.round((data[c]! * weight + image.data[c]! * (255 - weight)) / 255);
    }
  }
  return { ...image, data };
}

const linear = new Float64Array(3);

/** Converts a colour to linear red, green and blue; returns true if they are within sRGB. */
function writeLinear(lightness: number, a: number, b: number): boolean {
  const lRoot = lightness + 0.3963377774 * a + 0.2158037573 * b;
  const mRoot = lightness - 0.1055613458 * a - 0.0638541728 * b;
  const sRoot = lightness - 0.0894841775 * a - 1.291485548 * b;
  const l = lRoot * lRoot * lRoot;
  const m = mRoot * mRoot * mRoot;
  const s = sRoot * sRoot * sRoot;
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
  linear[0] = red;
  linear[1] = green;
  linear[2] = blue;
  return Math.min(red, green, blue) >= -SLACK && Math.max(red, green, blue) <= 1 + SLACK;
}
