import type { Object3D, WebGLRenderer } from 'three';

/** What draws a model that three cannot draw by itself; it stands in the scene beside the model. */
export interface ModelDrawer {
  readonly object: Object3D;
  /** Whether what was drawn last is all there is to see. */
  readonly isSettled: boolean;
  /** Frees what it holds; the model itself is freed by its owner. */
  close(): void;
}

/** Makes the drawer of a model; it calls `redraw` when there is something new to see. */
export type MakeDrawer = (renderer: WebGLRenderer, redraw: () => void) => ModelDrawer;
