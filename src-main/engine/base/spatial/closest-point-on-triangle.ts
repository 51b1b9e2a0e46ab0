/** Barycentric weights of a point on a triangle, and its squared distance to the query point. */
export interface TrianglePoint {
  a: number;
  b: number;
  c: number;
  squared: number;
}

/**
 * Writes the point of a triangle nearest to (x, y, z) to `result` (Ericson, Real-Time Collision Detection, 5.1.5). `p`,
 * `q`, `r` are the offsets of the corners in `positions`. For a degenerate triangle the point is on one of its edges.
 */
export function closestPointOnTriangle(
  positions: Float32Array,
  p: number,
  q: number,
  r: number,
  x: number,
  y: number,
  z: number,
  result: TrianglePoint,
): void {
  const px = positions[p]!;
  const py = positions[p + 1]!;
  const pz = positions[p + 2]!;
  const ux = positions[q]! - px;
  const uy = positions[q + 1]! - py;
  const uz = positions[q + 2]! - pz;
  const vx = positions[r]! - px;
  const vy = positions[r + 1]! - py;
  const vz = positions[r + 2]! - pz;
  const wx = x - px;
  const wy = y - py;
  const wz = z - pz;
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const wu = wx * ux + wy * uy + wz * uz;
  const wv = wx * vx + wy * vy + wz * vz;
  const area = uu * vv - uv * uv;
  let b = area > 0 ? (vv * wu - uv * wv) / area : -1;
  let c = area > 0 ? (uu * wv - uv * wu) / area : -1;
  if (b < 0 || c < 0 || b + c > 1) {
    // Outside: the nearest point on the three edges.
    let best = Infinity;
    const onU = uu > 0 ? clamp(wu / uu) : 0;
    const onV = vv > 0 ? clamp(wv / vv) : 0;
    const edge = uu - 2 * uv + vv;
    const onE = edge > 0 ? clamp((wv - wu + uu - uv) / edge) : 0;
    for (let side = 0; side < 3; side++) {
      const sb = side === 0 ? onU : side === 1 ? 0 : 1 - onE;
      const sc = side === 0 ? 0 : side === 1 ? onV : onE;
      const far = sb * sb * uu + 2 * sb * sc * uv + sc * sc * vv - 2 * (sb * wu + sc * wv);
      if (far >= best) continue;
      best = far;
      b = sb;
      c = sc;
    }
  }
  const dx = wx - b * ux - c * vx;
  const dy = wy - b * uy - c * vy;
  const dz = wz - b * uz - c * vz;
  result.a = 1 - b - c;
  result.b = b;
  result.c = c;
  result.squared = dx * dx + dy * dy + dz * dz;
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
