/**
 * An element of EBML, the binary format of Matroska and WebM (RFC 8794): id, length of the content, content. Ids are
 * written as in the file, with marker bits, e.g. 0x1A45DFA3.
 */
export type Element = Uint8Array<ArrayBuffer>;

/** Encodes an element that contains other elements, or bytes. */
export function toElement(id: number, ...content: readonly Uint8Array[]): Element {
  const length = content.reduce((sum, part) => sum + part.length, 0);
  return joinBytes(toIdBytes(id), toLengthBytes(length), ...content);
}

/** Encodes an integer from 0 to 2⁵³ − 1 in as few bytes as possible, but at minBytes `bytes`. */
export function toUnsigned(id: number, value: number, bytes = 1): Element {
  return toElement(id, bigEndian(value, bytes));
}

/** Encodes a 64-bit float. */
export function toFloat(id: number, value: number): Element {
  const content = new Uint8Array(8);
  new DataView(content.buffer).setFloat64(0, value);
  return toElement(id, content);
}

/** Encodes ASCII text. */
export function toText(id: number, text: string): Element {
  return toElement(id, new TextEncoder().encode(text));
}

/** Returns the bytes of an id. */
export function toIdBytes(id: number): Element {
  return bigEndian(id, 1);
}

/** Concatenates bytes. */
export function joinBytes(...parts: readonly Uint8Array[]): Element {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/**
 * Encodes a length as a variable-size integer (RFC 8794, 4): as many leading zero bits as bytes follow. All ones is
 * reserved for “unknown”.
 */
function toLengthBytes(length: number): Element {
  let bytes = 1;
  while (length >= 2 ** (7 * bytes) - 1) bytes++;
  const coded = bigEndian(length, bytes);
  coded[0]! |= 1 << (8 - bytes);
  return coded;
}

function bigEndian(value: number, minBytes: number): Element {
  let bytes = minBytes;
  while (value >= 2 ** (8 * bytes)) bytes++;
  const out = new Uint8Array(bytes);
  for (let at = bytes - 1, rest = value; at >= 0; at--, rest = Math.floor(rest / 256)) out[at] = rest % 256;
  return out;
}
