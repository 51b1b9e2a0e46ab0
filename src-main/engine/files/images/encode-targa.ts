import type { TextureImage } from '../../base/texture/texture-image.ts';

const HEADER = 18;
const RLE_TRUE_COLOR = 10;
const ROWS_FROM_TOP = 0x20;
const ALPHA_BITS = 8;
const LONGEST_PACKET = 128;
const REPEAT = 0x80;
const FOOTER = new TextEncoder().encode('\0\0\0\0\0\0\0\0TRUEVISION-XFILE.\0');

/** Encodes an RGB or RGBA image as Targa 2.0, run-length encoded (type 10), 24 or 32 bits, rows from the top. */
export function encodeTarga({ width, height, data }: TextureImage): Uint8Array {
  const channels = data.length / (width * height);
  const packets = Math.ceil(width / LONGEST_PACKET);
  const bytes = new Uint8Array(HEADER + height * (width * channels + 2 * packets + width) + FOOTER.length);
  const view = new DataView(bytes.buffer);
  bytes[2] = RLE_TRUE_COLOR;
  view.setUint16(12, width, true);
  view.setUint16(14, height, true);
  bytes[16] = channels * 8;
  bytes[17] = ROWS_FROM_TOP | (channels === 4 ? ALPHA_BITS : 0);

  const pixels = toPixelWords(data, channels);
  let to = HEADER;
  // Packets end with the row: Targa 2.0 requires it, and some readers rely on it.
  for (let row = 0; row < height; row++) to = writeRow(pixels, row * width, width, channels, bytes, to);
  bytes.set(FOOTER, to);
  return bytes.slice(0, to + FOOTER.length);
}

/** Returns one number per pixel, blue in the lowest byte: the file's order, and pixels are compared at once. */
function toPixelWords(data: Uint8Array, channels: number): Uint32Array {
  const words = new Uint32Array(data.length / channels);
  for (let i = 0, from = 0; i < words.length; i++, from += channels) {
    const alpha = channels === 4 ? data[from + 3]! : 0;
    words[i] = (data[from + 2]! | (data[from + 1]! << 8) | (data[from]! << 16) | (alpha << 24)) >>> 0;
  }
  return words;
}

function writeRow(
  pixels: Uint32Array,
  start: number,
  width: number,
  channels: number,
  bytes: Uint8Array,
  at: number,
): number {
  const end = start + width;
  let to = at;
  const writePixel = (pixel: number): void => {
    for (let k = 0; k < channels; k++) bytes[to++] = pixel >>> (8 * k);
  };

  for (let i = start; i < end;) {
    const limit = Math.min(end, i + LONGEST_PACKET);
    let next = i + 1;
    if (next < limit && pixels[next] === pixels[i]) {
      while (next < limit && pixels[next] === pixels[i]) next++;
      bytes[to++] = REPEAT | (next - i - 1);
      writePixel(pixels[i]!);
    } else {
      while (next < limit && pixels[next] !== pixels[next + 1]) next++;
      bytes[to++] = next - i - 1;
      for (let k = i; k < next; k++) writePixel(pixels[k]!);
    }
    i = next;
  }
  return to;
}
