import type { GridPoint } from '../mesh/stylize-subject.ts';

/** A rectangle on the surface of blocks, in indices of grid lines. */
export interface Rectangle {
  /** Axis of its normal: 0 x, 1 y, 2 z. */
  readonly axis: 0 | 1 | 2;
  /** Direction of its normal along `axis`. */
  readonly side: 1 | -1;
  /** Grid line on `axis`. */
  readonly plane: number;
  /** Grid lines on axis (`axis` + 1) mod 3. */
  readonly u: readonly [from: number, to: number];
  /** Grid lines on axis (`axis` + 2) mod 3. */
  readonly v: readonly [from: number, to: number];
  /** Key of its cells, such as their colour. */
  readonly key: number;
}

/**
 * Lists the outer faces of solid cells as rectangles of one key each: with `isMerged` by greedy meshing (M. Lysenko,
 * "Meshing in a Minecraft Game", 2012), otherwise one per face. Faces in `excluded` are omitted; a face's number is
 * `cell * 6 + axis * 2 + (side > 0 ? 1 : 0)`. The outermost cells must be empty.
 */
export function listRectangles(
  { counts, solid, keys }: { readonly counts: GridPoint; readonly solid: Uint8Array; readonly keys: ArrayLike<number> },
  isMerged: boolean,
  excluded: ReadonlySet<number> = new Set(),
): Rectangle[] {
  const strides = [1, counts[0] * counts[2], counts[0]] as const;
  const rectangles: Rectangle[] = [];
  for (const axis of [0, 1, 2] as const) {
    const [uAxis, vAxis] = [(axis + 1) % 3, (axis + 2) % 3] as [0 | 1 | 2, 0 | 1 | 2];
    const [us, vs] = [counts[uAxis], counts[vAxis]];
    const mask = new Int32Array(us * vs);
    for (const side of [-1, 1] as const) {
      const out = strides[axis] * side;
      for (let layer = 1; layer < counts[axis] - 1; layer++) {
        let isEmpty = true;
        mask.fill(-1);
        for (let v = 1; v < vs - 1; v++) {
          for (let u = 1; u < us - 1; u++) {
            const cell = layer * strides[axis] + u * strides[uAxis] + v * strides[vAxis];
            if (!solid[cell] || solid[cell + out]) continue;
            if (excluded.size > 0 && excluded.has(cell * 6 + axis * 2 + (side > 0 ? 1 : 0))) continue;
            mask[v * us + u] = keys[cell]!;
            isEmpty = false;
          }
        }
        if (!isEmpty) cut(axis, side, side > 0 ? layer + 1 : layer, mask, us);
      }
    }
  }
  return rectangles;

  function cut(axis: 0 | 1 | 2, side: 1 | -1, plane: number, mask: Int32Array, us: number): void {
    for (let at = 0; at < mask.length; at++) {
      const key = mask[at]!;
      if (key < 0) continue;
      const u = at % us;
      const v = (at - u) / us;
      let width = 1;
      let height = 1;
      if (isMerged) {
        while (mask[at + width] === key) width++;
        while (isRow(mask, at + height * us, width, key)) height++;
      }
      for (let row = 0; row < height; row++) mask.fill(-1, at + row * us, at + row * us + width);
      rectangles.push({ axis, side, plane, u: [u, u + width], v: [v, v + height], key });
    }
  }
}

function isRow(mask: Int32Array, from: number, width: number, key: number): boolean {
  for (let i = from; i < from + width; i++) if (mask[i] !== key) return false;
  return true;
}
