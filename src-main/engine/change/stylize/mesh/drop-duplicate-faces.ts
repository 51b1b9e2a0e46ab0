/**
 * Removes pairs of triangles with the same corners and opposite winding, which edge collapse leaves of tiny components;
 * they enclose no volume. A closed surface remains closed. O(triangles).
 */
export function dropDuplicateFaces(indices: Uint32Array): Uint32Array {
  const faceByKey = new Map<string, number>();
  const isDropped = new Uint8Array(indices.length / 3);
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t]!, indices[t + 1]!, indices[t + 2]!];
    const opposite = faceByKey.get(faceKey(a, c, b));
    if (opposite === undefined || isDropped[opposite]) faceByKey.set(faceKey(a, b, c), t / 3);
    else isDropped[opposite] = isDropped[t / 3] = 1;
  }
  return indices.filter((_, i) => !isDropped[Math.floor(i / 3)]);
}

/** Returns a key that is equal for all rotations of the corners. */
function faceKey(a: number, b: number, c: number): string {
  if (a < b && a < c) return `${a},${b},${c}`;
  return b < c ? `${b},${c},${a}` : `${c},${a},${b}`;
}
