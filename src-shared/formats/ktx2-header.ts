/** Encoding of the texels of a KTX2: Basis Universal, or uncompressed bytes of several channels. */
type Ktx2Encoding = 'basis' | 'rgba' | 'rgb';

/** Header of a KTX2 with one image, whose largest level is at `offset`. */
export interface Ktx2Header {
  readonly width: number;
  readonly height: number;
  readonly coding: Ktx2Encoding;
  readonly offset: number;
}

const IDENTIFIER = [0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a];
const HEADER_BYTES = 80;
const LEVEL_BYTES = 24;

/** `VK_FORMAT_…` of uncompressed bytes; 0 means Basis Universal (KTX 2.0, 3.1). */
const CODINGS: Readonly<Record<number, Ktx2Encoding>> = { 0: 'basis', 23: 'rgb', 29: 'rgb', 37: 'rgba', 43: 'rgba' };
const CHANNELS = { rgb: 3, rgba: 4 } as const;

/** Supercompression schemes of KTX 2.0, 3.9: ETC1S uses BasisLZ, UASTC uses Zstandard or none. */
const NONE = 0;
const BASIS_LZ = 1;
const ZSTANDARD = 2;

const SCHEMES: Readonly<Record<Ktx2Encoding, readonly number[]>> = {
  basis: [NONE, BASIS_LZ, ZSTANDARD],
  rgba: [NONE],
  rgb: [NONE],
};

/** A UASTC block: 4 × 4 texels. */
const BLOCK_BYTES = 16;

/** True if a file has the KTX2 signature. */
export function isKtx2(bytes: Uint8Array): boolean {
  return IDENTIFIER.every((byte, at) => bytes[at] === byte);
}

/**
 * Parses the header of a KTX2 (KTX 2.0, section 3) and validates it before decoding: one flat image, all parts within
 * the file, and levels long enough for their size. Throws an error with a readable message.
 */
export function parseKtx2Header(bytes: Uint8Array): Ktx2Header {
  if (!isKtx2(bytes) || bytes.byteLength < HEADER_BYTES + LEVEL_BYTES) throw new Error('It ends before its header.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at: number): number => view.getUint32(at, true);
  const [width, height, depth] = [word(20), word(24), word(28)];
  const [layers, faces, levels, scheme] = [word(32), word(36), Math.max(word(40), 1), word(44)];
  const coding = CODINGS[word(12)];
  if (!coding || !SCHEMES[coding].includes(scheme)) throw new Error('Its texels are of a kind not read here.');
  if (width === 0 || height === 0 || depth > 0 || layers > 1 || faces !== 1) throw new Error('It is no flat picture.');
  if (levels > 1 + Math.log2(Math.max(width, height))) throw new Error('It has more levels than its size.');
  const within = (offset: number, length: number): boolean => offset + length <= bytes.byteLength;
  // Descriptor, metadata and global data.
  const parts = [48, 56].every((at) => within(word(at), word(at + 4)));
  if (!parts || !within(long(view, 64), long(view, 72)) || !within(HEADER_BYTES, levels * LEVEL_BYTES))
    throw new Error('It ends before its parts.');
  for (let level = 0; level < levels; level++) {
    const at = HEADER_BYTES + level * LEVEL_BYTES;
    const [offset, length, unpacked] = [long(view, at), long(view, at + 8), long(view, at + 16)];
    if (!within(offset, length)) throw new Error('It ends before its texels.');
    const [across, down] = [sideOf(width, level), sideOf(height, level)];
    const needed = coding === 'basis' ? blockBytes(across, down) : across * down * CHANNELS[coding];
    if (scheme === ZSTANDARD && unpacked !== needed)
      throw new Error('A level unpacks to another length than its size.');
    if (scheme === NONE && length < needed) throw new Error('A level is too short.');
  }
  return { width, height, coding, offset: long(view, HEADER_BYTES) };
}

function blockBytes(width: number, height: number): number {
  return Math.ceil(width / 4) * Math.ceil(height / 4) * BLOCK_BYTES;
}

function sideOf(side: number, level: number): number {
  return Math.max(1, Math.floor(side / 2 ** level));
}

/** Reads a 64-bit number; values that lose precision here are far beyond any file size. */
function long(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}
