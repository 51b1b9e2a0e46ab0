import type { NetworkOutput } from './network-session.ts';

/** Width and height, 32 bits each, before the values. */
const HEADER_BYTES = 8;

/** Encodes a map for another process of this computer: width, height, and 32-bit floats in its byte order. */
export function encodeMap({ width, height, values }: NetworkOutput): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + values.byteLength);
  bytes.set(new Uint8Array(Uint32Array.of(width, height).buffer));
  bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), HEADER_BYTES);
  return bytes;
}

/** Decodes a map that `encodeMap` encoded. */
export function decodeMap(bytes: Uint8Array): NetworkOutput {
  const { buffer } = bytes.slice();
  const [width = 0, height = 0] = new Uint32Array(buffer, 0, 2);
  return { width, height, values: new Float32Array(buffer, HEADER_BYTES, width * height) };
}
