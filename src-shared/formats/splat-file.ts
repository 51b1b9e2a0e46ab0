import { expandByEllipsoid, type SplatBounds } from './splat-bounds.ts';

/**
 * Bytes per splat in a `.splat`, a file of splats without header (K. Kwok's viewer and its `convert.py`),
 * little-endian: three floats of position, three of size, RGBA in bytes, and the rotation wxyz as 128 + 128 × q in
 * bytes.
 */
export const SPLAT_RECORD_BYTES = 32;

/** Larger numbers are implausible in a scene. */
const MAX_COORDINATE = 1e6;
const LARGEST = 1e5;
/** Tolerance for the length of a rotation, which is 1 before rounding to bytes. */
const TURN_SLACK = 0.1;

/**
 * True if a file of `size` bytes can be a `.splat`, which has no header: it consists of complete splats, and all those
 * in `head`, its first bytes, have plausible numbers.
 */
export function isSplatFile(head: Uint8Array, size: number): boolean {
  if (size === 0 || size % SPLAT_RECORD_BYTES !== 0 || head.byteLength < SPLAT_RECORD_BYTES) return false;
  const view = viewOf(head);
  for (let row = 0; row + SPLAT_RECORD_BYTES <= head.byteLength; row += SPLAT_RECORD_BYTES) {
    const [x, y, z, a, b, c] = [0, 4, 8, 12, 16, 20].map((at) => view.getFloat32(row + at, true)) as Six;
    if (![x, y, z].every((place) => Math.abs(place) <= MAX_COORDINATE)) return false;
    if (![a, b, c].every((half) => half >= 0 && half <= LARGEST)) return false;
    if (Math.abs(Math.hypot(...turnOf(view, row)) - 1) > TURN_SLACK) return false;
  }
  return true;
}

/** Expands a box by complete splats of a `.splat`, as `expandByPlySplats` does for a PLY. */
export function expandBySplatRecords(box: SplatBounds, bytes: Uint8Array): void {
  const view = viewOf(bytes);
  for (let row = 0; row + SPLAT_RECORD_BYTES <= bytes.byteLength; row += SPLAT_RECORD_BYTES) {
    // Matches the minimum opacity of visible splats in a PLY: at least 1 of 255.
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
