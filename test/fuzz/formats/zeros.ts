import { deflateRawSync, deflateSync, zstdCompressSync } from 'node:zlib';

const COMPRESS = { zlib: deflateSync, deflate: deflateRawSync, zstd: zstdCompressSync } as const;

const known = new Map<string, Buffer>();

/** Compressed zeros: `length` bytes that cost a file next to nothing. */
export function packedZeros(as: keyof typeof COMPRESS, length: number): Buffer {
  const key = `${as} ${length}`;
  const packed = known.get(key) ?? COMPRESS[as](Buffer.alloc(length));
  known.set(key, packed);
  return packed;
}
