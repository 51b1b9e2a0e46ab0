/**
 * Returns the index of the list that contains an item, for concatenated lists; `firsts` are the ascending numbers of
 * their first items. O(log lists).
 */
export function findRangeIndex(firsts: ArrayLike<number>, item: number): number {
  let [low, high] = [0, firsts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (firsts[middle]! <= item) low = middle;
    else high = middle - 1;
  }
  return low;
}
