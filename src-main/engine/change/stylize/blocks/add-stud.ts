import type { MeshBuilder } from '../mesh/mesh-builder.ts';

/** A cylindrical stud on a horizontal face. */
export interface Stud {
  /** Centre of its base. */
  readonly at: readonly [x: number, y: number, z: number];
  readonly radius: number;
  readonly height: number;
  readonly segments: number;
  readonly uv: readonly [u: number, v: number];
}

/**
 * Fills a horizontal face with a stud: the ring between border and base, the wall and the top, without T-junctions.
 * `border` has the points around the face (xyz, counter-clockwise from above), all visible from the stud's centre.
 */
export function addStud(border: readonly (readonly number[])[], stud: Stud, mesh: MeshBuilder): void {
  const { at, radius, height, segments, uv } = stud;
  const add = (x: number, y: number, z: number, nx: number, ny: number, nz: number): number => {
    mesh.normals.push(nx, ny, nz);
    mesh.uvs.push(...uv);
    return mesh.positions.push(x, y, z) / 3 - 1;
  };
  // Angles increase from +Z to +X, which is counter-clockwise from above.
  const angles = Array.from({ length: segments }, (_, i) => (2 * Math.PI * i) / segments);
  const ring = (y: number, normal: 'up' | 'out') =>
    angles.map((angle) => {
      const [x, z] = [Math.sin(angle), Math.cos(angle)];
      const [nx, ny, nz] = normal === 'up' ? [0, 1, 0] : [x, 0, z];
      return add(at[0] + radius * x, y, at[2] + radius * z, nx, ny, nz);
    });

  const outer = border
    .map((point) => ({ angle: angleOf(point, at), vertex: add(point[0]!, point[1]!, point[2]!, 0, 1, 0) }))
    .toSorted((a, b) => a.angle - b.angle);
  const base = ring(at[1], 'up').map((vertex, i) => ({ angle: angles[i]!, vertex }));
  joinRings(outer, base, mesh.indices);

  const low = ring(at[1], 'out');
  const high = ring(at[1] + height, 'out');
  const top = ring(at[1] + height, 'up');
  for (let i = 0; i < segments; i++) {
    const next = (i + 1) % segments;
    mesh.indices.push(low[i]!, low[next]!, high[next]!, low[i]!, high[next]!, high[i]!);
    if (i > 0 && next > 0) mesh.indices.push(top[0]!, top[i]!, top[next]!);
  }
}

function angleOf([x, , z]: readonly number[], at: readonly number[]): number {
  const angle = Math.atan2(x! - at[0]!, z! - at[2]!);
  return angle < 0 ? angle + 2 * Math.PI : angle;
}

interface RingPoint {
  readonly angle: number;
  readonly vertex: number;
}

/** Triangulates between two rings sorted by angle; each step advances the ring whose next point comes first. */
function joinRings(outer: readonly RingPoint[], inner: readonly RingPoint[], indices: number[]): void {
  const angleAt = (ring: readonly RingPoint[], i: number): number =>
    ring[i % ring.length]!.angle + 2 * Math.PI * Math.floor(i / ring.length);
  let o = 0;
  let i = 0;
  while (o < outer.length || i < inner.length) {
    const isOuter = i === inner.length || (o < outer.length && angleAt(outer, o + 1) <= angleAt(inner, i + 1));
    const [a, b] = [outer[o % outer.length]!.vertex, inner[i % inner.length]!.vertex];
    if (isOuter) indices.push(a, outer[(o + 1) % outer.length]!.vertex, b);
    else indices.push(b, a, inner[(i + 1) % inner.length]!.vertex);
    if (isOuter) o++;
    else i++;
  }
}
