/** A list of words with one more, or without it where it was in; `undefined`: none is left. What is no list becomes one. */
export function toggleOption(value: unknown, word: string): readonly unknown[] | undefined {
  const words: readonly unknown[] = Array.isArray(value) ? value : [];
  const next = words.includes(word) ? words.filter((each) => each !== word) : [...words, word];
  return next.length > 0 ? next : undefined;
}
