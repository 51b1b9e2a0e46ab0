/**
 * Joins directed edges (pairs of point numbers) to simple closed loops, each a list of points in the edges' direction.
 *
 * Where several edges leave one point, a loop is closed as soon as the walk reaches a point again, so no loop touches
 * itself. Dead ends (an open surface) and loops of two edges, which cancel out, are left out. O(edges).
 */
export function traceLoops(edges: ArrayLike<number>): number[][] {
  const leaving = new Map<number, number[]>();
  for (let i = 0; i < edges.length; i += 2) {
    const ends = leaving.get(edges[i]!);
    if (ends) ends.push(edges[i + 1]!);
    else leaving.set(edges[i]!, [edges[i + 1]!]);
  }

  const loops: number[][] = [];
  for (const start of leaving.keys()) {
    const path: number[] = [];
    const places = new Map<number, number>();
    let point: number | undefined = start;
    while (point !== undefined) {
      const place = places.get(point);
      if (place !== undefined) {
        const loop = path.splice(place);
        for (const passed of loop) places.delete(passed);
        if (loop.length > 2) loops.push(loop);
      }
      places.set(point, path.push(point) - 1);
      point = leaving.get(point)?.pop();
    }
  }
  return loops;
}
