/**
 * Adds an option to a list, or removes it if present. Returns `undefined` if the list is empty. A value that is not a
 * list is replaced.
 */
export function toggleOption(value: unknown, word: string): readonly unknown[] | undefined {
  const words: readonly unknown[] = Array.isArray(value) ? value : [];
  const next = words.includes(word) ? words.filter((each) => each !== word) : [...words, word];
  return next.length > 0 ? next : undefined;
}
