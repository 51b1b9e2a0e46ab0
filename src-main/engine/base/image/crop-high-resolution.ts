import type { Mask, PixelBox } from './mask.ts';
import type { Image } from './image.ts';
import { readImageRegion } from './read-image.ts';
import { resizeMask } from './resize-image.ts';

/** An image and the mask of its subject. */
export interface SubjectImage {
  readonly image: Image;
  /** Coverage at the image's size. */
  readonly mask: Mask;
  /** Number of pixels inside the outline whose colours may still be mixed with the background. */
  readonly rim: number;
  /** Bounding box of the subject in the image. */
  readonly box: PixelBox;
}

/** Margin around the subject and its rim, in pixels. */
const MARGIN = 2;

/**
 * Crops the subject at the full resolution of its file, at most `edge` pixels along its long side, with the outline
 * interpolated. `clean` is applied to the newly decoded pixels. Returns the same subject if the file has no more
 * detail. Throws `ImageError`. A subject of 4096 px: about 0.6 s.
 */
export async function cropHighResolution(
  bytes: Uint8Array,
  subject: SubjectImage,
  edge: number,
  clean: (image: Image) => Promise<Image> = (image) => Promise.resolve(image),
): Promise<SubjectImage> {
  const { mask, rim, box } = subject;
  const part = growBox(box, rim + MARGIN, mask);
  const image = await readImageRegion(bytes, subject.image, part, Math.round((edge * longOf(part)) / longOf(box)));
  if (!image) return subject;
  const { width, height } = image;
  const [across, down] = [width / part.width, height / part.height];
  const left = Math.round((box.left - part.left) * across);
  const top = Math.round((box.top - part.top) * down);
  return {
    image: await clean(image),
    mask: await resizeMask(cropMask(mask, part), width, height),
    rim: Math.ceil(rim * Math.max(across, down)),
    box: {
      left,
      top,
      width: Math.min(width - left, Math.max(1, Math.round(box.width * across))),
      height: Math.min(height - top, Math.max(1, Math.round(box.height * down))),
    },
  };
}

function longOf({ width, height }: PixelBox): number {
  return Math.max(width, height);
}

function growBox({ left, top, width, height }: PixelBox, by: number, mask: Mask): PixelBox {
  const [x, y] = [Math.max(0, left - by), Math.max(0, top - by)];
  return {
    left: x,
    top: y,
    width: Math.min(mask.width, left + width + by) - x,
    height: Math.min(mask.height, top + height + by) - y,
  };
}

function cropMask(mask: Mask, { left, top, width, height }: PixelBox): Mask {
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = (y + top) * mask.width + left;
    data.set(mask.data.subarray(from, from + width), y * width);
  }
  return { width, height, data };
}
