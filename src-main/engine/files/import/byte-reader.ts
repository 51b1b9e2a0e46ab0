import { truncatedModel } from './import-limits.ts';

/** Reads consecutive little-endian values; every read past the end throws `ModelError` `truncated`. */
export class ByteReader {
  readonly bytes: Uint8Array;
  private readonly view: DataView;
  private at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
    this.seek(at);
  }

  get position(): number {
    return this.at;
  }

  seek(at: number): void {
    if (!(at >= 0 && at <= this.bytes.length)) throw truncatedModel();
    this.at = at;
  }

  u8(): number {
    return this.view.getUint8(this.step(1));
  }

  i16(): number {
    return this.view.getInt16(this.step(2), true);
  }

  u16(): number {
    return this.view.getUint16(this.step(2), true);
  }

  i32(): number {
    return this.view.getInt32(this.step(4), true);
  }

  u32(): number {
    return this.view.getUint32(this.step(4), true);
  }

  i64(): bigint {
    return this.view.getBigInt64(this.step(8), true);
  }

  /** Reads a 64-bit count or offset; throws if it is too large for any file. */
  u64(): number {
    const value = this.view.getBigUint64(this.step(8), true);
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw truncatedModel();
    return Number(value);
  }

  f32(): number {
    return this.view.getFloat32(this.step(4), true);
  }

  f64(): number {
    return this.view.getFloat64(this.step(8), true);
  }

  /** Returns a view of the next bytes, not a copy. */
  take(length: number): Uint8Array {
    const start = this.step(length);
    return this.bytes.subarray(start, start + length);
  }

  private step(length: number): number {
    const start = this.at;
    if (!(length >= 0 && start + length <= this.bytes.length)) throw truncatedModel();
    this.at = start + length;
    return start;
  }
}
