/** Two faces that may be one. */
export interface QuadPair {
  readonly first: number;
  readonly second: number;
}

/** How many faces one search looks at, so that bad luck costs milliseconds at most. */
const MAX_LOOKED_AT = 4096;

/**
 * Chooses pairs so that no face is in two and few are left alone: for each face the place of its pair in `pairs`, or −1.
 * A face may be in three pairs at most.
 *
 * Earlier pairs go first. Then each face that is alone looks for a chain of pairs to another one along which every second
 * pair is chosen: exchanging chosen and unchosen leaves both paired (Berge 1957). Odd circles are not shrunk, which
 * misses a few.
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
  // The search that looked at a face last, and the pair it came by.
  const seen = new Int32Array(faceCount).fill(-1);
  const via = new Int32Array(faceCount);

  /** Exchanges along the chain that ends in a face that is alone. */
  function exchange(end: number): void {
    for (let face = end; ;) {
      const pair = via[face]!;
      const before = other(pair, face);
      const given = chosen[before]!;
      chosen[face] = pair;
      chosen[before] = pair;
      if (given === -1) return;
      face = other(given, before);
    }
  }

  function search(start: number): void {
    const queue = [start];
    seen[start] = start;
    for (let next = 0; next < queue.length && queue.length < MAX_LOOKED_AT; next++) {
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
