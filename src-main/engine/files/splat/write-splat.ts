import type { SplatCloud } from './splat-cloud.ts';

const SPLAT_BYTES = 32;

/**
 * Writes splats in the headerless format that browsers stream (`.splat`, by K. Kwok's viewer and its `convert.py`), 32
 * bytes each, little-endian: three floats of position, three of scale, RGBA in bytes, and the rotation wxyz as 128 +
 * 128 × q in bytes.
 */
export function writeSplat(cloud: SplatCloud): Uint8Array {
  const { count, positions, scales, colors, rotations, opacity } = cloud;
  const bytes = new Uint8Array(SPLAT_BYTES * count);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < count; i++) {
    const at = SPLAT_BYTES * i;
    for (let k = 0; k < 3; k++) {
      view.setFloat32(at + 4 * k, positions[3 * i + k]!, true);
      view.setFloat32(at + 12 + 4 * k, scales[3 * i + k]!, true);
      bytes[at + 24 + k] = toByte(255 * colors[3 * i + k]!);
    }
    bytes[at + 27] = toByte(255 * opacity);
    for (let k = 0; k < 4; k++) bytes[at + 28 + k] = toByte(128 + 128 * rotations[4 * i + k]!);
  }
  return bytes;
}

function toByte(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value)));
}
