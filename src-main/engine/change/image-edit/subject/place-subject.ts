import sharp from 'sharp';
import type { Image } from '../../../base/image/image.ts';
import type { PixelBox } from '../../../base/image/mask.ts';

/** Where a cut-out is put. */
export interface SubjectPlacement {
  readonly width: number;
  readonly height: number;
  /** The box it has to fit in; it is centred across. */
  readonly box: PixelBox;
  /** What of the box it keeps to: its middle or its lower edge. */
  readonly hold: 'middle' | 'foot';
}

/** A cut-out's `box` scaled to fit a place, transparent around it; `scale` is how much it was enlarged. */
export async function placeSubject(
  cut: Image,
  from: PixelBox,
  { width, height, box, hold }: SubjectPlacement,
): Promise<{ picture: Image; box: PixelBox; scale: number }> {
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
  const top = box.top + (hold === 'foot' ? spare : Math.floor(spare / 2));
  const data = new Uint8Array(4 * width * height);
  for (let y = 0; y < size.height; y++) {
    const row = scaled.subarray(4 * y * size.width, 4 * (y + 1) * size.width);
    data.set(row, 4 * ((top + y) * width + left));
  }
  return { picture: { width, height, data }, box: { left, top, ...size }, scale };
}
