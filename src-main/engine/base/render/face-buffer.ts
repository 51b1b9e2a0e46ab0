import { createDrawingBudget, type DrawingBudget } from './drawing-budget.ts';

/** Samples per pixel in each direction; textures are loaded as wide as the image has samples. */
export const SAMPLES = 2;

/** The visible face and its nearness for each sample of an image. */
export interface FaceBuffer {
  /** Samples along a side. */
  readonly edge: number;
  /** Face numbers, 0 where nothing is visible. */
  readonly faces: Uint32Array;
  /** Inverse depth per sample, 0 where nothing is visible; larger is nearer. */
  readonly nearness: Float32Array;
  /** First column, first row, last column and last row that may be covered: see `touchCanvas`. */
  readonly touched: Int32Array;
  readonly budget: DrawingBudget;
}

/** Creates an empty square buffer; 8 bytes a sample. */
export function createFaceBuffer(edge: number): FaceBuffer {
  return {
    edge,
    faces: new Uint32Array(edge * edge),
    nearness: new Float32Array(edge * edge),
    touched: Int32Array.of(edge, edge, -1, -1),
    budget: createDrawingBudget(edge),
  };
}

/** Clears a buffer whose faces were already reset by `shadeFaces`. */
export function clearFaceBuffer({ edge, nearness, touched, budget }: FaceBuffer): void {
  nearness.fill(0, edge * touched[1]!, edge * (touched[3]! + 1));
  touched.set([edge, edge, -1, -1]);
  budget.left = createDrawingBudget(edge).left;
}
