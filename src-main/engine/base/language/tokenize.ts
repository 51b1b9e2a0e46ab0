/** A word of a prompt. */
export interface Token {
  /** Lower case; `,` for any mark that ends a phrase. */
  readonly text: string;
  /** The word as entered. */
  readonly written: string;
}

/** Maximum number of words that are read: longer prompts do not fit a scene. */
export const MAX_TOKENS = 400;

const WORD = /[\p{Script=Han}]+|[\p{L}\p{M}\p{N}&]+(?:['’][\p{L}]+)?|[,;.:!?\n，。、；：！？()]/gu;

/**
 * Splits a prompt into words, at most `MAX_TOKENS`. Hyphens separate words; other signs and emoji are ignored. Chinese
 * has no spaces: its runs are split into the longest words that `isKnown` accepts, otherwise into single characters.
 * O(length).
 */
export function tokenize(prompt: string, isKnown: (word: string) => boolean): Token[] {
  const tokens: Token[] = [];
  for (const [written] of prompt.normalize('NFKC').matchAll(WORD)) {
    if (tokens.length >= MAX_TOKENS) break;
    if (/^\p{Script=Han}/u.test(written)) {
      tokens.push(...cutChinese(written, isKnown));
    } else {
      const isMark = /^[^\p{L}\p{N}&]/u.test(written);
      tokens.push({ text: isMark ? ',' : written.toLowerCase().replace(/['’]s$/, ''), written });
    }
  }
  return tokens.slice(0, MAX_TOKENS);
}

/** Maximum length of a Chinese word. */
const LONGEST = 5;

function cutChinese(run: string, isKnown: (word: string) => boolean): Token[] {
  const signs = [...run].slice(0, MAX_TOKENS * LONGEST);
  const tokens: Token[] = [];
  for (let at = 0; at < signs.length;) {
    let length = Math.min(LONGEST, signs.length - at);
    while (length > 1 && !isKnown(signs.slice(at, at + length).join(''))) length--;
    const word = signs.slice(at, at + length).join('');
    tokens.push({ text: word, written: word });
    at += length;
  }
  return tokens;
}
