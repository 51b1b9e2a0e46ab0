/** A surface point of a body; the arrays are reused between points. */
export interface BodyPoint {
  /** Position in the body's units. */
  readonly at: Float32Array;
  /** Unit normal. */
  readonly normal: Float32Array;
  /** Vertices of the triangle in the body's mesh, and the point's barycentric weights. */
  readonly corners: readonly [number, number, number];
  readonly weights: readonly [number, number, number];
}

/** Surface properties at a point. */
export interface Paint {
  /** sRGB, 0 to 255. */
  readonly color: Float64Array;
  /** Height of the relief in the body's units. */
  height: number;
  roughness: number;
  metallic: number;
}

/** Computes the surface properties of a body. */
export interface Painter {
  readonly paint: (point: BodyPoint, out: Paint) => void;
  /** Writes height, roughness and metalness too; otherwise they are estimated from the painted colours. */
  readonly paintsPbr: boolean;
}
