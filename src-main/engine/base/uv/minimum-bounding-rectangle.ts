/** Maximum number of hull edges that are tried; of more edges an evenly spaced subset. */
const MAX_TRIED = 256;

/** A rotation of points in the plane, and their bounding box after it. */
export interface UprightRotation {
  readonly cos: number;
  readonly sin: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Finds the rotation for which the axis-aligned bounding box of points in the plane has the least area and is not wider
 * than high. One side of the smallest rectangle is on an edge of the convex hull (Freeman and Shapira 1975); the hull
 * is computed as a monotone chain (Andrew 1979). `points`: numbers of points, x and y at `places[2 × number]`. O(n log
 * n).
 */
export function findUprightRotation(places: ArrayLike<number>, points: readonly number[]): UprightRotation {
  const hull = findHull(places, points);
  let best = turnBy(places, hull, 1, 0);
  const step = Math.max(1, hull.length / MAX_TRIED);
  for (let edge = 0; edge < hull.length; edge += step) {
    const from = hull[Math.floor(edge)]! * 2;
    const to = hull[(Math.floor(edge) + 1) % hull.length]! * 2;
    const x = places[to]! - places[from]!;
    const y = places[to + 1]! - places[from + 1]!;
    const length = Math.sqrt(x * x + y * y);
    if (!(length > 0)) continue;
    const turn = turnBy(places, hull, x / length, -y / length);
    if (turn.width * turn.height < best.width * best.height * (1 - 1e-9)) best = turn;
  }
  return best.width > best.height ? turnBy(places, hull, -best.sin, best.cos) : best;
}

function turnBy(places: ArrayLike<number>, points: readonly number[], cos: number, sin: number): UprightRotation {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const point of points) {
    const x = cos * places[point * 2]! - sin * places[point * 2 + 1]!;
    const y = sin * places[point * 2]! + cos * places[point * 2 + 1]!;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  return { cos, sin, left, top, width: right - left, height: bottom - top };
}

function findHull(places: ArrayLike<number>, points: readonly number[]): number[] {
  const x = (point: number): number => places[point * 2]!;
  const y = (point: number): number => places[point * 2 + 1]!;
  const sorted = [...points].sort((a, b) => x(a) - x(b) || y(a) - y(b));
  const chain = (order: readonly number[]): number[] => {
    const made: number[] = [];
    for (const point of order) {
      while (made.length > 1) {
        const [a, b] = [made.at(-2)!, made.at(-1)!];
        if ((x(b) - x(a)) * (y(point) - y(a)) - (y(b) - y(a)) * (x(point) - x(a)) > 0) break;
        made.pop();
      }
      made.push(point);
    }
    return made.slice(0, -1);
  };
  const lower = chain(sorted);
  const hull = lower.concat(chain(sorted.reverse()));
  return hull.length > 0 ? hull : points.slice(0, 1);
}
