import { hashIntegers } from '../maths/hash-integers.ts';

/** A set of triangles, by their corners in their order. */
export interface TriangleSet {
  /** Adds a triangle; false if one with the same corners in the same direction was added before. */
  add(a: number, b: number, c: number): boolean;
}

/** Creates a set for up to `capacity` triangles: 20 to 28 bytes each. */
export function createTriangleSet(capacity: number): TriangleSet {
  const mask = 2 ** Math.ceil(Math.log2(Math.max(capacity, 1) * 2)) - 1;
  const slots = new Int32Array(mask + 1).fill(-1);
  const corners = new Uint32Array(capacity * 3);
  let used = 0;
  return {
    add(a, b, c) {
      const [low, next, last] = a < b && a < c ? [a, b, c] : b < c ? [b, c, a] : [c, a, b];
      let slot = hashIntegers(low, next, last) & mask;
      for (; slots[slot] !== -1; slot = (slot + 1) & mask) {
        const at = slots[slot]! * 3;
        if (corners[at] === low && corners[at + 1] === next && corners[at + 2] === last) return false;
      }
      slots[slot] = used;
      corners.set([low, next, last], used++ * 3);
      return true;
    },
  };
}
