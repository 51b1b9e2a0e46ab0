import { expandByEllipsoid, type SplatBounds } from './splat-bounds.ts';

/**
 * Bytes of a splat in a `.splat`, a file of nothing but splats (K. Kwok's viewer and its `convert.py`), little-endian: three
 * floats of place, three of size, RGBA in bytes, and the turn wxyz as 128 + 128 × q in bytes.
 */
export const SPLAT_RECORD_BYTES = 32;

/** Beyond these a number is none of a scene. */
const FARTHEST = 1e6;
const LARGEST = 1e5;
/** A turn has the length 1, give or take what bytes round off. */
const TURN_SLACK = 0.1;

/**
 * Whether a file of `size` bytes can be a `.splat`, which has no header to be told by: it is made of whole splats, and
 * every one that lies in `head`, its beginning, is one of plausible numbers.
 */
export function isSplatFile(head: Uint8Array, size: number): boolean {
  if (size === 0 || size % SPLAT_RECORD_BYTES !== 0 || head.byteLength < SPLAT_RECORD_BYTES) return false;
  const view = viewOf(head);
  for (let row = 0; row + SPLAT_RECORD_BYTES <= head.byteLength; row += SPLAT_RECORD_BYTES) {
    const [x, y, z, a, b, c] = [0, 4, 8, 12, 16, 20].map((at) => view.getFloat32(row + at, true)) as Six;
    if (![x, y, z].every((place) => Math.abs(place) <= FARTHEST)) return false;
    if (![a, b, c].every((half) => half >= 0 && half <= LARGEST)) return false;
    if (Math.abs(Math.hypot(...turnOf(view, row)) - 1) > TURN_SLACK) return false;
  }
  return true;
}

/** Grows a box by the whole splats of a `.splat` in the bytes, as `growSplatBox` does by those of a PLY. */
export function expandBySplatRecords(box: SplatBounds, bytes: Uint8Array): void {
  const view = viewOf(bytes);
  for (let row = 0; row + SPLAT_RECORD_BYTES <= bytes.byteLength; row += SPLAT_RECORD_BYTES) {
    // One of 255 is what a PLY's splat must have to be seen.
    if (view.getUint8(row + 27) === 0) continue;
    const read = (at: number): number => view.getFloat32(row + at, true);
    expandByEllipsoid(box, [read(0), read(4), read(8)], turnOf(view, row), [read(12), read(16), read(20)]);
  }
}

type Six = [number, number, number, number, number, number];

function turnOf(view: DataView, row: number): [number, number, number, number] {
  const part = (at: number): number => (view.getUint8(row + 28 + at) - 128) / 128;
  return [part(0), part(1), part(2), part(3)];
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
