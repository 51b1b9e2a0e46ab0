import { isUtf8 } from 'node:buffer';
import { hasGb2312 } from '../../../../src-shared/formats/gb2312.ts';

const DECODER = new TextDecoder();

/**
 * Decodes a text whose encoding is not declared: UTF-8; else GB 18030, if the text is valid and has a Chinese character of
 * GB 2312; else by `decodeBytes`, for an encoding of one byte per character. Equal bytes become equal texts, and different
 * ones different texts: they can be compared.
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
