import sharp from 'sharp';
import type { Image } from '../../../base/image/image.ts';
import type { PixelBox } from '../../../base/image/mask.ts';

/** Target position of a cut-out. */
export interface SubjectPlacement {
  readonly width: number;
  readonly height: number;
  /** The box it has to fit in; centred horizontally. */
  readonly box: PixelBox;
  /** Vertical alignment in the box: centred or at the lower edge. */
  readonly align: 'centre' | 'bottom';
}

/** Scales a cut-out's `box` to fit a target, transparent around it; `scale` is the scale factor. */
export async function placeSubject(
  cut: Image,
  from: PixelBox,
  { width, height, box, align }: SubjectPlacement,
): Promise<{ image: Image; box: PixelBox; scale: number }> {
  const scale = Math.min(box.width / from.width, box.height / from.height);
  const size = {
    width: Math.min(box.width, Math.max(1, Math.round(from.width * scale))),
    height: Math.min(box.height, Math.max(1, Math.round(from.height * scale))),
  };
  const scaled = await sharp(cut.data, { raw: { width: cut.width, height: cut.height, channels: 4 } })
    .extract(from)
    .resize(size.width, size.height, { fit: 'fill' })
    .raw()
    .toBuffer();
  const left = box.left + Math.floor((box.width - size.width) / 2);
  const spare = box.height - size.height;
  const top = box.top + (align === 'bottom' ? spare : Math.floor(spare / 2));
  const data = new Uint8Array(4 * width * height);
  for (let y = 0; y < size.height; y++) {
    const row = scaled.subarray(4 * y * size.width, 4 * (y + 1) * size.width);
    data.set(row, 4 * ((top + y) * width + left));
  }
  return { image: { width, height, data }, box: { left, top, ...size }, scale };
}
