import { LINEAR_OF_BYTE, toSrgbByte } from '../../../base/color/srgb.ts';
import type { Image } from '../../../base/image/image.ts';
import type { NormalMap } from './subject-normals.ts';

/** Reflectance in the terms of glTF's metallic–roughness model. */
export interface Gloss {
  readonly metallic: number;
  readonly roughness: number;
}

/** Studio lights by direction, sharpness and strength. */
const WINDOWS = [
  { at: [-0.5, 0.62, 0.6], strength: 1.5 },
  { at: [0.75, 0.35, 0.55], strength: 0.7 },
  { at: [0.1, 0.2, -0.97], strength: 0.5 },
] as const;
/** Reflectance of a dielectric at normal incidence. */
const STRAIGHT = 0.05;
/** Share of the image's own shading that a metal keeps, so that its details stay readable. */
const OWN_METAL = 0.4;

/**
 * Reflects a studio in the subject: metals tint the reflection, dielectrics reflect white and mostly along the rim.
 * `weights` 0 to 255. Rough surfaces are left unchanged. O(pixels), a megapixel about 0.2 s.
 */
export function applyGloss(image: Image, weights: Uint8Array, normals: NormalMap, gloss: Gloss): Image {
  const { metallic, roughness } = gloss;
  const data = image.data.slice();
  const strength = (1 - roughness) ** 0.7;
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i]! / 255;
    if (weight === 0) continue;
    const [nx, ny, nz] = [normals.data[3 * i]!, normals.data[3 * i + 1]!, normals.data[3 * i + 2]!];
    // Studio light that the surface reflects towards a viewer straight ahead.
    const reflected = studio(2 * nz * nx, 2 * nz * ny, 2 * nz * nz - 1, roughness);
    const fresnel = STRAIGHT + (1 - STRAIGHT) * (1 - Math.max(0, nz)) ** 5;
    const white = (1 - metallic) * 1.6 * fresnel * Math.min(3, reflected) * strength;
    for (let c = 4 * i; c < 4 * i + 3; c++) {
      const own = LINEAR_OF_BYTE[data[c]!]!;
      const metal = own * (OWN_METAL + (1 - OWN_METAL) * 1.5 * reflected);
      const lit = own + metallic * (metal - own) + white;
      data[c] = toSrgbByte(own + weight * (lit - own));
    }
  }
  return { ...image, data };
}

/**
 * Returns the studio's light from a direction: bright sky, dark floor, a horizon as sharp as the surface is smooth, and
 * lights.
 */
function studio(x: number, y: number, z: number, roughness: number): number {
  const soft = 0.08 + 0.9 * roughness;
  const above = Math.min(1, Math.max(0, 0.5 + y / (2 * soft)));
  let light = 0.14 + 0.1 * (1 + y) + above * (0.42 + 0.22 * y);
  const hardness = Math.min(90, 2 / Math.max(0.15, roughness) ** 2);
  for (const { at, strength } of WINDOWS) {
    const toward = x * at[0] + y * at[1] + z * at[2];
    if (toward > 0) light += strength * (1 - 0.5 * roughness) * toward ** hardness;
  }
  return light;
}
