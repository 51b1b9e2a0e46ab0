import { createPointWelder } from '../polygons/weld-points.ts';

/** The facets of an STL with welded points, in metres and +Y up. */
export interface StlFacets {
  readonly name: string;
  readonly points: Float32Array;
  /** Three points of each facet. */
  readonly corners: Uint32Array;
}

const METRES = 0.001;

/** Creates a function that returns the number of the point of a corner, given as in the file. */
export function createCornerWelder() {
  const welder = createPointWelder();
  return {
    add: (x: number, y: number, z: number): number =>
      welder.add(Math.fround(x) * METRES, Math.fround(z) * METRES, -Math.fround(y) * METRES),
    finish: (): Float32Array => welder.finish(),
  };
}
