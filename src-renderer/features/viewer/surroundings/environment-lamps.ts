import type { Environment } from './environments.ts';

/** A unit vector, y up, +z towards the viewer. */
export type Direction = readonly [x: number, y: number, z: number];

/** Linear light in three colours. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Light from a part of the sky: a spherical Gaussian, `strength · exp(sharpness · (direction · to − 1))`. */
interface Lamp {
  readonly to: Direction;
  readonly sharpness: number;
  readonly strength: number;
  readonly colour: Rgb;
}

/** All light of an environment. */
export interface EnvironmentLighting {
  readonly lamps: readonly Lamp[];
  /** Ambient light: the mean of above and below, and how much brighter above is than the mean. */
  readonly walls: { readonly mean: Rgb; readonly slope: Rgb };
  /** The light that casts the shadow. */
  readonly sun: { readonly to: Direction; readonly colour: Rgb; readonly strength: number };
}

const WHITE: Rgb = [1, 1, 1];

/** The environments: a studio with soft boxes and a rim light; clear noon; low sun; two lamps behind in the dark. */
export const ENVIRONMENT_LIGHTS: Readonly<Record<Environment, EnvironmentLighting>> = {
  studio: {
    lamps: [
      { to: unit(0.1, 1, 0.15), sharpness: 9, strength: 3.4, colour: WHITE },
      { to: unit(-0.8, 0.55, 0.6), sharpness: 26, strength: 7, colour: WHITE },
      { to: unit(0.95, 0.25, 0.5), sharpness: 18, strength: 2.6, colour: WHITE },
      { to: unit(0.25, 0.35, -1), sharpness: 30, strength: 5, colour: WHITE },
      { to: unit(-0.2, -0.1, 1), sharpness: 6, strength: 0.35, colour: WHITE },
    ],
    walls: { mean: [0.34, 0.34, 0.34], slope: [0.16, 0.16, 0.16] },
    sun: { to: unit(-0.6, 1.6, 0.7), colour: WHITE, strength: 1.6 },
  },
  daylight: {
    lamps: [
      { to: unit(0.55, 0.85, 0.45), sharpness: 90, strength: 22, colour: [1, 0.93, 0.8] },
      { to: unit(0.55, 0.85, 0.45), sharpness: 6, strength: 0.6, colour: [1, 0.95, 0.86] },
      { to: unit(0, 0.1, 1), sharpness: 2, strength: 0.25, colour: [0.86, 0.93, 1] },
    ],
    walls: { mean: [0.56, 0.62, 0.7], slope: [0.22, 0.32, 0.48] },
    sun: { to: unit(0.55, 0.85, 0.45), colour: [1, 0.93, 0.82], strength: 2.6 },
  },
  sunset: {
    lamps: [
      { to: unit(-0.9, 0.2, 0.45), sharpness: 40, strength: 15, colour: [1, 0.52, 0.2] },
      { to: unit(-0.8, 0.25, 0.3), sharpness: 3, strength: 0.7, colour: [1, 0.5, 0.36] },
      { to: unit(0.8, 0.7, -0.3), sharpness: 2, strength: 0.35, colour: [0.45, 0.55, 1] },
    ],
    walls: { mean: [0.33, 0.28, 0.31], slope: [0.02, 0.05, 0.15] },
    sun: { to: unit(-0.9, 0.42, 0.45), colour: [1, 0.62, 0.34], strength: 2.4 },
  },
  rim: {
    lamps: [
      { to: unit(-0.85, 0.35, -0.75), sharpness: 20, strength: 11, colour: [0.82, 0.91, 1] },
      { to: unit(0.9, 0.3, -0.65), sharpness: 20, strength: 9, colour: [1, 0.9, 0.78] },
      { to: unit(0.1, 0.5, 1), sharpness: 5, strength: 0.4, colour: WHITE },
    ],
    walls: { mean: [0.09, 0.09, 0.1], slope: [0.05, 0.05, 0.06] },
    sun: { to: unit(-0.7, 1.2, -0.9), colour: WHITE, strength: 0.9 },
  },
};

function unit(x: number, y: number, z: number): Direction {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
