/** Samples per pixel in each direction; textures are wanted as wide as the picture has samples. */
export const SAMPLES = 2;

/** Which face each sample of a picture shows, and how near it is. */
export interface FaceBuffer {
  /** Samples along a side. */
  readonly edge: number;
  /** Numbers of faces, 0 where nothing is seen. */
  readonly faces: Uint32Array;
  /** Inverse depth per sample, 0 where nothing is seen; larger is nearer. */
  readonly nearness: Float32Array;
  /** First column, first row, last column and last row where anything may be: see `touchCanvas`. */
  readonly touched: Int32Array;
}

/** An empty square buffer; 8 bytes a sample. */
export function createFaceBuffer(edge: number): FaceBuffer {
  return {
    edge,
    faces: new Uint32Array(edge * edge),
    nearness: new Float32Array(edge * edge),
    touched: Int32Array.of(edge, edge, -1, -1),
  };
}

/** Empties a buffer whose faces were taken out of it already, as `shadeFaces` does. */
export function clearFaceBuffer({ edge, nearness, touched }: FaceBuffer): void {
  nearness.fill(0, edge * touched[1]!, edge * (touched[3]! + 1));
  touched.set([edge, edge, -1, -1]);
}
