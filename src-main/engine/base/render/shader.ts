import type { Camera } from './camera.ts';
import type { SurfaceMaterial } from './surface-material.ts';
import { sampleLinearTexture } from './sample-linear-texture.ts';

/** Direction of the key light in camera axes (right, up, towards the camera): over the left shoulder. */
const KEY = [-0.42, 0.62, 0.66] as const;
const KEY_STRENGTH = 0.62;
/** Ambient light, and how much stronger it is from above than from below. */
const AMBIENT = 0.48;
const SKY = 0.12;

/**
 * Converts interpolated values (normal xyz, uv, rgba) to a lit linear colour; returns false if the pixel is not
 * covered.
 */
export type Shader = (values: Float32Array, out: Float32Array) => boolean;

/** Creates a diffuse shader for one surface: a key light that moves with the camera, a soft sky, and emission. */
export function createShader(surface: SurfaceMaterial, camera: Camera, hasUvs: boolean): Shader {
  const { cutoff } = surface;
  const [red, green, blue, opacity] = surface.color;
  const [glowRed, glowGreen, glowBlue] = surface.glow;
  const texture = hasUvs ? surface.texture : null;
  const glowTexture = hasUvs ? surface.glowTexture : null;
  const isGlowing = glowRed > 0 || glowGreen > 0 || glowBlue > 0;
  const key = [0, 1, 2].map((c) => KEY[0] * camera.right[c]! + KEY[1] * camera.up[c]! - KEY[2] * camera.forward[c]!);
  const [kx, ky, kz] = key as [number, number, number];
  const texel = new Float32Array(4).fill(1);
  const glowTexel = new Float32Array(4).fill(1);

  return (values, out) => {
    if (texture) sampleLinearTexture(texture, values[3]!, values[4]!, texel);
    out[3] = opacity * texel[3]! * values[8]!;
    if (out[3] < cutoff) return false;

    const nx = values[0]!;
    const ny = values[1]!;
    const nz = values[2]!;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
    const facing = Math.max(0, nx * kx + ny * ky + nz * kz) / length;
    const light = AMBIENT + (SKY * ny) / length + KEY_STRENGTH * facing;
    out[0] = red * texel[0]! * values[5]! * light;
    out[1] = green * texel[1]! * values[6]! * light;
    out[2] = blue * texel[2]! * values[7]! * light;
    if (isGlowing) {
      if (glowTexture) sampleLinearTexture(glowTexture, values[3]!, values[4]!, glowTexel);
      out[0] += glowRed * glowTexel[0]!;
      out[1] += glowGreen * glowTexel[1]!;
      out[2] += glowBlue * glowTexel[2]!;
    }
    return true;
  };
}
