/** Receives the strings of an object piece by piece. */
export type OnPiece = (key: string, piece: Buffer) => void;

/** A reader of one JSON object that may be larger than the memory. */
export interface FlatJsonReader {
  /** Reads the next bytes. Throws SyntaxError. */
  push(chunk: Buffer): void;
  /** Throws SyntaxError if the object did not end. */
  end(): void;
}

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN, CLOSE] = [0x22, 0x5c, 0x2c, 0x3a, 0x7b, 0x7d];
const SPACES: readonly number[] = [0x20, 0x09, 0x0a, 0x0d];
const MAX_KEY = 200;

/** `escape` is a character after a backslash; `scalar` is a number, a literal or, with its depth, a nested value. */
type State = 'start' | 'key' | 'in key' | 'colon' | 'value' | 'in string' | 'in scalar' | 'next' | 'done';

/**
 * Reads the strings of a JSON object without nested values as they arrive, so that one of hundreds of megabytes needs no
 * memory. Escapes other than `\/`, `\"` and `\\` become spaces: long strings have none.
 */
export function createFlatJsonReader(onPiece: OnPiece): FlatJsonReader {
  let state: State = 'start';
  let key = '';
  let isEscaped = false;
  let unicodeLeft = 0;
  /** The next quote of the chunk, or its end; searched for again after it only, so that many escapes take no longer. */
  let quote = -1;

  /** Reads a part of a string from `at`; returns the position after it. */
  function readString(chunk: Buffer, at: number, onPart: (part: Buffer) => void, after: State): number {
    if (unicodeLeft > 0) {
      unicodeLeft--;
      return at + 1;
    }
    if (isEscaped) {
      isEscaped = false;
      const code = chunk[at]!;
      if (code === 0x75) unicodeLeft = 4;
      onPart(code === QUOTE || code === BACKSLASH || code === 0x2f ? Buffer.of(code) : Buffer.of(0x20));
      return at + 1;
    }
    if (quote < at) {
      const found = chunk.indexOf(QUOTE, at);
      quote = found < 0 ? chunk.length : found;
    }
    const slash = chunk.subarray(at, quote).indexOf(BACKSLASH);
    const end = slash < 0 ? quote : at + slash;
    if (end > at) onPart(chunk.subarray(at, end));
    if (slash >= 0) isEscaped = true;
    else if (quote < chunk.length) state = after;
    return end + 1;
  }

  function addToKey(part: Buffer): void {
    key += part.toString('latin1');
    if (key.length > MAX_KEY) throw new SyntaxError('A name is too long.');
  }

  function step(code: number): State {
    if (SPACES.includes(code)) return state === 'in scalar' ? 'next' : state;
    switch (state) {
      case 'start':
        if (code === OPEN) return 'key';
        break;
      case 'key':
        key = '';
        if (code === QUOTE) return 'in key';
        if (code === CLOSE) return 'done';
        break;
      case 'colon':
        if (code === COLON) return 'value';
        break;
      case 'value':
        if (code === QUOTE) return 'in string';
        if (/[-\dtfn]/.test(String.fromCharCode(code))) return 'in scalar';
        break;
      case 'in scalar':
      case 'next':
        if (code === COMMA) return 'key';
        if (code === CLOSE) return 'done';
        if (state === 'in scalar' && /[\w.+-]/.test(String.fromCharCode(code))) return state;
        break;
    }
    throw new SyntaxError('The response is not a JSON object of strings.');
  }

  return {
    push(chunk) {
      quote = -1;
      for (let at = 0; at < chunk.length;) {
        if (state === 'in key') at = readString(chunk, at, addToKey, 'colon');
        else if (state === 'in string') at = readString(chunk, at, (part) => onPiece(key, part), 'next');
        else state = step(chunk[at++]!);
      }
    },
    end() {
      if (state !== 'done') throw new SyntaxError('The response ended too early.');
    },
  };
}
