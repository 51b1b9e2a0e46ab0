import sharp from 'sharp';
import { boxBlur } from '../../base/image/box-blur.ts';
import { medianFillMarks } from './median-fill-marks.ts';
import { findAsymmetricMarks } from './find-asymmetric-marks.ts';
import type { ColorPlane } from '../../base/silhouette/extend-subject-colors.ts';
import type { Mask, PixelBox } from '../../base/image/mask.ts';

/** The colours of a back nobody pictured. */
export interface BackColors extends ColorPlane {
  /** Share of the subject's area on which lettering and the like was painted over, 0 to 1. */
  readonly painted: number;
}

/** Long edge of the small picture that is searched: lettering is still seen, grain is not. */
const SEARCH_EDGE = 224;
/** How far around lettering the ground it stands on is looked at, as a share of the long edge. */
const GROUND = 0.08;
/** Mean difference of the channels from the ground that makes a stroke, and how far around strokes is painted over. */
const STROKE = 18;
const SOFTNESS = 0.009;
/** A stroke beside a pixel, blurred, is already a fifth of a stroke there. */
const FULL = 6;

/**
 * The back of a subject of which only the front is known, as one sees it through the front: the same colours, but where
 * the front shows lettering or another mark that is not its own mirror image, those around it. A mark that was left
 * would stand mirrored on the back, where it does not belong. On the outline both sides stay alike, so no seam shows.
 * O(pixels), 30 ms for a megapixel.
 */
export async function paintBack(front: ColorPlane, mask: Mask, box: PixelBox): Promise<BackColors> {
  const { width, height } = front;
  const scale = Math.min(1, SEARCH_EDGE / Math.max(width, height));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const plane = sharp(front.rgb, { raw: { width, height, channels: 3 } });
  const rgb = await plane
    .clone()
    .resize({ ...size, fit: 'fill' })
    .raw()
    .toBuffer();
  const cover = await sharp(mask.data, { raw: { width: mask.width, height: mask.height, channels: 1 } })
    .extract(box)
    .resize({ ...size, fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();

  const { marks, share } = findAsymmetricMarks({ ...size, rgb }, cover);
  if (share === 0) return { ...front, painted: 0 };
  const long = Math.max(size.width, size.height);
  const calm = medianFillMarks({ ...size, rgb }, marks, Math.ceil(GROUND * long));
  const strokes = boxBlur(
    marks.map((value, i) => (value > 0 && difference(rgb, calm, 3 * i) > STROKE ? 1 : 0)),
    size.width,
    size.height,
    Math.max(1, Math.round(SOFTNESS * long)),
  );
  const stretch = (data: Uint8Array, channels: 1 | 3): Promise<Buffer> =>
    sharp(data, { raw: { ...size, channels } })
      .resize({ width, height, fit: 'fill', kernel: 'cubic' })
      .toColourspace(channels === 1 ? 'b-w' : 'srgb')
      .raw()
      .toBuffer();
  const [paint, shares] = await Promise.all([
    stretch(calm, 3),
    stretch(
      Uint8Array.from(strokes, (value, i) => Math.round(255 * marks[i]! * Math.min(1, FULL * value))),
      1,
    ),
  ]);
  const back = new Uint8Array(front.rgb);
  for (let i = 0; i < shares.length; i++) {
    const own = shares[i]! / 255;
    for (let c = 0; c < 3; c++) back[3 * i + c] = Math.round((1 - own) * back[3 * i + c]! + own * paint[3 * i + c]!);
  }
  return { width, height, rgb: back, painted: share };
}

/** Mean difference of two pixels' channels. */
function difference(a: Uint8Array, b: Uint8Array, at: number): number {
  return (Math.abs(a[at]! - b[at]!) + Math.abs(a[at + 1]! - b[at + 1]!) + Math.abs(a[at + 2]! - b[at + 2]!)) / 3;
}
