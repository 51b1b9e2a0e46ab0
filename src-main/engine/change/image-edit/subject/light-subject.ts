import { LINEAR_OF_BYTE, toSrgbByte } from '../../../base/color/srgb.ts';
import type { Image } from '../../../base/image/image.ts';
import type { NormalMap } from './subject-normals.ts';

/** Light directions as seen in the image. */
const LIGHT_SIDES = {
  left: [-0.8, 0.25, 0.55],
  right: [0.8, 0.25, 0.55],
  above: [0, 0.85, 0.5],
  below: [0, -0.85, 0.5],
  front: [0, 0.15, 0.99],
  behind: [-0.45, 0.65, -0.6],
  'upper left': [-0.55, 0.6, 0.58],
} as const;

/** A side that light comes from. */
export type LightSide = keyof typeof LIGHT_SIDES;

/** Share of ambient light. */
const AMBIENT = 0.3;
const STRONGEST = 2.2;

/**
 * Relights the subject from one side: each pixel is multiplied by the light that its normal receives. Weights 0 to 255;
 * `amount` 1 is normal, 2 dramatic. Existing shading remains. O(pixels).
 */
export function lightSubject(
  image: Image,
  weights: Uint8Array,
  normals: NormalMap,
  side: LightSide,
  amount: number,
): Image {
  const [lx, ly, lz] = LIGHT_SIDES[side];
  const ambient = Math.max(0.05, AMBIENT / Math.max(0.5, amount));
  // Half of all normals are about this bright, so the image keeps its overall brightness.
  const usual = ambient + (1 - ambient) * 0.55;
  const data = image.data.slice();
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i]! / 255;
    if (weight === 0) continue;
    const [nx, ny, nz] = [normals.data[3 * i]!, normals.data[3 * i + 1]!, normals.data[3 * i + 2]!];
    const wrapped = (nx * lx + ny * ly + nz * lz + 0.25) / 1.25;
    const rim = side === 'behind' ? 1.6 * (1 - nz) ** 2 * Math.max(0, nx * lx + ny * ly) : 0;
    const light = Math.min(STRONGEST, (ambient + (1 - ambient) * Math.max(0, wrapped) + rim) / usual);
    const factor = 1 + weight * (light - 1);
    for (let c = 4 * i; c < 4 * i + 3; c++) data[c] = toSrgbByte(LINEAR_OF_BYTE[data[c]!]! * factor);
  }
  return { ...image, data };
}
