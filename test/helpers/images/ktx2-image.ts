const IDENTIFIER = [0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a];
const HEADER_BYTES = 80;
const LEVEL_BYTES = 24;
/** Of one block and one sample, as the Khronos Data Format lays it out. */
const DESCRIPTOR_BYTES = 44;
/** Texels begin where both a block and a word may. */
const TEXELS_AT = Math.ceil((HEADER_BYTES + LEVEL_BYTES + DESCRIPTOR_BYTES) / 16) * 16;

type Colour = readonly [red: number, green: number, blue: number];

/**
 * Bytes of a KTX2 of one level, whose left half has one colour and whose right half another: plain bytes of four or three
 * channels, or UASTC in blocks of one colour, which need no encoder. Its edge is a multiple of 8.
 */
export function buildKtx2(
  as: 'uastc' | 'rgba' | 'rgb',
  edge: number,
  left: Colour,
  right: Colour,
): Buffer<ArrayBuffer> {
  const texels = as === 'uastc' ? buildBlocks(edge, left, right) : buildTexels(as, edge, left, right);
  const file = Buffer.alloc(TEXELS_AT + texels.length);
  file.set(IDENTIFIER);
  const words = [{ uastc: 0, rgba: 43, rgb: 29 }[as], 1, edge, edge, 0, 0, 1, 1, 0];
  words.push(HEADER_BYTES + LEVEL_BYTES, DESCRIPTOR_BYTES);
  for (const [at, word] of words.entries()) file.writeUInt32LE(word, 12 + 4 * at);
  for (const [at, long] of [TEXELS_AT, texels.length, texels.length].entries())
    file.writeBigUInt64LE(BigInt(long), HEADER_BYTES + 8 * at);
  writeDescriptor(file.subarray(HEADER_BYTES + LEVEL_BYTES), as === 'uastc');
  file.set(texels, TEXELS_AT);
  return file;
}

/** KTX 2.0, section 3.10; colour model 166 is UASTC, 1 is RGB. */
function writeDescriptor(to: Buffer, isBlocks: boolean): void {
  to.writeUInt32LE(DESCRIPTOR_BYTES, 0);
  to.writeUInt16LE(2, 8);
  to.writeUInt16LE(DESCRIPTOR_BYTES - 4, 10);
  to.set([isBlocks ? 166 : 1, 1, 2, 0], 12);
  to.set(isBlocks ? [3, 3, 0, 0, 16] : [0, 0, 0, 0, 4], 16);
  to.writeUInt8(isBlocks ? 127 : 31, 30);
  to.writeUInt32LE(0xffffffff, 40);
}

function buildTexels(as: 'rgba' | 'rgb', edge: number, left: Colour, right: Colour): Uint8Array {
  const row = Array.from({ length: edge }, (_, x) => [
    ...(x < edge / 2 ? left : right),
    ...(as === 'rgba' ? [255] : []),
  ]);
  return Uint8Array.from(Array.from({ length: edge }, () => row).flat(2));
}

/** UASTC LDR 4 × 4, mode 8: five bits of mode, then a byte each of red, green, blue and alpha. */
function buildBlocks(edge: number, left: Colour, right: Colour): Uint8Array {
  const across = edge / 4;
  const blocks = Buffer.alloc(across * across * 16);
  for (let block = 0; block < across * across; block++) {
    const [red, green, blue] = block % across < across / 2 ? left : right;
    const bits = [red, green, blue, 255].reduce((sum, byte, at) => sum | (BigInt(byte) << BigInt(5 + 8 * at)), 0x17n);
    blocks.writeBigUInt64LE(bits, block * 16);
  }
  return blocks;
}
