import { fillUncovered } from '../image/fill-uncovered.ts';
import type { Mask, PixelBox } from '../image/mask.ts';
import { HALF_COVERED } from '../image/mask.ts';
import type { Image } from '../image/image.ts';

/** Colours as sRGB bytes, three a pixel, rows from the top. */
export interface ColorPlane {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** The subject of an image: its mask, and the number of pixels inside its outline with mixed colours. */
export interface MaskedSubject {
  readonly mask: Mask;
  readonly rim: number;
}

/** Weight of rim pixels, whose colour is mixed with the background; inner pixels have 255. */
const RIM_TRUST = 1;
/** Coverage from which a pixel contains no background. */
const SOLID = 250;

/**
 * Crops the image to a box and extends the subject's colours beyond its outline: pixels outside the mask, and those
 * that are mixed with the background, get the colours of the nearest ones inside. O(pixels): a megapixel takes about 60
 * ms.
 */
export function extendSubjectColors(image: Image, subject: MaskedSubject, box: PixelBox): ColorPlane {
  const { width, height } = box;
  // Filled before it is resized: sharp premultiplies in bytes, which would ruin the colours of low-weight pixels.
  const pixels = trustedPixels(image, subject, box);
  return { width, height, rgb: fillUncovered(pixels, width, height, pixels.subarray(0, 3 * width * height)) };
}

/** Returns the box's pixels with alpha replaced by weight: full inside, minimal on the rim, none outside. */
function trustedPixels(image: Image, { mask, rim }: MaskedSubject, box: PixelBox): Uint8Array {
  const { width, height, data: coverage } = mask;
  const pixels = new Uint8Array(box.width * box.height * 4);
  for (let y = 0; y < box.height; y++) {
    const py = y + box.top;
    // Pixels beyond the image's edge count as inside: a subject cut off there has no rim.
    const above = Math.min(rim, py) * width;
    const below = Math.min(rim, height - 1 - py) * width;
    for (let x = 0; x < box.width; x++) {
      const px = x + box.left;
      const at = py * width + px;
      const to = (y * box.width + x) * 4;
      for (let c = 0; c < 3; c++) pixels[to + c] = image.data[4 * at + c]!;
      if (coverage[at]! < HALF_COVERED) continue;
      const isInner =
        coverage[at]! >= SOLID &&
        coverage[at - above]! >= SOLID &&
        coverage[at + below]! >= SOLID &&
        coverage[at - Math.min(rim, px)]! >= SOLID &&
        coverage[at + Math.min(rim, width - 1 - px)]! >= SOLID;
      pixels[to + 3] = isInner ? 255 : RIM_TRUST;
    }
  }
  return pixels;
}
