import type { TextureImage } from '../../base/texture/texture-image.ts';

const INFO_HEADER = 40;
const HEADER = 14 + INFO_HEADER;
const PIXELS_PER_METRE = 2835;

/**
 * Encodes an RGB or RGBA image as an uncompressed Windows bitmap with BITMAPINFOHEADER, 24 or 32 bits, rows from the
 * bottom. The header that declares alpha (BITMAPV4HEADER) is not used: Blender 3.4 cannot read such files. With this
 * one Blender uses the fourth byte as alpha, and other programs ignore it.
 */
export function encodeBmp({ width, height, data }: TextureImage): Uint8Array {
  const channels = data.length / (width * height);
  const hasAlpha = channels === 4;
  const stride = (width * channels + 3) & ~3;
  const bytes = new Uint8Array(HEADER + stride * height);
  writeHeader(new DataView(bytes.buffer), width, height, channels * 8);

  let from = 0;
  for (let row = height - 1; row >= 0; row--) {
    let to = HEADER + row * stride;
    for (let x = 0; x < width; x++) {
      bytes[to++] = data[from + 2]!;
      bytes[to++] = data[from + 1]!;
      bytes[to++] = data[from]!;
      if (hasAlpha) bytes[to++] = data[from + 3]!;
      from += channels;
    }
  }
  return bytes;
}

function writeHeader(view: DataView, width: number, height: number, bits: number): void {
  const size = view.byteLength;
  view.setUint16(0, 0x4d42, true);
  view.setUint32(2, size, true);
  view.setUint32(10, HEADER, true);
  view.setUint32(14, INFO_HEADER, true);
  view.setInt32(18, width, true);
  view.setInt32(22, height, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, bits, true);
  view.setUint32(34, size - HEADER, true);
  view.setInt32(38, PIXELS_PER_METRE, true);
  view.setInt32(42, PIXELS_PER_METRE, true);
}
