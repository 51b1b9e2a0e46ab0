import type { MeshBuilder } from '../mesh/mesh-builder.ts';

/** A stud on a level face. */
export interface Stud {
  /** The middle of its foot. */
  readonly at: readonly [x: number, y: number, z: number];
  readonly radius: number;
  readonly height: number;
  readonly segments: number;
  readonly uv: readonly [u: number, v: number];
}

/**
 * Fills a level face, given by the points around it (xyz, counter-clockwise from above, all seen from the stud's
 * middle), with a stud that stands on it: the ring between border and foot, wall and top, all meeting corner to corner.
 */
export function addStud(border: readonly (readonly number[])[], stud: Stud, mesh: MeshBuilder): void {
  const { at, radius, height, segments, uv } = stud;
  const add = (x: number, y: number, z: number, nx: number, ny: number, nz: number): number => {
    mesh.normals.push(nx, ny, nz);
    mesh.uvs.push(...uv);
    return mesh.positions.push(x, y, z) / 3 - 1;
  };
  // Angles run from +Z to +X, which is counter-clockwise from above.
  const turns = Array.from({ length: segments }, (_, i) => (2 * Math.PI * i) / segments);
  const ring = (y: number, normal: 'up' | 'out') =>
    turns.map((turn) => {
      const [x, z] = [Math.sin(turn), Math.cos(turn)];
      const [nx, ny, nz] = normal === 'up' ? [0, 1, 0] : [x, 0, z];
      return add(at[0] + radius * x, y, at[2] + radius * z, nx, ny, nz);
    });

  const outer = border
    .map((point) => ({ turn: turnOf(point, at), vertex: add(point[0]!, point[1]!, point[2]!, 0, 1, 0) }))
    .toSorted((a, b) => a.turn - b.turn);
  const foot = ring(at[1], 'up').map((vertex, i) => ({ turn: turns[i]!, vertex }));
  joinRings(outer, foot, mesh.indices);

  const low = ring(at[1], 'out');
  const high = ring(at[1] + height, 'out');
  const top = ring(at[1] + height, 'up');
  for (let i = 0; i < segments; i++) {
    const next = (i + 1) % segments;
    mesh.indices.push(low[i]!, low[next]!, high[next]!, low[i]!, high[next]!, high[i]!);
    if (i > 0 && next > 0) mesh.indices.push(top[0]!, top[i]!, top[next]!);
  }
}

function turnOf([x, , z]: readonly number[], at: readonly number[]): number {
  const turn = Math.atan2(x! - at[0]!, z! - at[2]!);
  return turn < 0 ? turn + 2 * Math.PI : turn;
}

interface RingPoint {
  readonly turn: number;
  readonly vertex: number;
}

/** Triangles between two rings in order of their turns: always the step whose end comes first. */
function joinRings(outer: readonly RingPoint[], inner: readonly RingPoint[], indices: number[]): void {
  const turnAt = (ring: readonly RingPoint[], i: number): number =>
    ring[i % ring.length]!.turn + 2 * Math.PI * Math.floor(i / ring.length);
  let o = 0;
  let i = 0;
  while (o < outer.length || i < inner.length) {
    const isOuter = i === inner.length || (o < outer.length && turnAt(outer, o + 1) <= turnAt(inner, i + 1));
    const [a, b] = [outer[o % outer.length]!.vertex, inner[i % inner.length]!.vertex];
    if (isOuter) indices.push(a, outer[(o + 1) % outer.length]!.vertex, b);
    else indices.push(b, a, inner[(i + 1) % inner.length]!.vertex);
    if (isOuter) o++;
    else i++;
  }
}
