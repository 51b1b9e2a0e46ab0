import { hashIntegers } from '../maths/hash-integers.ts';

/** Edge of a grid cell in weld distances: most spheres around a vertex then touch one or two cells. */
const CELL = 4;

/**
 * Returns a representative for each vertex: itself, or an earlier representative at most `distance` away, in units of
 * the positions. Representatives are further apart than that, so clusters never grow along a chain. `distance` must be
 * positive, and coordinates below 2⁵⁰ distances. Linear: a limited number of representatives fits into a cell.
 */
export function clusterPositions(positions: Float32Array, distance: number): Uint32Array {
  const count = positions.length / 3;
  const cell = CELL * distance;
  const mask = 2 ** Math.ceil(Math.log2(Math.max(count, 1) * 2)) - 1;
  // Chains of representatives by the hash of their cell; −1 ends one.
  const heads = new Int32Array(mask + 1).fill(-1);
  const next = new Int32Array(count).fill(-1);
  const owners = new Uint32Array(count);

  for (let vertex = 0; vertex < count; vertex++) {
    const x = positions[vertex * 3]!;
    const y = positions[vertex * 3 + 1]!;
    const z = positions[vertex * 3 + 2]!;
    let nearest = -1;
    let least = distance * distance;
    for (let i = Math.floor((x - distance) / cell); i <= Math.floor((x + distance) / cell); i++) {
      for (let j = Math.floor((y - distance) / cell); j <= Math.floor((y + distance) / cell); j++) {
        for (let k = Math.floor((z - distance) / cell); k <= Math.floor((z + distance) / cell); k++) {
          for (let other = heads[hashIntegers(i, j, k) & mask]!; other >= 0; other = next[other]!) {
            const dx = positions[other * 3]! - x;
            const dy = positions[other * 3 + 1]! - y;
            const dz = positions[other * 3 + 2]! - z;
            const squared = dx * dx + dy * dy + dz * dz;
            if (squared > least || (squared === least && nearest >= 0)) continue;
            nearest = other;
            least = squared;
          }
        }
      }
    }
    owners[vertex] = nearest < 0 ? vertex : nearest;
    if (nearest >= 0) continue;
    const slot = hashIntegers(Math.floor(x / cell), Math.floor(y / cell), Math.floor(z / cell)) & mask;
    next[vertex] = heads[slot]!;
    heads[slot] = vertex;
  }
  return owners;
}
