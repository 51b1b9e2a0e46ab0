/** Two faces that can be merged into one. */
export interface QuadPair {
  readonly first: number;
  readonly second: number;
}

/** Maximum number of faces per search, which limits the worst case to milliseconds. */
const MAX_VISITED = 4096;

/**
 * Chooses pairs so that no face is in two and few are left unpaired. Returns for each face the index of its pair in
 * `pairs`, or −1. A face may be in three pairs at most.
 *
 * Earlier pairs have priority. Then each unpaired face searches for an augmenting path, a chain of pairs to another
 * unpaired face along which every second pair is chosen: exchanging chosen and unchosen pairs both (Berge 1957). Odd
 * cycles are not contracted, which misses a few.
 */
export function matchQuadPairs(pairs: readonly QuadPair[], faceCount: number): Int32Array {
  const chosen = new Int32Array(faceCount).fill(-1);
  const options = new Int32Array(faceCount * 3).fill(-1);
  const note = (face: number, pair: number): void => {
    const free = options.subarray(face * 3, face * 3 + 3).indexOf(-1);
    if (free >= 0) options[face * 3 + free] = pair;
  };
  pairs.forEach(({ first, second }, pair) => {
    note(first, pair);
    note(second, pair);
    if (chosen[first] !== -1 || chosen[second] !== -1) return;
    chosen[first] = pair;
    chosen[second] = pair;
  });

  const other = (pair: number, face: number): number => pairs[pair]!.first + pairs[pair]!.second - face;
  // For each face, the last search that visited it and the pair it was reached by.
  const seen = new Int32Array(faceCount).fill(-1);
  const via = new Int32Array(faceCount);

  /** Swaps chosen and unchosen pairs along the path that ends in an unpaired face. */
  function exchange(end: number): void {
    for (let face = end; ;) {
      const pair = via[face]!;
      const before = other(pair, face);
      const previous = chosen[before]!;
      chosen[face] = pair;
      chosen[before] = pair;
      if (previous === -1) return;
      face = other(previous, before);
    }
  }

  function search(start: number): void {
    const queue = [start];
    seen[start] = start;
    for (let next = 0; next < queue.length && queue.length < MAX_VISITED; next++) {
      const face = queue[next]!;
      for (let k = 0; k < 3; k++) {
        const pair = options[face * 3 + k]!;
        if (pair === -1) break;
        const neighbour = other(pair, face);
        if (seen[neighbour] === start) continue;
        seen[neighbour] = start;
        via[neighbour] = pair;
        if (chosen[neighbour] === -1) return exchange(neighbour);
        const mate = other(chosen[neighbour]!, neighbour);
        if (seen[mate] === start) continue;
        seen[mate] = start;
        queue.push(mate);
      }
    }
  }

  for (let face = 0; face < faceCount; face++) if (chosen[face] === -1) search(face);
  return chosen;
}
