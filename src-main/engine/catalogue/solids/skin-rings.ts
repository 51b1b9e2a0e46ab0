import { fillRing } from './fill-ring.ts';
import { signedVolume, turnedInsideOut, type SolidPoint, type Solid } from './solid.ts';

/**
 * Creates the closed surface over a sequence of rings with equally many points each. A ring of one point is a pole,
 * where the surface ends in a tip; a wide ring at either end is capped flat. With `isLoop` the last ring is joined to
 * the first and nothing is capped. Rings may run in either direction: the outside is determined by the volume.
 * Neighbouring points must differ.
 */
export function skinRings(rings: readonly (readonly SolidPoint[])[], isLoop = false): Solid {
  const positions: number[] = [];
  const triangles: number[] = [];
  const uvs: number[] = [];
  const firsts = rings.map((ring) => {
    const first = positions.length / 3;
    for (const point of ring) positions.push(...point);
    return first;
  });
  const size = Math.max(...rings.map((ring) => ring.length));
  const around = measureAround(rings, size);
  const along = measureAlong(rings, isLoop);

  const vertex = (ring: number, k: number): number => {
    const at = ring % rings.length;
    return firsts[at]! + (rings[at]!.length === 1 ? 0 : k % size);
  };
  const corner = (ring: number, k: number, u: number) => {
    triangles.push(vertex(ring, k));
    uvs.push(around[u]!, along[ring]!);
  };
  const last = isLoop ? rings.length : rings.length - 1;
  for (let ring = 0; ring < last; ring++) {
    const isTip = rings[ring]!.length === 1;
    const isEnd = rings[(ring + 1) % rings.length]!.length === 1;
    for (let k = 0; k < size; k++) {
      if (!isTip) {
        corner(ring, k, k);
        corner(ring, k + 1, k + 1);
        corner(ring + 1, k + 1, k + 1);
      }
      if (!isEnd) {
        corner(ring, k, k);
        corner(ring + 1, k + 1, k + 1);
        corner(ring + 1, k, k);
      }
    }
  }
  if (!isLoop) {
    fillRing(rings[0]!, firsts[0]!, true, positions, triangles, uvs);
    fillRing(rings.at(-1)!, firsts.at(-1)!, false, positions, triangles, uvs);
  }
  const solid = { positions, triangles, uvs };
  return signedVolume(solid) < 0 ? turnedInsideOut(solid) : solid;
}

/** Returns the length in metres along the longest ring up to each of its points, and back to the first. */
function measureAround(rings: readonly (readonly SolidPoint[])[], size: number): number[] {
  let longest = [0];
  for (const ring of rings) {
    if (ring.length !== size) continue;
    const own = [0];
    ring.forEach((point, k) => own.push(own.at(-1)! + distance(point, ring[(k + 1) % size]!)));
    if (own.at(-1)! > longest.at(-1)!) longest = own;
  }
  return longest;
}

/** Returns the length in metres from the first ring to each, by the mean distance of their points. */
function measureAlong(rings: readonly (readonly SolidPoint[])[], isLoop: boolean): number[] {
  const along = [0];
  const count = isLoop ? rings.length : rings.length - 1;
  for (let ring = 0; ring < count; ring++) {
    const [from, to] = [rings[ring]!, rings[(ring + 1) % rings.length]!];
    const size = Math.max(from.length, to.length);
    let sum = 0;
    for (let k = 0; k < size; k++) sum += distance(from[k % from.length]!, to[k % to.length]!);
    along.push(along.at(-1)! + sum / size);
  }
  return along;
}

function distance(a: SolidPoint, b: SolidPoint): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
