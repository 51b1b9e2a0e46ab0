import { releaseMemory } from '../import/growing-array.ts';
import { mixHash } from './mix-hash.ts';

/** Points that are added one at a time; equal ones become one. */
export interface PointWelder {
  /** Returns the number of a point, in the order of first appearance; coordinates are rounded to 32 bits. */
  add(x: number, y: number, z: number): number;
  /** Returns xyz of each point. */
  finish(): Float32Array;
}

/** Creates a welder; 0 equals −0, and NaN equals NaN. */
export function createPointWelder(): PointWelder {
  let points = new Float32Array(3 * 1024);
  let bits = new Uint32Array(points.buffer);
  // Twice as many as points fit, so that at least half of them are free.
  let slots = new Int32Array(2 * 1024).fill(-1);
  let count = 0;
  const next = new Float32Array(3);
  const nextBits = new Uint32Array(next.buffer);

  const grow = (): void => {
    const wider = new Float32Array(points.length * 2);
    wider.set(points);
    releaseMemory(points);
    points = wider;
    bits = new Uint32Array(points.buffer);
    releaseMemory(slots);
    slots = new Int32Array((points.length / 3) * 2).fill(-1);
    const mask = slots.length - 1;
    for (let point = 0; point < count; point++) {
      let slot = hash(bits[point * 3]!, bits[point * 3 + 1]!, bits[point * 3 + 2]!) & mask;
      while (slots[slot] !== -1) slot = (slot + 1) & mask;
      slots[slot] = point;
    }
  };

  return {
    add(x, y, z) {
      // Adding 0 makes −0 positive.
      next[0] = Math.fround(x) + 0;
      next[1] = Math.fround(y) + 0;
      next[2] = Math.fround(z) + 0;
      const a = nextBits[0]!;
      const b = nextBits[1]!;
      const c = nextBits[2]!;
      const mask = slots.length - 1;
      let slot = hash(a, b, c) & mask;
      for (; ; slot = (slot + 1) & mask) {
        const known = slots[slot]!;
        if (known === -1) break;
        if (bits[known * 3] === a && bits[known * 3 + 1] === b && bits[known * 3 + 2] === c) return known;
      }
      if (count * 3 === points.length) {
        grow();
        const wider = slots.length - 1;
        slot = hash(a, b, c) & wider;
        while (slots[slot] !== -1) slot = (slot + 1) & wider;
      }
      slots[slot] = count;
      bits[count * 3] = a;
      bits[count * 3 + 1] = b;
      bits[count * 3 + 2] = c;
      return count++;
    },
    finish() {
      const welded = points.slice(0, count * 3);
      releaseMemory(points);
      releaseMemory(slots);
      return welded;
    },
  };
}

function hash(a: number, b: number, c: number): number {
  return mixHash(mixHash(mixHash(0, a), b), c);
}
