/** A place on a body that is painted; the arrays are reused from point to point. */
export interface BodyPoint {
  /** In the body's units. */
  readonly at: Float32Array;
  /** Unit long. */
  readonly normal: Float32Array;
  /** The body's vertices around it, and their weights. */
  readonly corners: readonly [number, number, number];
  readonly weights: readonly [number, number, number];
}

/** What a painter writes. */
export interface Paint {
  /** sRGB, 0 to 255. */
  readonly color: Float64Array;
  /** In the body's units, for the relief. */
  height: number;
  roughness: number;
  metallic: number;
}

/** Decides what a body looks like at a place. */
export interface Painter {
  readonly paint: (point: BodyPoint, out: Paint) => void;
  /** Height, roughness and metalness come from the painter; else they are read off the finished colours. */
  readonly isPhysical: boolean;
}
