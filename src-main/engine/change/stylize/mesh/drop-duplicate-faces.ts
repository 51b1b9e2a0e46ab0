/**
 * Triangles without the pairs that lie on each other face to face, with the same three corners: edge collapse leaves
 * them of specks, and nothing is closed in between. A closed surface stays closed. O(triangles).
 */
export function dropDuplicateFaces(indices: Uint32Array): Uint32Array {
  const places = new Map<string, number>();
  const isDropped = new Uint8Array(indices.length / 3);
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t]!, indices[t + 1]!, indices[t + 2]!];
    const turned = places.get(nameOf(a, c, b));
    if (turned === undefined || isDropped[turned]) places.set(nameOf(a, b, c), t / 3);
    else isDropped[turned] = isDropped[t / 3] = 1;
  }
  return indices.filter((_, i) => !isDropped[Math.floor(i / 3)]);
}

/** The same for all three ways to begin a triangle. */
function nameOf(a: number, b: number, c: number): string {
  if (a < b && a < c) return `${a},${b},${c}`;
  return b < c ? `${b},${c},${a}` : `${c},${a},${b}`;
}
