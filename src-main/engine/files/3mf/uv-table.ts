import type { CornerLayer } from '../polygons/polygon-mesh.ts';
import type { PropertyGroup } from './parse-model-part.ts';

type UvGroup = Extract<PropertyGroup, { readonly kind: 'uvs' }>;

/** The UVs of a mesh, shared as in its groups. */
export interface UvTable {
  /** Sets the UV of a corner to an entry of a group. Corners that are not set have 0, 0. */
  set(corner: number, group: UvGroup, entry: number): void;
  /** Returns the UVs of all corners; null if none is set. */
  finish(): CornerLayer | null;
}

/** Number of the entry of corners without a UV, and of those that name a missing one. */
const [NONE, MISSING] = [0, 1];

/** Creates the table of a mesh with so many corners. */
export function createUvTable(corners: number): UvTable {
  const firsts = new Map<UvGroup, number>();
  let indices: Uint32Array | null = null;
  let count = MISSING + 1;
  return {
    set(corner, group, entry) {
      indices ??= new Uint32Array(corners).fill(NONE);
      let first = firsts.get(group);
      if (first === undefined) {
        first = count;
        firsts.set(group, first);
        count += group.uvs.length / 2;
      }
      indices[corner] = entry >= 0 && entry < group.uvs.length / 2 ? first + entry : MISSING;
    },
    finish() {
      if (!indices) return null;
      const values = new Float32Array(count * 2);
      values[MISSING * 2 + 1] = 1;
      for (const [group, first] of firsts) {
        for (let i = 0; i < group.uvs.length; i += 2) {
          values[first * 2 + i] = group.uvs.at(i)!;
          // 3MF's v begins at the bottom.
          values[first * 2 + i + 1] = 1 - group.uvs.at(i + 1)!;
        }
      }
      return { size: 2, values, indices };
    },
  };
}
