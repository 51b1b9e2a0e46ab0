/**
 * Creates a function that cuts a connected set of triangles into the half that is nearest to one end of it and the
 * connected components of the rest, and an unconnected set into one component and the others. O(triangles) a cut.
 *
 * `neighbours`: three per triangle, −1 if there is none.
 */
export function createChartSplitter(neighbours: Int32Array): (faces: Uint32Array) => Uint32Array[] {
  // Last mark of each triangle: a new number for each set that is visited.
  const marks = new Int32Array(neighbours.length / 3);
  let mark = 0;

  return (faces) => {
    const far = walk(faces[0]!, markAll(faces)).at(-1)!;
    const order = walk(far, markAll(faces));
    const near = order.length < faces.length ? order : order.slice(0, order.length >> 1);
    const rest = markAll(faces);
    for (const face of near) marks[face] = 0;
    const pieces = [near];
    for (const face of faces) if (marks[face] === rest) pieces.push(walk(face, rest));
    return pieces.map((piece) => Uint32Array.from(piece));
  };

  function markAll(faces: Uint32Array): number {
    mark++;
    for (const face of faces) marks[face] = mark;
    return mark;
  }

  /** Returns the triangles with a mark that are connected to one, nearest first, and clears their mark. */
  function walk(start: number, among: number): number[] {
    const queue = [start];
    marks[start] = 0;
    for (const face of queue) {
      for (let edge = face * 3; edge < face * 3 + 3; edge++) {
        const next = neighbours[edge]!;
        if (next < 0 || marks[next] !== among) continue;
        marks[next] = 0;
        queue.push(next);
      }
    }
    return queue;
  }
}
