/** Maximum number of triangles on one edge that are searched for a partner. */
const MAX_CANDIDATES = 16;
/** Number of edges at one vertex above which the built-in sort is used. */
const MANY = 48;

/**
 * Returns three per triangle, over the edge that begins at that corner: the neighbour's number; −1 if there is none.
 * Neighbours run along their edge in opposite directions; if there are several, those with the most similar normals are
 * chosen.
 *
 * `corners`: three vertices per triangle, below `vertexCount`; `normals`: xyz per triangle. O(n), O(n log n) where many
 * edges meet in one vertex.
 */
export function linkEdgeFaces(corners: Uint32Array, vertexCount: number, normals: Float64Array): Int32Array {
  const neighbours = new Int32Array(corners.length).fill(-1);
  // Edges by their lower vertex, and their higher one.
  const firsts = new Uint32Array(vertexCount + 2);
  for (let edge = 0; edge < corners.length; edge++) {
    const from = corners[edge]!;
    const to = nextCorner(edge);
    if (from !== to) firsts[Math.min(from, to) + 2]!++;
  }
  for (let vertex = 2; vertex < firsts.length; vertex++) firsts[vertex]! += firsts[vertex - 1]!;
  const edges = new Uint32Array(firsts.at(-1)!);
  const ends = new Uint32Array(edges.length);
  for (let edge = 0; edge < corners.length; edge++) {
    const from = corners[edge]!;
    const to = nextCorner(edge);
    if (from === to) continue;
    const place = firsts[Math.min(from, to) + 1]!++;
    edges[place] = edge;
    ends[place] = Math.max(from, to);
  }
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const end = firsts[vertex + 1]!;
    sort(firsts[vertex]!, end);
    for (let start = firsts[vertex]!; start < end;) {
      let next = start + 1;
      while (next < end && ends[next] === ends[start]) next++;
      for (let at = start; at < next - 1; at++) link(at, next);
      start = next;
    }
  }
  return neighbours;

  function nextCorner(edge: number): number {
    return corners[edge % 3 === 2 ? edge - 2 : edge + 1]!;
  }

  /** Sorts the edges of one vertex by their other end, those with the same one by number. */
  function sort(start: number, end: number): void {
    if (end - start > MANY) {
      const keys = Float64Array.from(edges.subarray(start, end), (edge, i) => ends[start + i]! * corners.length + edge);
      keys.sort().forEach((key, i) => {
        edges[start + i] = key % corners.length;
        ends[start + i] = Math.floor(key / corners.length);
      });
      return;
    }
    for (let at = start + 1; at < end; at++) {
      const edge = edges[at]!;
      const far = ends[at]!;
      let place = at;
      for (; place > start && ends[place - 1]! > far; place--) {
        edges[place] = edges[place - 1]!;
        ends[place] = ends[place - 1]!;
      }
      edges[place] = edge;
      ends[place] = far;
    }
  }

  /** Finds the partner of an edge among those after it with the same ends. */
  function link(at: number, end: number): void {
    const edge = edges[at]!;
    if (neighbours[edge] !== -1) return;
    const face = Math.floor(edge / 3);
    let partner = -1;
    let most = -Infinity;
    for (let other = at + 1; other < Math.min(end, at + MAX_CANDIDATES); other++) {
      const candidate = edges[other]!;
      if (neighbours[candidate] !== -1 || corners[candidate] === corners[edge]) continue;
      const neighbour = Math.floor(candidate / 3);
      const similarity =
        normals[face * 3]! * normals[neighbour * 3]! +
        normals[face * 3 + 1]! * normals[neighbour * 3 + 1]! +
        normals[face * 3 + 2]! * normals[neighbour * 3 + 2]!;
      if (similarity <= most || neighbour === face) continue;
      most = similarity;
      partner = candidate;
    }
    if (partner === -1) return;
    neighbours[edge] = Math.floor(partner / 3);
    neighbours[partner] = face;
  }
}
