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

type Direction = readonly [x: number, y: number, z: number];

/** Light from a part of the sky: a spherical Gaussian, `strength · exp(sharpness · (direction · to − 1))`. */
interface Lamp {
  readonly to: Direction;
  readonly sharpness: number;
  readonly strength: number;
}

/** A quiet studio: soft boxes above, left and right, a rim light behind. Directions are y up, +z towards the person. */
const LAMPS: readonly Lamp[] = [
  { to: unit(0.1, 1, 0.15), sharpness: 9, strength: 3.4 },
  { to: unit(-0.8, 0.55, 0.6), sharpness: 26, strength: 7 },
  { to: unit(0.95, 0.25, 0.5), sharpness: 18, strength: 2.6 },
  { to: unit(0.25, 0.35, -1), sharpness: 30, strength: 5 },
  { to: unit(-0.2, -0.1, 1), sharpness: 6, strength: 0.35 },
];
/** Walls: the mean of floor and ceiling, and how much brighter the ceiling is than the mean. */
const WALLS = { mean: 0.34, slope: 0.16 };

const SIZE = 64;
/** The roughest level is also what diffuse light is read from; a cosine lobe is about this sharp. */
const COSINE_SHARPNESS = 2.1;

/**
 * Radiance of the studio as a surface of a roughness (0 to 1) reflects it towards `direction`, linear and grey. Both the
 * lamps and the reflection lobe are spherical Gaussians, whose product has a closed form (Wang et al. 2009, All-Frequency
 * Rendering of Dynamic, Spatially-Varying Reflectance), so nothing has to be sampled.
 */
export function studioRadiance(direction: Direction, roughness: number): number {
  const alpha = roughness * roughness;
  const lobe = Math.max(alpha > 0 ? 1 / (2 * alpha * alpha) : Infinity, COSINE_SHARPNESS);
  // The linear part of the walls shrinks by the mean cosine of the lobe.
  let sum = WALLS.mean + WALLS.slope * direction[1] * (Number.isFinite(lobe) ? 1 / Math.tanh(lobe) - 1 / lobe : 1);
  for (const { to, sharpness, strength } of LAMPS) {
    const spread = Number.isFinite(lobe) ? (sharpness * lobe) / (sharpness + lobe) : sharpness;
    const cosine = direction[0] * to[0] + direction[1] * to[1] + direction[2] * to[2];
    sum += ((strength * lobeArea(sharpness)) / lobeArea(spread)) * Math.exp(spread * (cosine - 1));
  }
  return sum;
}

/**
 * The studio as three's prefiltered environment: a cube whose levels grow rougher. Three's own generator draws it with
 * hundreds of samples per texel, which takes half a minute where there is no graphics card; this takes milliseconds.
 */
export function createStudioLight(): CubeTexture {
  // Three reads one level fewer than are stored in a texture given as data: the last one is only there for that.
  const roughest = Math.log2(SIZE) - 3;
  const levels = Array.from({ length: roughest + 2 }, (_, level) =>
    // As PMREMGenerator.lodToRoughness of three r187.
    cubeFaces(SIZE >> level, 1 - Math.sqrt(1 - Math.min(level, roughest) / roughest)),
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

/** Faces in the order +x −x +y −y +z −z; three mirrors x of a cube given as data. */
function cubeFaces(size: number, roughness: number): DataTexture[] {
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
      const grey = DataUtils.toHalfFloat(studioRadiance(unit(...towards(s, t)), roughness));
      texels.set([grey, grey, grey, one], index * 4);
    }
    return new DataTexture(texels, size, size);
  });
}

/** Integral of a spherical Gaussian of strength 1 over all directions. */
function lobeArea(sharpness: number): number {
  return ((2 * Math.PI) / sharpness) * (1 - Math.exp(-2 * sharpness));
}

function unit(x: number, y: number, z: number): Direction {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
