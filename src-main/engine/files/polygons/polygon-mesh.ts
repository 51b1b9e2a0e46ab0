/** Values of the corners of faces, shared by index. */
export interface CornerLayer {
  readonly size: 2 | 3 | 4;
  /** `size` numbers per value. */
  readonly values: Float32Array;
  /** For each corner the value it has. */
  readonly indices: Uint32Array;
}

/** What moves the points of a mesh: at most four joints each. */
export interface Influences {
  /** Four per point, numbers within the skin. */
  readonly joints: Uint16Array;
  /** Four per point; they sum to 1. */
  readonly weights: Float32Array;
}

/** A shape that a mesh can be bent to. */
export interface PolygonShape {
  readonly name: string;
  /** How far the mesh is bent to it at rest; 1: wholly. */
  readonly weight: number;
  /** xyz per point: how far the shape moves it. */
  readonly offsets: Float32Array;
}

/** A surface of polygons as files hold it: metres, right-handed, counter-clockwise from outside. Not yet checked. */
export interface PolygonMesh {
  readonly name: string;
  /** xyz per point. */
  readonly points: Float32Array;
  /** Corners of each face; faces of fewer than three are no faces. */
  readonly faceSizes: Uint32Array;
  /** For each corner of each face its point. */
  readonly corners: Uint32Array;
  /** Any length. */
  readonly normals: CornerLayer | null;
  /** uv, glTF's origin (top left), one layer per set. */
  readonly uvs: readonly CornerLayer[];
  /** Linear RGBA. */
  readonly colors: CornerLayer | null;
  /** For each face its place in the list of materials; null: all have the first. */
  readonly faceMaterials: Uint32Array | null;
  readonly influences: Influences | null;
  readonly shapes?: readonly PolygonShape[];
}

/** A list of numbers as the indices of corners that each have a value of their own. */
export function countUp(length: number): Uint32Array {
  return Uint32Array.from({ length }, (_, i) => i);
}

/**
 * A layer of values that corners name by number; a corner that names none, or one that is not there, gets zeros.
 * `values` is copied.
 */
export function toCornerLayer(
  size: 2 | 3 | 4,
  values: ArrayLike<number>,
  corners: number,
  valueOf: (corner: number) => number,
): CornerLayer {
  const count = Math.floor(values.length / size);
  const withZeros = new Float32Array((count + 1) * size);
  for (let i = 0; i < count * size; i++) withZeros[i] = values[i]!;
  const indices = new Uint32Array(corners);
  for (let corner = 0; corner < corners; corner++) {
    const value = valueOf(corner);
    indices[corner] = value >= 0 && value < count ? value : count;
  }
  return { size, values: withZeros, indices };
}
