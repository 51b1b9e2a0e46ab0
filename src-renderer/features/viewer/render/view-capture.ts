import type { Scene } from 'three';
import { readCssColour } from '../scene/css-colour.ts';
import { createTurntable } from '../scene/turntable.ts';
import type { createViewCamera } from '../scene/view-camera.ts';
import type { Stage } from '../scene/viewer-stage.ts';
import type { FrameLoop } from './frame-loop.ts';
import { recordCanvas } from './record-canvas.ts';
import type { ViewRenderer } from './view-renderer.ts';

interface CapturedView {
  readonly canvas: HTMLCanvasElement;
  readonly view: ViewRenderer;
  readonly scene: Scene;
  readonly camera: ReturnType<typeof createViewCamera>;
  readonly stage: Stage;
  readonly frames: Pick<FrameLoop, 'request'>;
  /** Shows again what images and videos omit. */
  restore(): void;
}

/** Creates images and videos of a view. */
export interface ViewCapture {
  /** Returns a PNG of the view with a transparent background. */
  takePicture(): Promise<Blob>;
  /**
   * Records a WebM of one turn around the model; `onProgress` receives 0 to 1. Rejects with the signal's reason, or
   * with an `AbortError` if it is cancelled.
   */
  film(onProgress: (share: number) => void, signal: AbortSignal): Promise<Blob>;
  readonly isFilming: boolean;
  /** Moves the camera to its position at a frame's time, ms; returns true while recording. */
  step(now: number): boolean;
  /** Cancels the recording because its model is removed. */
  cancel(): void;
}

/** Creates the capture of a view. */
export function createViewCapture({ canvas, view, scene, camera, stage, frames, restore }: CapturedView): ViewCapture {
  let film: { readonly step: (now: number) => void; readonly abort: AbortController } | null = null;

  return {
    async takePicture() {
      stage.showDimensions(false);
      view.draw(true);
      // The canvas is read synchronously: it is cleared after this turn of the event loop.
      const encoded = new Promise<Blob | null>((resolve) => {
        canvas.toBlob(resolve, 'image/png');
      });
      restore();
      const blob = await encoded;
      if (!blob) throw new Error('The browser could not encode the image.');
      return blob;
    },
    async film(onProgress, signal) {
      const abort = new AbortController();
      const circle = camera.startCircle();
      stage.showDimensions(false);
      scene.background = readCssColour('--surface-view');
      const turn = createTurntable(circle, onProgress, AbortSignal.any([signal, abort.signal]));
      film = { step: turn.step, abort };
      frames.request();
      try {
        return await recordCanvas(canvas, turn.end);
      } finally {
        film = null;
        scene.background = null;
        // After a cancelled recording, the camera already shows another model.
        if (!abort.signal.aborted) circle(0);
        restore();
      }
    },
    get isFilming() {
      return film !== null;
    },
    step: (now) => {
      film?.step(now);
      return film !== null;
    },
    cancel: () => film?.abort.abort(),
  };
}
