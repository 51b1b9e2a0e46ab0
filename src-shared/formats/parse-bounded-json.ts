/** Limits of a JSON text from outside. */
export interface JsonLimits {
  /** Maximum number of values and names of members. */
  readonly values: number;
  /** Maximum number of objects and arrays inside each other. */
  readonly depth: number;
}

/** Enough for the largest answer and request of the interface, and for every file that programs exchange. */
export const JSON_LIMITS: JsonLimits = { values: 100_000, depth: 64 };

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** A JSON text exceeds a limit; nothing of it was parsed. */
export class JsonLimitError extends SyntaxError {
  override readonly name = 'JsonLimitError';
  readonly limit: keyof JsonLimits;

  constructor(limit: keyof JsonLimits, text: string) {
    super(text);
    this.limit = limit;
  }
}

/**
 * Parses a JSON text from outside (RFC 8259). Values and depth are counted before anything is created, in one pass: a
 * schema library that reports an issue per value needs a thousand times the memory of a text of wrong values. Throws
 * SyntaxError, also for a text above the limits.
 */
export function parseBoundedJson(text: string, limits: JsonLimits = JSON_LIMITS): unknown {
  assertJsonBounds(text, limits);
  return JSON.parse(text);
}

/** Parses the JSON text of a file in the same way. Editors of Windows may put a byte order mark in front. */
export function parseJsonFile(text: string): unknown {
  return parseBoundedJson(text.replace(/^\ufeff/, ''));
}

/** Throws JsonLimitError for a text above the limits; says nothing about its syntax. */
export function assertJsonBounds(text: string, limits: JsonLimits = JSON_LIMITS): void {
  let values = 1;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = skipString(text, at);
    else if (code === COMMA || code === COLON) values++;
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      values++;
      depth++;
      if (depth > limits.depth)
        throw new JsonLimitError('depth', `The JSON is nested more than ${limits.depth} levels deep.`);
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth--;
    if (values > limits.values) throw new JsonLimitError('values', `The JSON has more than ${limits.values} values.`);
  }
}

/** Returns the index of the quote that ends a string, or the last index of the text. */
function skipString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length - 1;
}
