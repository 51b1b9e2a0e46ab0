/** An item that can be searched. */
export interface MatchedText {
  readonly id: string;
  /** Its names, in the language of the page first. */
  readonly words: readonly string[];
}

/** Scores of a match: at the start of the text, at the start of a word, or anywhere. */
const FIT = { start: 3, word: 2, inside: 1 } as const;

/**
 * Returns the items that match a query: every word of it occurs in one of the names, in any order and case. Best
 * matches come first. Ties, and all items if the query is empty, are ordered by recent use (`recent`, newest first),
 * then by the given order.
 */
export function matchQuery<T extends MatchedText>(all: readonly T[], query: string, recent: readonly string[]): T[] {
  const asked = query.toLowerCase().split(/\s+/).filter(Boolean);
  const lately = (id: string): number => {
    const at = recent.indexOf(id);
    return at === -1 ? recent.length : at;
  };
  return all
    .map((each, index) => ({ each, index, fit: fitOf(each.words, asked), late: lately(each.id) }))
    .filter(({ fit }) => fit !== null)
    .sort((one, other) => (other.fit ?? 0) - (one.fit ?? 0) || one.late - other.late || one.index - other.index)
    .map(({ each }) => each);
}

/** Returns the score of all words; null if one of them does not match. */
function fitOf(names: readonly string[], asked: readonly string[]): number | null {
  const texts = names.map((name) => name.toLowerCase());
  let sum = 0;
  for (const word of asked) {
    const best = Math.max(...texts.map((text) => fitIn(text, word)));
    if (best === 0) return null;
    sum += best;
  }
  return sum;
}

function fitIn(text: string, word: string): number {
  let best = 0;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (at === 0) return FIT.start;
    best = Math.max(best, /[\p{L}\p{N}]/u.test(text.charAt(at - 1)) ? FIT.inside : FIT.word);
  }
  return best;
}
