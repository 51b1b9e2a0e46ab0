import { findWordEnd, isSpace, isWord, skipSpaces } from '../text/ascii.ts';
import { decodeUndeclared } from '../text/decode-undeclared.ts';
import { createGrowingBytes } from '../text/growing-bytes.ts';
import { joinPieces } from '../text/join-pieces.ts';

const NEWLINE = 10;
const RETURN = 13;
const BACKSLASH = 0x5c;
const HASH = 0x23;
const BLANK = Buffer.from(' ');
/** Statements of numbers, most of a file. */
const NUMERIC = ['v', 'vt', 'vn', 'f'] as const;

/** Callbacks for the statements of an OBJ or MTL. */
export interface ObjHandlers {
  /** A statement of numbers; the range begins and ends with a word. Without this callback it is like any other. */
  numbers?(keyword: (typeof NUMERIC)[number], bytes: Uint8Array, from: number, to: number): void;
  /** Another statement, with its keyword in lower case. */
  text(keyword: string, rest: string): void;
  /** A line that is joined with the next one. */
  joined?(): void;
}

/**
 * Calls the handlers for each statement. `\` at an end joins lines; `#` begins a comment. Neither format declares its
 * encoding: each text is decoded separately as UTF-8, else GBK, else Windows-1252, so that equal bytes give equal names in
 * both files.
 */
export async function forEachObjStatement(pieces: AsyncIterable<Uint8Array>, handlers: ObjHandlers): Promise<void> {
  const visit = createStatementVisitor(handlers);
  /** Lines before the current one that end with `\`. */
  const joined = createGrowingBytes();
  let isFirst = true;
  for await (const bytes of joinPieces(pieces, [NEWLINE])) {
    let start = isFirst && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    isFirst = false;
    while (start < bytes.length) {
      let next = bytes.indexOf(NEWLINE, start);
      if (next < 0) next = bytes.length;
      let end = next;
      if (end > start && bytes[end - 1] === RETURN) end--;
      if (end > start && bytes[end - 1] === BACKSLASH) {
        handlers.joined?.();
        joined.append(bytes.subarray(start, end - 1));
        joined.append(BLANK);
      } else if (joined.length > 0) {
        joined.append(bytes.subarray(start, end));
        const whole = joined.finish();
        visit(whole, 0, whole.length);
      } else visit(bytes, start, end);
      start = next + 1;
    }
  }
}

function createStatementVisitor({ numbers, text }: ObjHandlers) {
  const windows1252 = new TextDecoder('windows-1252');
  const decode = (bytes: Uint8Array): string => decodeUndeclared(bytes, (each) => windows1252.decode(each));
  return (bytes: Uint8Array, start: number, end: number): void => {
    let to = end;
    while (to > start && isSpace(bytes[to - 1]!)) to--;
    const from = skipSpaces(bytes, start, to);
    if (from === to || bytes[from] === HASH) return;
    const wordEnd = findWordEnd(bytes, from, to);
    const rest = skipSpaces(bytes, wordEnd, to);
    for (const keyword of numbers ? NUMERIC : []) {
      if (isWord(bytes, from, wordEnd, keyword)) return numbers?.(keyword, bytes, rest, to);
    }
    const keyword = decode(bytes.subarray(from, wordEnd)).toLowerCase();
    text(keyword, decode(bytes.subarray(rest, to)).trim());
  };
}
