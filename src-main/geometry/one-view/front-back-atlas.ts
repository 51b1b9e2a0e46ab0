import sharp from 'sharp';
import { fillUncovered } from './fill-uncovered.ts';
import type { Mask, PixelBox } from '../mask/mask.ts';
import { HALF_COVERED } from '../mask/mask.ts';
import type { Picture } from '../picture/picture.ts';

/** A square texture in two halves: the front, and the back as one sees it from behind. */
export interface FrontBackAtlas {
  /** Width and height in pixels, a power of two. */
  readonly size: number;
  /** The halves lie above each other (front on top) instead of side by side (front left). */
  readonly isStacked: boolean;
  /** A baseline JPEG, sRGB, no alpha. */
  readonly image: Uint8Array;
}

const SMALLEST = 64;
/** Trust in pixels on the rim, whose colour is mixed with the background; inner pixels have 255. */
const RIM_TRUST = 1;
/** Coverage from which a pixel has no background in it. */
const SOLID = 250;
const JPEG = { quality: 92, chromaSubsampling: '4:4:4' } as const;

/** What of the picture may be shown: the mask, and how many pixels inside its outline are still mixed colours. */
interface Subject {
  readonly mask: Mask;
  readonly rim: number;
}

/** Empty frame around each half, in pixels, for filtering and mip levels. */
export function atlasGutter(size: number): number {
  return Math.max(2, size >> 8);
}

/**
 * Projects the picture's box onto both halves, straight through: the back is the front's mirror image, so no seam shows
 * where they meet. Pixels outside the mask take the colours of the nearest ones inside.
 * At most `maxSize` pixels wide, less when the picture has no more detail to give. 1024 px: about 0.2 s.
 */
export async function toFrontBackAtlas(
  picture: Picture,
  subject: Subject,
  box: PixelBox,
  maxSize: number,
): Promise<FrontBackAtlas> {
  const long = Math.max(box.width, box.height);
  const short = Math.min(box.width, box.height);
  const wanted = 2 ** Math.ceil(Math.log2(Math.max(SMALLEST, long, 2 * short)));
  const size = Math.min(wanted, 2 ** Math.floor(Math.log2(maxSize)));
  const isStacked = box.width >= box.height;
  const halfWidth = isStacked ? size : size / 2;
  const halfHeight = isStacked ? size / 2 : size;
  const gutter = atlasGutter(size);

  // Filled before it is resized: sharp premultiplies in bytes, which would ruin the colours of barely trusted pixels.
  const filled = fillUncovered(trustedPixels(picture, subject, box), box.width, box.height);
  const colors = await sharp(filled, { raw: { width: box.width, height: box.height, channels: 3 } })
    .resize({ width: halfWidth - 2 * gutter, height: halfHeight - 2 * gutter, fit: 'fill', kernel: 'mitchell' })
    .extend({ top: gutter, bottom: gutter, left: gutter, right: gutter, extendWith: 'copy' })
    .raw()
    .toBuffer();

  const pixels = new Uint8Array(size * size * 3);
  for (let y = 0; y < halfHeight; y++) {
    for (let x = 0; x < halfWidth; x++) {
      const from = 3 * (y * halfWidth + x);
      const front = 3 * (y * size + x);
      const mirrored = halfWidth - 1 - x;
      const back = isStacked ? 3 * ((y + halfHeight) * size + mirrored) : 3 * (y * size + halfWidth + mirrored);
      for (let c = 0; c < 3; c++) pixels[front + c] = pixels[back + c] = colors[from + c]!;
    }
  }
  const image = await sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
    .jpeg(JPEG)
    .toBuffer();
  return { size, isStacked, image };
}

/** The box's pixels, alpha replaced by trust: full inside, next to none on the rim, none outside. */
function trustedPixels(picture: Picture, { mask, rim }: Subject, box: PixelBox): Uint8Array {
  const { width, height, data: coverage } = mask;
  const pixels = new Uint8Array(box.width * box.height * 4);
  for (let y = 0; y < box.height; y++) {
    const py = y + box.top;
    // What lies beyond the picture's edge counts as inside: a subject cut off there has no rim.
    const above = Math.min(rim, py) * width;
    const below = Math.min(rim, height - 1 - py) * width;
    for (let x = 0; x < box.width; x++) {
      const px = x + box.left;
      const at = py * width + px;
      const to = (y * box.width + x) * 4;
      for (let c = 0; c < 3; c++) pixels[to + c] = picture.data[4 * at + c]!;
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
