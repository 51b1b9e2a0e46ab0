/** A word of a prompt. */
export interface Token {
  /** Small letters; `,` for any mark that ends a phrase. */
  readonly text: string;
  /** As it was written. */
  readonly written: string;
}

/** Words beyond this many are not read: no sentence that fits a scene is longer. */
export const MAX_TOKENS = 400;

const WORD = /[\p{Script=Han}]+|[\p{L}\p{M}\p{N}&]+(?:['’][\p{L}]+)?|[,;.:!?\n，。、；：！？()]/gu;

/**
 * The words of a prompt, the first `MAX_TOKENS`; hyphens part words, other signs and emoji are passed over. Chinese has
 * no spaces: its runs are cut into the longest words `isKnown` has, single signs where it has none. O(length).
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

/** Longest Chinese word. */
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
