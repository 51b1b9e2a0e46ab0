import { growingIntegers } from '../import/growing-array.ts';
import type { MemoryMeter } from '../import/memory-meter.ts';

/** Measured memory of the name of a group. */
const NAME_BYTES = 120;
/** Stands for an entry that cannot exist. */
const NO_ENTRY = 0xffffffff;

/** The group of each triangle that has its own, and the entries of its corners. */
export interface TriangleProperties {
  /** Sets the properties of a triangle; triangles are in ascending order. */
  set(triangle: number, group: string, entries: readonly [number, number, number]): void;
  /** Returns the group of a triangle; null: the object's default. */
  groupOf(triangle: number): string | null;
  /** Returns the entry of a triangle's corner, 0 to 2. */
  entryOf(triangle: number, corner: number): number;
}

/** Creates the properties of an object; without any they need no memory. */
export function createTriangleProperties(memory: MemoryMeter): TriangleProperties {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  /** Number of the group from 1 and three entries per triangle. */
  const rows = growingIntegers();
  let stored: Uint32Array | null = null;
  const rowsOf = (): Uint32Array => (stored ??= rows.finish());
  return {
    set(triangle, group, entries) {
      while (rows.length < triangle * 4) rows.push(0);
      let number = numbers.get(group);
      if (number === undefined) {
        memory.charge(NAME_BYTES + group.length);
        number = names.push(group);
        numbers.set(group, number);
      }
      rows.push(number);
      for (const entry of entries) rows.push(Number.isInteger(entry) && entry >= 0 ? entry : NO_ENTRY);
    },
    groupOf: (triangle) => names[(rowsOf()[triangle * 4] ?? 0) - 1] ?? null,
    entryOf: (triangle, corner) => rowsOf()[triangle * 4 + 1 + corner] ?? NO_ENTRY,
  };
}
