/** True for the whitespace of ASCII text: tab to carriage return, and space. */
export function isSpace(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13);
}

/** Returns the position of the first byte from `at` on that is not whitespace; `to` if there is none. */
export function skipSpaces(bytes: Uint8Array, at: number, to: number): number {
  let next = at;
  while (next < to && isSpace(bytes[next]!)) next++;
  return next;
}

/** Returns the position of the first whitespace from `at` on; `to` if there is none. */
export function findWordEnd(bytes: Uint8Array, at: number, to: number): number {
  let next = at;
  while (next < to && !isSpace(bytes[next]!)) next++;
  return next;
}

/** True if a byte range is `word`, which is in lower case; upper case in the bytes is ignored. */
export function isWord(bytes: Uint8Array, from: number, to: number, word: string): boolean {
  if (to - from !== word.length) return false;
  for (let i = 0; i < word.length; i++) {
    const byte = bytes[from + i]!;
    if ((byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte) !== word.charCodeAt(i)) return false;
  }
  return true;
}
