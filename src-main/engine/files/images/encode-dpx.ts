import type { TextureImage } from '../../base/texture/texture-image.ts';

const HEADER = 2048;
const GENERIC_HEADER = 1664;
const UNDEFINED = 0xffffffff;
const RGB = 50;
const RGBA = 51;
const TRANSFER_LINEAR = 2;
const COLORIMETRY_ITU_709 = 6;
const FILLED_METHOD_A = 1;

/**
 * Encodes an RGB or RGBA image as big-endian DPX (SMPTE 268M-2003, version 2.0), rows from the top: RGB as three 10-bit
 * samples in a filled 32-bit word (method A), which every reader supports, RGBA as 8-bit samples. Sample values are
 * unchanged; the transfer field is linear so that readers do not apply a film log curve.
 */
export function encodeDpx({ width, height, data }: TextureImage): Uint8Array {
  const hasAlpha = data.length === width * height * 4;
  const bytes = new Uint8Array(HEADER + width * height * 4);
  const view = new DataView(bytes.buffer);
  writeHeader(view, width, height, hasAlpha);
  if (hasAlpha) {
    bytes.set(data, HEADER);
    return bytes;
  }
  for (let from = 0, to = HEADER; from < data.length; from += 3, to += 4) {
    view.setUint32(to, (toTen(data[from]!) << 22) | (toTen(data[from + 1]!) << 12) | (toTen(data[from + 2]!) << 2));
  }
  return bytes;
}

/** Scales 0 … 255 to 0 … 1023, both ends exact. */
function toTen(value: number): number {
  return (value << 2) | (value >> 6);
}

/** Writes the header; unknown fields are all ones, as the standard requires. */
function writeHeader(view: DataView, width: number, height: number, hasAlpha: boolean): void {
  const text = (at: number, value: string): void => {
    for (let i = 0; i < value.length; i++) view.setUint8(at + i, value.charCodeAt(i));
  };
  text(0, 'SDPX');
  view.setUint32(4, HEADER);
  text(8, 'V2.0');
  view.setUint32(16, view.byteLength);
  view.setUint32(20, 1);
  view.setUint32(24, GENERIC_HEADER);
  view.setUint32(28, HEADER - GENERIC_HEADER);
  text(160, 'Dropforge');
  view.setUint32(660, UNDEFINED);

  view.setUint16(770, 1);
  view.setUint32(772, width);
  view.setUint32(776, height);
  for (const at of [784, 788, 792, 796]) view.setUint32(at, UNDEFINED);
  view.setUint32(784, 0);
  view.setUint32(792, hasAlpha ? 255 : 1023);
  view.setUint8(800, hasAlpha ? RGBA : RGB);
  view.setUint8(801, TRANSFER_LINEAR);
  view.setUint8(802, COLORIMETRY_ITU_709);
  view.setUint8(803, hasAlpha ? 8 : 10);
  view.setUint16(804, hasAlpha ? 0 : FILLED_METHOD_A);
  view.setUint32(808, HEADER);

  // Image orientation, film and television blocks: all unknown.
  for (let at = 1408; at < 1432; at += 4) view.setUint32(at, UNDEFINED);
  for (let at = 1712; at < 1732; at += 4) view.setUint32(at, UNDEFINED);
  for (let at = 1920; at < 1976; at += 4) view.setUint32(at, UNDEFINED);
}
