import { releaseMemory } from '../import/growing-array.ts';
import { mixHash } from './mix-hash.ts';
import type { CornerLayer } from './polygon-mesh.ts';

/** A layer whose values are compared bit by bit. */
interface ComparedLayer {
  readonly size: number;
  readonly bits: Uint32Array;
  readonly indices: Uint32Array;
}

/**
 * Replaces corners by vertices, in place: corners with the same point and the same values in all layers become one
 * vertex, numbered in the order of first appearance. Returns a corner of each vertex. May change −0 to 0 in the values.
 */
export function weldCorners(
  points: Uint32Array,
  layers: readonly CornerLayer[],
  cornersToWeld: Uint32Array,
): Uint32Array {
  // A value per point cannot separate corners of the same point.
  const compared = layers.filter(({ indices }) => indices !== points).map(toCompared);
  let slots = new Int32Array(4096).fill(-1);
  let known = new Uint32Array(2048);
  let count = 0;

  const hash = (corner: number): number => {
    let bits = mixHash(0, points[corner]!);
    for (const layer of compared) {
      const at = layer.indices[corner]! * layer.size;
      for (let k = 0; k < layer.size; k++) bits = mixHash(bits, layer.bits[at + k]!);
    }
    return bits;
  };
  const isEqual = (a: number, b: number): boolean => {
    if (points[a] !== points[b]) return false;
    for (const { size, bits, indices } of compared) {
      const [i, j] = [indices[a]! * size, indices[b]! * size];
      if (i === j) continue;
      for (let k = 0; k < size; k++) if (bits[i + k] !== bits[j + k]) return false;
    }
    return true;
  };
  const grow = (): void => {
    const wider = new Uint32Array(known.length * 2);
    wider.set(known);
    releaseMemory(known);
    releaseMemory(slots);
    known = wider;
    slots = new Int32Array(known.length * 2).fill(-1);
    const mask = slots.length - 1;
    for (let vertex = 0; vertex < count; vertex++) {
      let slot = hash(known[vertex]!) & mask;
      while (slots[slot] !== -1) slot = (slot + 1) & mask;
      slots[slot] = vertex;
    }
  };

  for (let i = 0; i < cornersToWeld.length; i++) {
    const corner = cornersToWeld[i]!;
    const mask = slots.length - 1;
    let slot = hash(corner) & mask;
    while (slots[slot] !== -1 && !isEqual(corner, known[slots[slot]!]!)) slot = (slot + 1) & mask;
    if (slots[slot] !== -1) {
      cornersToWeld[i] = slots[slot]!;
      continue;
    }
    slots[slot] = count;
    known[count] = corner;
    cornersToWeld[i] = count++;
    if (count === known.length) grow();
  }
  releaseMemory(slots);
  return known.subarray(0, count);
}

function toCompared({ size, values, indices }: CornerLayer): ComparedLayer {
  for (let i = 0; i < values.length; i++) if (values[i] === 0) values[i] = 0;
  return { size, bits: new Uint32Array(values.buffer, values.byteOffset, values.length), indices };
}
