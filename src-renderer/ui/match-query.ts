/** Something that can be looked for. */
export interface MatchedText {
  readonly id: string;
  /** What it is called, in the language of the page first. */
  readonly words: readonly string[];
}

/** How well a word fits a text: from its begin, from the begin of a word in it, somewhere inside. */
const FIT = { start: 3, word: 2, inside: 1 } as const;

/**
 * What fits a query: every word of it stands somewhere in one of the names, in any order and case. The best fit comes
 * first; of equals, and without a query, what was used lately (`recent`, the last one first), then the order given.
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

/** How well all words fit; null: one of them fits nowhere. */
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
