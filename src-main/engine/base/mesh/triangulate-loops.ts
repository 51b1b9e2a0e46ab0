/** A point in the plane. */
type Point = readonly [x: number, y: number];

/**
 * Triangulates the area inside simple closed loops of point numbers: counter-clockwise loops (+x right, +y up) are
 * outlines, clockwise ones are holes in the smallest outline around them. Returns three point numbers per triangle,
 * counter-clockwise. No point is added or left out, so the triangles close a mesh along the loops exactly.
 *
 * Holes are bridged to their outline, then ears are clipped (Meisters 1975; bridges as in Eberly, “Triangulation by Ear
 * Clipping”). Self-intersecting loops still yield a triangle per ear, some overlapping. O(n²) for n points in an
 * outline.
 */
export function triangulateLoops(points: readonly Point[], loops: readonly (readonly number[])[]): number[] {
  const sized = loops.map((loop) => ({ loop, area: loopArea(points, loop), holes: [] as (readonly number[])[] }));
  const outlines = sized.filter(({ area }) => area > 0).sort((a, b) => a.area - b.area);
  for (const { loop, area } of sized) {
    if (area > 0) continue;
    const around = outlines.find(
      (outline) => outline.area > -area && isInside(points, outline.loop, points[loop[0]!]!),
    );
    // A hole outside of all outlines is an inverted surface: it is closed with its own direction.
    if (around) around.holes.push(loop);
    else outlines.push({ loop, area, holes: [] });
  }
  return outlines.flatMap(({ loop, area, holes }) => {
    if (area > 0) return clipEars(points, bridgeHoles(points, loop, holes));
    const mirrored = points.map(([x, y]): Point => [x, -y]);
    return clipEars(mirrored, [...loop]);
  });
}

function loopArea(points: readonly Point[], loop: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < loop.length; i++) {
    const [x0, y0] = points[loop[i]!]!;
    const [x1, y1] = points[loop[(i + 1) % loop.length]!]!;
    sum += x0 * y1 - x1 * y0;
  }
  return sum / 2;
}

/** True if a point is inside a loop, by the even-odd rule along a ray to +x. */
function isInside(points: readonly Point[], loop: readonly number[], [x, y]: Point): boolean {
  let inside = false;
  for (let i = 0; i < loop.length; i++) {
    const [x0, y0] = points[loop[i]!]!;
    const [x1, y1] = points[loop[(i + 1) % loop.length]!]!;
    if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) inside = !inside;
  }
  return inside;
}

/** Joins each hole to its outline at the hole's rightmost point: one loop, with some points twice. */
function bridgeHoles(
  points: readonly Point[],
  outline: readonly number[],
  holes: readonly (readonly number[])[],
): number[] {
  let joined = [...outline];
  const rightmost = (hole: readonly number[]): number =>
    hole.reduce((best, point, i) => (points[point]![0] > points[hole[best]!]![0] ? i : best), 0);
  const sorted = holes
    .map((hole) => ({ hole, start: rightmost(hole) }))
    .sort((a, b) => points[b.hole[b.start]!]![0] - points[a.hole[a.start]!]![0]);
  for (const { hole, start } of sorted) {
    const at = findBridge(points, joined, points[hole[start]!]!);
    const opened = [...hole.slice(start), ...hole.slice(0, start)];
    joined = [...joined.slice(0, at + 1), ...opened, hole[start]!, ...joined.slice(at)];
  }
  return joined;
}

/** Returns the index in the loop of the nearest point visible from `from`: the line between them crosses no edge. */
function findBridge(points: readonly Point[], loop: readonly number[], from: Point): number {
  const near = loop
    .map((point, at) => ({ at, far: Math.hypot(points[point]![0] - from[0], points[point]![1] - from[1]) }))
    .sort((a, b) => a.far - b.far);
  const seen = near.find(({ at }) => {
    const to = points[loop[at]!]!;
    const before = points[loop[(at + loop.length - 1) % loop.length]!]!;
    const after = points[loop[(at + 1) % loop.length]!]!;
    if (!isInWedge(before, to, after, from)) return false;
    return loop.every((point, i) => !cross(from, to, points[point]!, points[loop[(i + 1) % loop.length]!]!));
  });
  return (seen ?? near[0]!).at;
}

/** True if a loop's interior at corner `at` opens towards `target`: a bridged corner is in the loop twice. */
function isInWedge(before: Point, at: Point, after: Point, target: Point): boolean {
  const left = turn(before, at, target) >= 0;
  const right = turn(at, after, target) >= 0;
  return turn(before, at, after) >= 0 ? left && right : left || right;
}

function cross(a: Point, b: Point, c: Point, d: Point): boolean {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

/** Returns twice the signed area of a triangle; positive if it is counter-clockwise. */
function turn(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
}

function clipEars(points: readonly Point[], loop: number[]): number[] {
  const triangles: number[] = [];
  const rest = loop;
  let at = 0;
  let misses = 0;
  while (rest.length > 3) {
    const n = rest.length;
    at %= n;
    // After a full round without an ear, clip the flattest corner: the number of triangles must be exact.
    if (misses >= n) at = flattest(points, rest);
    if (misses >= n || isEar(points, rest, at)) {
      triangles.push(rest[(at + n - 1) % n]!, rest[at]!, rest[(at + 1) % n]!);
      rest.splice(at, 1);
      misses = 0;
      // Stepping forwards, not back, makes triangles of even size instead of a fan.
    } else misses++;
    at++;
  }
  if (rest.length === 3) triangles.push(...rest);
  return triangles;
}

function isEar(points: readonly Point[], loop: readonly number[], at: number): boolean {
  const n = loop.length;
  const [before, corner, after] = [loop[(at + n - 1) % n]!, loop[at]!, loop[(at + 1) % n]!];
  const [a, b, c] = [points[before]!, points[corner]!, points[after]!];
  if (turn(a, b, c) <= 0) return false;
  return loop.every((point) => {
    if (point === before || point === corner || point === after) return true;
    const p = points[point]!;
    return turn(a, b, p) < 0 || turn(b, c, p) < 0 || turn(c, a, p) < 0;
  });
}

function flattest(points: readonly Point[], loop: readonly number[]): number {
  const n = loop.length;
  let best = 0;
  let least = Infinity;
  for (let i = 0; i < n; i++) {
    const area = Math.abs(turn(points[loop[(i + n - 1) % n]!]!, points[loop[i]!]!, points[loop[(i + 1) % n]!]!));
    if (area < least) [best, least] = [i, area];
  }
  return best;
}
