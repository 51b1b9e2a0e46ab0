/**
 * Returns the number of letters to insert, delete, replace or swap with their neighbour to turn one word into another
 * (Damerau–Levenshtein).
 */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let best = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, before[j - 2]! + 1);
      row.push(best);
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}

/** Longer words are not treated as typing mistakes. */
const LONGEST_WORD = 24;

/** Returns at most `count` of the most similar known words, best first; at most a third of the letters may differ. */
export function findSimilarWords(word: string, known: readonly string[], count: number): string[] {
  if (word.length < 3 || word.length > LONGEST_WORD) return [];
  const most = Math.floor(word.length / 3);
  return known
    .filter((other) => Math.abs(other.length - word.length) <= most)
    .map((other) => ({ other, distance: editDistance(word, other) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance || (a.other < b.other ? -1 : 1))
    .slice(0, count)
    .map(({ other }) => other);
}

/** In shorter words, another letter often makes another word. Long names may differ in two letters. */
const SHORTEST_NAME = 6;
const LONG_NAME = 8;

/** Returns the name that a misspelled word most likely means: the same first letter, one other letter, or two if it is long. */
export function findMisspelledName(word: string, names: readonly string[]): string | null {
  if (!/^[a-z]+$/.test(word) || word.length < SHORTEST_NAME) return null;
  const [name] = findSimilarWords(
    word,
    names.filter((other) => other[0] === word[0]),
    1,
  );
  if (name === undefined) return null;
  return editDistance(word, name) <= (word.length >= LONG_NAME ? 2 : 1) ? name : null;
}
