import { isUtf8 } from 'node:buffer';

const DECODER = new TextDecoder();

/**
 * Decodes a text whose encoding is not declared: UTF-8; else GB 18030, if the text is valid and has a Chinese character of
 * GB 2312, as nearly all Chinese texts have, but few of the Western ones that are valid by chance; else by `decodeBytes`,
 * for an encoding of one byte per character. Equal bytes become equal texts, and different ones different texts: they
 * can be compared.
 */
export function decodeUndeclared(bytes: Uint8Array, decodeBytes: (bytes: Uint8Array) => string): string {
  if (isUtf8(bytes)) return DECODER.decode(bytes);
  return (hasGb2312(bytes) ? decodeGb18030(bytes) : null) ?? decodeBytes(bytes);
}

function decodeGb18030(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('gb18030', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** True if a text in GB 18030 has a character of GB 2312, rows 16 to 87. */
function hasGb2312(bytes: Uint8Array): boolean {
  for (let at = 0; at + 1 < bytes.length;) {
    const [first, second] = [bytes[at]!, bytes[at + 1]!];
    if (first >= 0xb0 && first <= 0xf7 && second >= 0xa1) return true;
    const isFourBytes = first > 0x80 && second >= 0x30 && second <= 0x39;
    at += first <= 0x80 ? 1 : isFourBytes ? 4 : 2;
  }
  return false;
}
