const WHITESPACE = /\s*/y;

/** First tag of an HTML page (WHATWG MIME Sniffing, section 7.1). */
const HTML_TAG = /<(?:!doctype\s+html|html|head|body|title|meta|script|style|iframe|table|div|h1|br|p|a)\b/iy;

/**
 * Returns true if a text starts like an HTML page, after an XML declaration and comments. Not one regular expression:
 * repeated comments take exponential time to match.
 */
export function isHtml(text: string): boolean {
  let at = skipWhitespace(text, 0);
  if (text.slice(at, at + 5).toLowerCase() === '<?xml') {
    const end = text.indexOf('>', at);
    if (end < 0) return false;
    at = skipWhitespace(text, end + 1);
  }
  while (text.startsWith('<!--', at)) {
    const end = text.indexOf('-->', at + 4);
    if (end < 0) return false;
    at = skipWhitespace(text, end + 3);
  }
  HTML_TAG.lastIndex = at;
  return HTML_TAG.test(text);
}

function skipWhitespace(text: string, from: number): number {
  WHITESPACE.lastIndex = from;
  WHITESPACE.test(text);
  return WHITESPACE.lastIndex;
}
