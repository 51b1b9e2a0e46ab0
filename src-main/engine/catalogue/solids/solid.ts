/** A point or direction: x, y, z in metres, +Y up, +Z front. */
export type SolidPoint = readonly [x: number, y: number, z: number];

/**
 * A closed surface: every edge belongs to two triangles, wound counter-clockwise seen from outside. Metres, +Y up.
 * Vertices are shared wherever triangles meet, so UVs belong to corners.
 */
export interface Solid {
  /** xyz per vertex. */
  readonly positions: readonly number[];
  /** Three vertices per triangle. */
  readonly triangles: readonly number[];
  /** UV per corner of each triangle, in metres along the surface. */
  readonly uvs: readonly number[];
}

/** Computes the volume of a closed surface, negative if it is inside out. O(triangles). */
export function signedVolume({ positions: p, triangles }: Pick<Solid, 'positions' | 'triangles'>): number {
  let six = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]! * 3, triangles[t + 1]! * 3, triangles[t + 2]! * 3];
    six +=
      p[a]! * (p[b + 1]! * p[c + 2]! - p[b + 2]! * p[c + 1]!) +
      p[a + 1]! * (p[b + 2]! * p[c]! - p[b]! * p[c + 2]!) +
      p[a + 2]! * (p[b]! * p[c + 1]! - p[b + 1]! * p[c]!);
  }
  return six / 6;
}

/** Computes the area of a surface, square metres. O(triangles). */
export function solidArea({ positions: p, triangles }: Pick<Solid, 'positions' | 'triangles'>): number {
  let double = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]! * 3, triangles[t + 1]! * 3, triangles[t + 2]! * 3];
    const [ux, uy, uz] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!];
    const [vx, vy, vz] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!];
    double += Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
  }
  return double / 2;
}

/** Returns the same surface with flipped triangles. */
export function turnedInsideOut({ positions, triangles, uvs }: Solid): Solid {
  const turned = triangles.slice();
  const turnedUvs = uvs.slice();
  for (let t = 0; t < turned.length; t += 3) {
    [turned[t + 1], turned[t + 2]] = [turned[t + 2]!, turned[t + 1]!];
    for (let k = 0; k < 2; k++) {
      [turnedUvs[2 * t + 2 + k], turnedUvs[2 * t + 4 + k]] = [turnedUvs[2 * t + 4 + k]!, turnedUvs[2 * t + 2 + k]!];
    }
  }
  return { positions, triangles: turned, uvs: turnedUvs };
}

/** Placement of a solid: scaled, then rotated about x, y and z in this order (degrees), then translated. */
export interface Placement {
  readonly at?: SolidPoint;
  readonly turn?: SolidPoint;
  readonly scale?: number | SolidPoint;
}

/** Returns the placed solid; a mirroring scale keeps the outside outside. */
export function placeSolid(solid: Solid, { at = [0, 0, 0], turn = [0, 0, 0], scale = 1 }: Placement): Solid {
  const [sx, sy, sz] = typeof scale === 'number' ? [scale, scale, scale] : scale;
  const [rx, ry, rz] = turn.map((degrees) => (degrees * Math.PI) / 180) as [number, number, number];
  const positions = solid.positions.slice();
  for (let i = 0; i < positions.length; i += 3) {
    let [x, y, z] = [positions[i]! * sx, positions[i + 1]! * sy, positions[i + 2]! * sz];
    [y, z] = [y * Math.cos(rx) - z * Math.sin(rx), y * Math.sin(rx) + z * Math.cos(rx)];
    [x, z] = [x * Math.cos(ry) + z * Math.sin(ry), -x * Math.sin(ry) + z * Math.cos(ry)];
    [x, y] = [x * Math.cos(rz) - y * Math.sin(rz), x * Math.sin(rz) + y * Math.cos(rz)];
    positions[i] = x + at[0];
    positions[i + 1] = y + at[1];
    positions[i + 2] = z + at[2];
  }
  const placed = { ...solid, positions };
  return sx * sy * sz < 0 ? turnedInsideOut(placed) : placed;
}
