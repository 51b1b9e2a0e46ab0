import type { Object3D, WebGLRenderer } from 'three';

/** Draws a model that three cannot draw without it; added to the scene beside the model. */
export interface ModelDrawer {
  readonly object: Object3D;
  /** True if the last frame was complete. */
  readonly isSettled: boolean;
  /** Frees its resources; the model is freed by its owner. */
  close(): void;
}

/** Creates the drawer of a model; it calls `redraw` when there is something new to show. */
export type MakeDrawer = (renderer: WebGLRenderer, redraw: () => void) => ModelDrawer;
