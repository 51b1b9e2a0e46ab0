import {
  CubeReflectionMapping,
  CubeTexture,
  DataTexture,
  DataUtils,
  HalfFloatType,
  LinearFilter,
  LinearMipmapLinearFilter,
  LinearSRGBColorSpace,
} from 'three';
import { ENVIRONMENT_LIGHTS, type Direction, type Rgb } from './environment-lamps.ts';
import type { Environment } from './environments.ts';

const SIZE = 64;
/** The roughest level also provides the diffuse light; a cosine lobe is about this sharp. */
const COSINE_SHARPNESS = 2.1;

/**
 * Returns the radiance that a surface of a roughness (0 to 1) reflects towards `direction`, linear RGB. Both the lamps
 * and the reflection lobe are spherical Gaussians, whose product has a closed form (Wang et al. 2009, All-Frequency
 * Rendering of Dynamic, Spatially-Varying Reflectance), so no sampling is needed.
 */
export function radianceOf(environment: Environment, direction: Direction, roughness: number): Rgb {
  const { walls, lamps } = ENVIRONMENT_LIGHTS[environment];
  const alpha = roughness * roughness;
  const lobe = Math.max(alpha > 0 ? 1 / (2 * alpha * alpha) : Infinity, COSINE_SHARPNESS);
  // The linear part of the walls is attenuated by the mean cosine of the lobe.
  const rise = direction[1] * (Number.isFinite(lobe) ? 1 / Math.tanh(lobe) - 1 / lobe : 1);
  const sum: [number, number, number] = [
    walls.mean[0] + walls.slope[0] * rise,
    walls.mean[1] + walls.slope[1] * rise,
    walls.mean[2] + walls.slope[2] * rise,
  ];
  for (const { to, sharpness, strength, colour } of lamps) {
    const spread = Number.isFinite(lobe) ? (sharpness * lobe) / (sharpness + lobe) : sharpness;
    const cosine = direction[0] * to[0] + direction[1] * to[1] + direction[2] * to[2];
    const light = ((strength * lobeArea(sharpness)) / lobeArea(spread)) * Math.exp(spread * (cosine - 1));
    sum[0] += light * colour[0];
    sum[1] += light * colour[1];
    sum[2] += light * colour[2];
  }
  return sum;
}

/**
 * Creates a prefiltered environment for three: a cube map with increasingly rough levels. Three's own generator draws
 * hundreds of samples per texel, which takes half a minute without a graphics card; this takes milliseconds.
 */
export function createEnvironmentLight(environment: Environment): CubeTexture {
  // Three reads one level fewer than a data texture has, so the last one is unused.
  const roughest = Math.log2(SIZE) - 3;
  const levels = Array.from({ length: roughest + 2 }, (_, level) =>
    // Same as PMREMGenerator.lodToRoughness of three r187.
    cubeFaces(environment, SIZE >> level, 1 - Math.sqrt(1 - Math.min(level, roughest) / roughest)),
  );
  const [base = [], ...rest] = levels;
  const texture = new CubeTexture(base as unknown as HTMLImageElement[], CubeReflectionMapping);
  texture.mipmaps = rest.map((image) => ({ image })) as unknown as CubeTexture['mipmaps'];
  texture.type = HalfFloatType;
  texture.colorSpace = LinearSRGBColorSpace;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = false;
  texture.isPMREMTexture = true;
  texture.needsUpdate = true;
  return texture;
}

/** Returns the faces in the order +x −x +y −y +z −z; three mirrors x of a data cube. */
function cubeFaces(environment: Environment, size: number, roughness: number): DataTexture[] {
  const faces: readonly ((s: number, t: number) => Direction)[] = [
    (s, t) => [-1, -t, -s],
    (s, t) => [1, -t, s],
    (s, t) => [-s, 1, t],
    (s, t) => [-s, -1, -t],
    (s, t) => [-s, -t, 1],
    (s, t) => [s, -t, -1],
  ];
  const one = DataUtils.toHalfFloat(1);
  return faces.map((towards) => {
    const texels = new Uint16Array(size * size * 4);
    for (let index = 0; index < size * size; index++) {
      const s = (2 * ((index % size) + 0.5)) / size - 1;
      const t = (2 * (Math.floor(index / size) + 0.5)) / size - 1;
      const [x, y, z] = towards(s, t);
      const length = Math.hypot(x, y, z);
      const light = radianceOf(environment, [x / length, y / length, z / length], roughness);
      texels.set([...light.map((value) => DataUtils.toHalfFloat(value)), one], index * 4);
    }
    return new DataTexture(texels, size, size);
  });
}

/** Returns the integral of a spherical Gaussian of strength 1 over all directions. */
function lobeArea(sharpness: number): number {
  return ((2 * Math.PI) / sharpness) * (1 - Math.exp(-2 * sharpness));
}
