import { hasGb2312 } from '../../../../src-shared/formats/gb2312.ts';

const LINE_FEED = 10;

/**
 * Decodes the text of a model. OBJ and MTL do not declare their encoding: if the text is not UTF-8, each line that is not
 * ASCII is decoded separately as UTF-8, else GB 18030, else Windows-1252, so that equal bytes are equal names in both.
 */
export function toText(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer);
  const text = decodeAs('utf-8', bytes);
  if (text !== null) return text;
  const pieces: string[] = [];
  const ascii = new TextDecoder();
  for (let start = 0; start < bytes.length;) {
    const line = findLineBeyondAscii(bytes, start);
    pieces.push(ascii.decode(bytes.subarray(start, line.start)), decodeLine(bytes.subarray(line.start, line.end)));
    start = line.end;
  }
  return pieces.join('');
}

/** Finds the next line with a byte that is not ASCII; an empty one at the end if there is none. */
function findLineBeyondAscii(bytes: Uint8Array, from: number): { readonly start: number; readonly end: number } {
  let at = from;
  while (at < bytes.length && bytes[at]! < 0x80) at++;
  if (at === bytes.length) return { start: at, end: at };
  const end = bytes.indexOf(LINE_FEED, at);
  return { start: Math.max(from, bytes.lastIndexOf(LINE_FEED, at) + 1), end: end < 0 ? bytes.length : end };
}

function decodeLine(line: Uint8Array): string {
  const text = decodeAs('utf-8', line) ?? (hasGb2312(line) ? decodeAs('gb18030', line) : null);
  return text ?? new TextDecoder('windows-1252').decode(line);
}

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
