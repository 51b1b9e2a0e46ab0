import { crc32, deflateRawSync, deflateSync, zstdCompressSync } from 'node:zlib';

const COMPRESS = { zlib: deflateSync, deflate: deflateRawSync, zstd: zstdCompressSync, lz4: compressLz4 } as const;

const known = new Map<string, Buffer>();

/** Compressed zeros: `length` bytes that cost a file next to nothing. */
export function packedZeros(as: keyof typeof COMPRESS, length: number): Buffer {
  const key = `${as} ${length}`;
  const packed = known.get(key) ?? COMPRESS[as](Buffer.alloc(length));
  known.set(key, packed);
  return packed;
}

const sums = new Map<number, number>();

/** Checksum of so many zeros. */
export function crcOfZeros(length: number): number {
  const sum = sums.get(length) ?? crc32(Buffer.alloc(length));
  sums.set(length, sum);
  return sum;
}

/** One LZ4 block in a chunk as OpenUSD writes it: a literal zero, and a match that repeats it. */
function compressLz4(zeros: Buffer): Buffer {
  const more = Math.max(0, zeros.length - 1 - 4 - 15);
  return Buffer.concat([
    Buffer.from([0, 0x1f, 0, 1, 0]),
    Buffer.alloc(Math.floor(more / 255), 255),
    Buffer.from([more % 255]),
  ]);
}
