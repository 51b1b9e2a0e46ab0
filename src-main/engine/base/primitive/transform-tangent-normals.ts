/**
 * Computes for each triangle how the x and y of a tangent-space normal change when its UVs do: [m0, m1, m2, m3] with x'
 * = m0·x + m1·y, y' = m2·x + m3·y. The tangent follows u, the bitangent goes against v (glTF 2.0, 3.9.2: +Y is up, v
 * runs down), and either UV layout may mirror. Exact for charts that are rotated and scaled as a whole; where triangles
 * are unwrapped again the tangent frame is assumed constant over a triangle. Degenerate triangles keep x and y.
 * O(triangles).
 */
export function transformTangentNormals(
  positions: Float32Array,
  triangles: Uint32Array,
  oldUvs: Float32Array,
  newUvs: Float32Array,
): Float32Array {
  const turns = new Float32Array((triangles.length / 3) * 4);
  for (let face = 0; face < triangles.length / 3; face++) {
    const corners = [triangles[face * 3]!, triangles[face * 3 + 1]!, triangles[face * 3 + 2]!] as const;
    const old = tangentOf(positions, corners, oldUvs);
    const now = tangentOf(positions, corners, newUvs);
    turns.set(old && now ? turnBetween(old, now) : [1, 0, 0, 1], face * 4);
  }
  return turns;
}

/** A triangle's tangent in coordinates of its plane (counter-clockwise from outside), and its handedness. */
interface Tangent {
  readonly x: number;
  readonly y: number;
  /** −1: u, v run counter-clockwise like the corners, so that the bitangent, against v, is left-handed. */
  readonly sign: 1 | -1;
}

function turnBetween(old: Tangent, now: Tangent): [number, number, number, number] {
  const cos = old.x * now.x + old.y * now.y;
  const sin = now.x * old.y - now.y * old.x;
  return [cos, -sin * old.sign, sin * now.sign, cos * old.sign * now.sign];
}

function tangentOf(
  positions: Float32Array,
  [a, b, c]: readonly [number, number, number],
  uvs: Float32Array,
): Tangent | null {
  const edge = (to: number, k: number): number => positions[to * 3 + k]! - positions[a * 3 + k]!;
  const ab = Math.hypot(edge(b, 0), edge(b, 1), edge(b, 2));
  if (ab === 0) return null;
  // In the plane: b is on the x axis, c above it.
  const cx = (edge(c, 0) * edge(b, 0) + edge(c, 1) * edge(b, 1) + edge(c, 2) * edge(b, 2)) / ab;
  const cy = Math.sqrt(Math.max(0, edge(c, 0) ** 2 + edge(c, 1) ** 2 + edge(c, 2) ** 2 - cx * cx));
  const [u1, v1] = [uvs[b * 2]! - uvs[a * 2]!, uvs[b * 2 + 1]! - uvs[a * 2 + 1]!];
  const [u2, v2] = [uvs[c * 2]! - uvs[a * 2]!, uvs[c * 2 + 1]! - uvs[a * 2 + 1]!];
  const area = u1 * v2 - u2 * v1;
  const side = area > 0 ? 1 : -1;
  const x = (v2 * ab - v1 * cx) * side;
  const y = -v1 * cy * side;
  const length = Math.hypot(x, y);
  if (area === 0 || cy === 0 || !(length > 0)) return null;
  return { x: x / length, y: y / length, sign: side === 1 ? -1 : 1 };
}
