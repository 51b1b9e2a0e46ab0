/**
 * Limit of the work on one image, in full images: triangles that cover each other would take time without an end. Common
 * models need less than 20.
 */
const MAX_LAYERS = 1_024;

/** Work that is left for an image: pixels in the bounding boxes of triangles, times their cost. */
export interface DrawingBudget {
  left: number;
}

/** The budget of an image with that edge. */
export function createDrawingBudget(edge: number): DrawingBudget {
  return { left: MAX_LAYERS * edge * edge };
}
