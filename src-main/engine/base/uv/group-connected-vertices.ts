/** Returns for each vertex the lowest number of the vertices connected to it through triangles. Near O(n). */
export function groupConnectedVertices(indices: Uint32Array, count: number): Uint32Array {
  const parents = Uint32Array.from({ length: count }, (_, vertex) => vertex);
  const rootOf = (vertex: number): number => {
    let at = vertex;
    while (parents[at] !== at) at = parents[at] = parents[parents[at]!]!;
    return at;
  };
  const join = (a: number, b: number): void => {
    const [x, y] = [rootOf(a), rootOf(b)];
    parents[Math.max(x, y)] = Math.min(x, y);
  };
  for (let i = 0; i < indices.length; i += 3) {
    join(indices[i]!, indices[i + 1]!);
    join(indices[i]!, indices[i + 2]!);
  }
  return parents.map((_, vertex) => rootOf(vertex));
}
