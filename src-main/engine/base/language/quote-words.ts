/** Maximum number of words that are listed, and the longest that is shown in full. */
const MAX_LISTED = 12;
const LONGEST_SHOWN = 24;

/** Formats words of a prompt for a sentence: quoted, long words cut, extra words counted: “a”, “b” and 3 more. */
export function quoteWords(words: Iterable<string>): string {
  const all = [...words];
  const listed = all.slice(0, MAX_LISTED).map((word) => `“${shorten(word)}”`);
  const rest = all.length - listed.length;
  return `${listed.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function shorten(word: string): string {
  const signs = [...word];
  return signs.length > LONGEST_SHOWN ? `${signs.slice(0, LONGEST_SHOWN).join('')}…` : word;
}
