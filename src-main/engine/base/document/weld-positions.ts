import type { FlatMesh } from './flat-mesh.ts';
import { hashIntegers } from '../maths/hash-integers.ts';

/** Welded positions of a mesh's vertices; vertices are numbered through all primitives in order. */
export interface Weld {
  /** xyz of every vertex. */
  readonly positions: Float32Array;
  /** Index of the welded position of each vertex. */
  readonly places: Uint32Array;
  /** First vertex at each welded position. */
  readonly firsts: Uint32Array;
}

/**
 * Finds the vertices of a mesh that are equal once multiplied by `grid` and rounded, so that faces split at seams of
 * UVs, normals or materials are connected again. Linear time; `grid` × coordinate should stay below 2³¹.
 */
export function weldPositions(mesh: FlatMesh, grid: number): Weld {
  const positions = joinPositions(mesh);
  const count = positions.length / 3;
  const cells = new Int32Array(positions.length);
  for (let i = 0; i < cells.length; i++) cells[i] = Math.round(positions[i]! * grid);

  const mask = 2 ** Math.ceil(Math.log2(Math.max(count, 1) * 2)) - 1;
  const slots = new Int32Array(mask + 1).fill(-1);
  const places = new Uint32Array(count);
  const firsts = new Uint32Array(count);
  let used = 0;
  for (let vertex = 0; vertex < count; vertex++) {
    const x = cells[vertex * 3]!;
    const y = cells[vertex * 3 + 1]!;
    const z = cells[vertex * 3 + 2]!;
    let slot = hashIntegers(x, y, z) & mask;
    for (; slots[slot] !== -1; slot = (slot + 1) & mask) {
      const first = firsts[slots[slot]!]! * 3;
      if (cells[first] === x && cells[first + 1] === y && cells[first + 2] === z) break;
    }
    if (slots[slot] === -1) {
      slots[slot] = used;
      firsts[used++] = vertex;
    }
    places[vertex] = slots[slot]!;
  }
  return { positions, places, firsts: firsts.slice(0, used) };
}

function joinPositions(mesh: FlatMesh): Float32Array {
  const lists = mesh.primitives.map((primitive) => primitive.positions);
  const joined = new Float32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    joined.set(list, at);
    at += list.length;
  }
  return joined;
}
