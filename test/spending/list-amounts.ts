/** Amounts in a text, without separators. */
export function listAmounts(words: string): string[] {
  return [...words.matchAll(/\d[\d,]*\.\d\d/g)].map(([amount]) => amount.replaceAll(',', ''));
}

/** The different amounts in a text except zero, sorted. */
export function listNonZeroAmounts(words: string): string[] {
  return [...new Set(listAmounts(words).filter((amount) => Number(amount) !== 0))].sort();
}
