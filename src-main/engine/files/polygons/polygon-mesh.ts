/** Values of face corners, shared by index. */
export interface CornerLayer {
  readonly size: 2 | 3 | 4;
  /** `size` numbers per value. */
  readonly values: Float32Array;
  /** Index of the value of each corner. */
  readonly indices: Uint32Array;
}

/** Joint influences of the points of a mesh: at most four joints each. */
export interface Influences {
  /** Four per point, indices into the skin. */
  readonly joints: Uint16Array;
  /** Four per point with a sum of 1. */
  readonly weights: Float32Array;
}

/** A blend shape of a mesh. */
export interface PolygonShape {
  readonly name: string;
  /** Weight in the rest pose; 1: full. */
  readonly weight: number;
  /** xyz per point: offset of the shape. */
  readonly offsets: Float32Array;
}

/**
 * A polygon mesh as in a file: metres, right-handed, counter-clockwise from outside. Not yet validated. A layer with one
 * value per point uses the array `corners` as its indices.
 */
export interface PolygonMesh {
  readonly name: string;
  /** xyz per point. */
  readonly points: Float32Array;
  /** Number of corners of each face; faces with fewer than three are ignored. */
  readonly faceSizes: Uint32Array;
  /** Point of each corner of each face. */
  readonly corners: Uint32Array;
  /** Not necessarily normalized. */
  readonly normals: CornerLayer | null;
  /** UV, glTF's origin (top left), one layer per set. */
  readonly uvs: readonly CornerLayer[];
  /** Linear RGBA. */
  readonly colors: CornerLayer | null;
  /** Index into the list of materials for each face; null: all use the first. */
  readonly faceMaterials: Uint32Array | null;
  readonly influences: Influences | null;
  readonly shapes?: readonly PolygonShape[];
}

/** Returns ascending indices for corners that each have their own value. */
export function countUp(length: number): Uint32Array {
  const numbers = new Uint32Array(length);
  for (let i = 0; i < length; i++) numbers[i] = i;
  return numbers;
}

/**
 * Creates a layer of values that corners reference by index; corners with a missing or invalid index get zeros. Takes
 * over `values`.
 */
export function toCornerLayer(
  size: 2 | 3 | 4,
  values: Float32Array,
  corners: number,
  valueOf: (corner: number) => number,
): CornerLayer {
  const count = Math.floor(values.length / size);
  const indices = new Uint32Array(corners);
  let isMissing = false;
  for (let corner = 0; corner < corners; corner++) {
    const value = valueOf(corner);
    const isValid = value >= 0 && value < count;
    indices[corner] = isValid ? value : count;
    if (!isValid) isMissing = true;
  }
  return { size, values: isMissing ? resize(values, (count + 1) * size, count * size) : values, indices };
}

/** Creates a layer of one value per point; missing values are zeros. Takes over `values`. */
export function toPointLayer(size: 2 | 3 | 4, values: Float32Array, points: number, corners: Uint32Array): CornerLayer {
  const count = Math.floor(values.length / size);
  return { size, values: count < points ? resize(values, points * size, count * size) : values, indices: corners };
}

/** Returns an array of another length with the first `kept` values; the others are zeros. */
function resize(values: Float32Array, length: number, kept: number): Float32Array {
  const resized = new Float32Array(length);
  resized.set(values.subarray(0, kept));
  return resized;
}
