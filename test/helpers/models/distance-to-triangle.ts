/**
 * The squared distance of a point to the triangle that starts at `indices[at]`; a triangle without area counts as its
 * first corner. Source: Ericson, "Real-Time Collision Detection", 5.1.5.
 */
export function distanceToTriangle(
  positions: Float32Array,
  indices: Uint32Array,
  at: number,
  x: number,
  y: number,
  z: number,
): number {
  const a = 3 * indices[at]!;
  const b = 3 * indices[at + 1]!;
  const c = 3 * indices[at + 2]!;
  const [ux, uy, uz] = [
    positions[b]! - positions[a]!,
    positions[b + 1]! - positions[a + 1]!,
    positions[b + 2]! - positions[a + 2]!,
  ];
  const [vx, vy, vz] = [
    positions[c]! - positions[a]!,
    positions[c + 1]! - positions[a + 1]!,
    positions[c + 2]! - positions[a + 2]!,
  ];
  const [px, py, pz] = [x - positions[a]!, y - positions[a + 1]!, z - positions[a + 2]!];

  /** Squared distance to a + s·u + t·v. */
  const to = (s: number, t: number): number => {
    const [dx, dy, dz] = [px - s * ux - t * vx, py - s * uy - t * vy, pz - s * uz - t * vz];
    return dx * dx + dy * dy + dz * dz;
  };
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const up = ux * px + uy * py + uz * pz;
  const vp = vx * px + vy * py + vz * pz;
  const area = uu * vv - uv * uv;
  if (!(area > 0)) return to(0, 0);

  const s = (vv * up - uv * vp) / area;
  const t = (uu * vp - uv * up) / area;
  if (s >= 0 && t >= 0 && s + t <= 1) return to(s, t);
  const alongU = clamp(up / uu);
  const alongV = clamp(vp / vv);
  const across = clamp((vp - up + uu - uv) / (uu - 2 * uv + vv));
  return Math.min(to(alongU, 0), to(0, alongV), to(1 - across, across));
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
