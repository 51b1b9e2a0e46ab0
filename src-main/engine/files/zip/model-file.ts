/** A file whose content can be read at once or, to save memory, piece by piece. */
export interface ModelFile {
  /** Size in bytes. */
  readonly size: number;
  /** Returns at least the first `length` bytes, or all if there are fewer. */
  head(length: number): Promise<Uint8Array>;
  /** Returns the whole content. */
  readAll(): Promise<Uint8Array>;
  /** Returns the content in pieces of any length, from the beginning. */
  pieces(): AsyncIterable<Uint8Array>;
}

const PIECE_BYTES = 1024 ** 2;

/** Returns a file that is in memory. */
export function toModelFile(bytes: Uint8Array): ModelFile {
  return {
    size: bytes.length,
    head: () => Promise.resolve(bytes),
    readAll: () => Promise.resolve(bytes),
    async *pieces() {
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
    },
  };
}
