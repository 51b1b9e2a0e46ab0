/** Little-endian 8-bit number. */
export function u8(value: number): Buffer {
  return Buffer.from([value & 255]);
}

/** Little-endian 16-bit number; only its lowest bits are used. */
export function u16(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeUInt16LE(value & 0xffff);
  return buffer;
}

/** Little-endian 32-bit number; only its lowest bits are used. */
export function u32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value >>> 0);
  return buffer;
}

/** Big-endian 32-bit number; only its lowest bits are used. */
export function u32be(value: number): Buffer {
  return u32(value).reverse();
}

/** Little-endian 64-bit number. */
export function u64(value: number | bigint): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)));
  return buffer;
}

/** Little-endian 32-bit float. */
export function f32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeFloatLE(value);
  return buffer;
}

/** Little-endian 64-bit float. */
export function f64(value: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeDoubleLE(value);
  return buffer;
}

/** Bytes followed by as many of `fill` as are missing to a multiple of `step`. */
export function padded(bytes: Buffer, step: number, fill = 0): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((step - (bytes.length % step)) % step, fill)]);
}
