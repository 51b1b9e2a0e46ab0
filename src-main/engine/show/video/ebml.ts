/**
 * Elements of EBML, the binary form under Matroska and WebM (RFC 8794): an id, the length of the content, the content.
 * Ids are given as they stand in the file, marker bits included, e.g. 0x1A45DFA3.
 */
export type Element = Uint8Array<ArrayBuffer>;

/** An element that holds others, or bytes. */
export function toElement(id: number, ...content: readonly Uint8Array[]): Element {
  const length = content.reduce((sum, part) => sum + part.length, 0);
  return joinBytes(toIdBytes(id), toLengthBytes(length), ...content);
}

/** A whole number from 0 to 2⁵³ − 1, in as few bytes as it takes, but at least `bytes`. */
export function toUnsigned(id: number, value: number, bytes = 1): Element {
  return toElement(id, bigEndian(value, bytes));
}

/** A 64-bit float. */
export function toFloat(id: number, value: number): Element {
  const content = new Uint8Array(8);
  new DataView(content.buffer).setFloat64(0, value);
  return toElement(id, content);
}

/** ASCII text. */
export function toText(id: number, text: string): Element {
  return toElement(id, new TextEncoder().encode(text));
}

/** An element's id as bytes. */
export function toIdBytes(id: number): Element {
  return bigEndian(id, 1);
}

/** Bytes one after the other. */
export function joinBytes(...parts: readonly Uint8Array[]): Element {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** A length as a variable-size integer (RFC 8794, 4): as many leading zero bits as bytes follow; all ones is kept for “unknown”. */
function toLengthBytes(length: number): Element {
  let bytes = 1;
  while (length >= 2 ** (7 * bytes) - 1) bytes++;
  const coded = bigEndian(length, bytes);
  coded[0]! |= 1 << (8 - bytes);
  return coded;
}

function bigEndian(value: number, least: number): Element {
  let bytes = least;
  while (value >= 2 ** (8 * bytes)) bytes++;
  const out = new Uint8Array(bytes);
  for (let at = bytes - 1, rest = value; at >= 0; at--, rest = Math.floor(rest / 256)) out[at] = rest % 256;
  return out;
}
