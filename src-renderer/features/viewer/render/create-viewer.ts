import { Box3, Scene, type Vector3 } from 'three';
import { createTurntable } from '../scene/turntable.ts';
import { placeDimensionLabels, type DimensionLabel } from '../scene/dimension-box.ts';
import { drawStages } from './draw-stages.ts';
import { recordCanvas } from './record-canvas.ts';
import { createStage, type Stage } from '../scene/viewer-stage.ts';
import { createSurroundings } from '../surroundings/surroundings.ts';
import { readCssColour } from '../scene/css-colour.ts';
import type { LoadedModel } from '../load/unpack-model.ts';
import { createUploader } from '../load/uploader.ts';
import { createViewCamera, directionAlong, START_DIRECTION, type ScreenAxis } from '../scene/view-camera.ts';
import { createViewRenderer } from './view-renderer.ts';
import type { ViewOptions } from '../scene/view-options.ts';
import { waitForGpu } from './wait-for-gpu.ts';
import { warmUp } from './warm-up.ts';

/** What lies over the picture and moves with it. */
export interface ViewOverlay {
  readonly labels: readonly DimensionLabel[];
  readonly axes: Readonly<Record<'x' | 'y' | 'z', ScreenAxis>>;
  /** Where the clip is. */
  readonly seconds: number;
}

/** A 3D view on a canvas. It draws only when something changed; while nothing more is to come, its canvas is `data-still`. */
export interface Viewer {
  /** Shows a model in place of the last one, which is freed. Resolves after its first frame; its shadow comes with the next. */
  show(model: LoadedModel): Promise<void>;
  /** Frees the model and what it is compared with, and shows none. */
  clear(): void;
  /** Puts a second model beside the first, which it is split with; null takes it away and frees it. */
  compare(model: LoadedModel | null): void;
  set(options: ViewOptions): void;
  fit(): void;
  /** Turns the camera to look along an axis, from its positive or negative end. */
  lookFrom(axis: 'x' | 'y' | 'z', sign: 1 | -1): void;
  /** Puts the model in the pose of a moment of the chosen clip. */
  seek(seconds: number): void;
  /** A PNG of the view as it is, with nothing behind it. */
  takePicture(): Promise<Blob>;
  /**
   * A WebM of one turn around the model; `onProgress` hears shares of 1. Rejects with the signal's reason, and with an
   * `AbortError` when the model goes meanwhile.
   */
  film(onProgress: (share: number) => void, signal: AbortSignal): Promise<Blob>;
  /** Reads the colours anew after the theme changed. */
  readTheme(): void;
  close(): void;
}

/** A pause longer than this, such as a hidden window, is not caught up with. */
const LONGEST_STEP_SECONDS = 0.1;

/** Makes a view that fills its canvas; throws where WebGL 2 is missing. `onView` hears every drawn frame. */
export function createViewer(
  canvas: HTMLCanvasElement,
  start: ViewOptions,
  onView: (overlay: ViewOverlay) => void,
): Viewer {
  const view = createViewRenderer(canvas, (three, target) => {
    drawStages({ renderer: three, scene, eye, stages: [first, second], target }, options.split);
  });
  const renderer = view.three;
  const uploader = createUploader(renderer);
  const scene = new Scene();
  const eye = createViewCamera(canvas);
  const surroundings = createSurroundings(scene);
  // Its light takes a moment, which is not to be added to the first model's.
  surroundings.set(start);
  const first = createStage(renderer, requestDraw);
  const second = createStage(renderer, requestDraw);
  scene.add(first.object, second.object);

  let options = start;
  let frame = 0;
  let lastFrameAt: number | null = null;
  let drawn: (() => void)[] = [];
  /** Models that are being handed to the graphics card: a frame before that is done would wait for all of it. */
  let uploads = 0;
  /** Whether the person left the camera where it was put: then it goes back in place when the view changes its shape. */
  let isFitted = true;
  /** Moves the camera instead of the person while a film is made. */
  let direct: ((now: number) => void) | null = null;
  /** Ends the film that is being made when what it shows goes. */
  let filming: AbortController | null = null;

  function draw(now: number): void {
    frame = 0;
    if (uploads > 0) return;
    const passed = Math.min((now - (lastFrameAt ?? now)) / 1000, LONGEST_STEP_SECONDS);
    // Two models that are compared keep step.
    const plays = [first, second].map(({ player }) => player?.advance(passed) ?? false).includes(true);
    if (plays) renderer.shadowMap.needsUpdate = true;
    if (direct) direct(now);
    const moved = direct === null && eye.controls.update(passed || null);
    view.draw(direct !== null);
    onView(readOverlay());
    for (const tell of drawn.splice(0)) tell();
    // Damping ends by itself: the controls stop reporting a change.
    const isSeen = !first.isEmpty && canvas.clientWidth > 0;
    const goesOn = direct !== null || (isSeen && (moved || plays || options.turntable));
    lastFrameAt = goesOn ? now : null;
    if (goesOn) requestDraw();
    else view.rest(tellStill);
  }

  /** A shadow is worked out from every triangle once more, so that a model's first frame goes without. */
  function shade(on: boolean): void {
    surroundings.showShadow(on);
    renderer.shadowMap.needsUpdate = on;
  }

  /** Nothing is still to come when no frame, no model and no order of splats is. */
  function tellStill(): void {
    canvas.dataset['still'] = String(frame === 0 && uploads === 0 && first.isSettled && second.isSettled);
  }

  function requestDraw(): void {
    canvas.dataset['still'] = 'false';
    if (uploads === 0) frame ||= requestAnimationFrame(draw);
  }

  /** Hands over a model that stands on a stage, unless it leaves that meanwhile, and waits until the card has it. */
  async function upload(stage: Stage, model: LoadedModel): Promise<void> {
    uploads++;
    view.stir();
    try {
      const compiled = renderer.compileAsync(scene, eye.camera);
      await uploader.upload(model.object, () => stage.holds(model));
      await compiled;
      await waitForGpu(renderer.getContext() as WebGL2RenderingContext);
    } finally {
      uploads--;
      requestDraw();
    }
  }

  function readOverlay(): ViewOverlay {
    const screen = { width: canvas.clientWidth, height: canvas.clientHeight };
    const measured = !first.isEmpty && options.dimensions && !options.split && direct === null;
    return {
      labels: measured ? placeDimensionLabels(first.box, eye.camera, screen) : [],
      axes: eye.readAxes(),
      seconds: first.player?.seconds ?? 0,
    };
  }

  /** Fills the view, or each half of it, from where the camera looks or from a direction. */
  function fit(direction?: Vector3): void {
    isFitted = true;
    const width = canvas.clientWidth / (options.split?.layout === 'side' ? 2 : 1);
    eye.setAspect(width / Math.max(canvas.clientHeight, 1));
    const box = surroundings.reach(new Box3().copy(first.box).union(second.box));
    if (!first.isEmpty) eye.fit(box, direction);
    requestDraw();
  }

  function layOut(): void {
    surroundings.place(first.box);
    const line = readCssColour('--text');
    const bone = readCssColour('--accent');
    for (const stage of [first, second]) stage.setColours(line, bone);
    renderer.shadowMap.needsUpdate = true;
  }

  function applyOptions(): void {
    surroundings.set(options);
    for (const stage of [first, second]) stage.set(options);
    if (options.split) for (const stage of [first, second]) stage.showDimensions(false);
    eye.controls.autoRotate = options.turntable;
    renderer.toneMappingExposure = 2 ** options.exposure;
    renderer.shadowMap.needsUpdate = true;
    requestDraw();
  }

  const resizes = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    renderer.setSize(clientWidth, clientHeight, false);
    if (isFitted) fit();
    requestDraw();
  });
  resizes.observe(canvas);
  eye.controls.addEventListener('change', requestDraw);
  eye.controls.addEventListener('start', () => {
    isFitted = false;
  });

  function clear(): void {
    filming?.abort();
    first.clear();
    second.clear();
    layOut();
    requestDraw();
  }

  // A model that comes meanwhile does it itself.
  void warmUp({ view, scene, camera: eye.camera, stage: first, surroundings }, () => first.isEmpty && frame !== -1);

  return {
    async show(model) {
      filming?.abort();
      first.put(model);
      layOut();
      applyOptions();
      fit(START_DIRECTION);
      await upload(first, model);
      shade(false);
      do {
        await new Promise<void>((resolve) => {
          drawn.push(resolve);
          if (first.isSettled) requestDraw();
        });
      } while (!first.isSettled);
      first.forget();
      shade(true);
      // A view that is drawn once more at rest has it then.
      if (!view.isCoarse) requestDraw();
    },
    clear,
    compare(model) {
      if (model) {
        second.put(model, first.box);
        void upload(second, model);
      } else second.clear();
      layOut();
      applyOptions();
    },
    set(changed) {
      const [figured, halved] = [options.figure !== changed.figure, options.split?.layout !== changed.split?.layout];
      options = changed;
      applyOptions();
      if (halved || figured) fit();
    },
    fit() {
      fit();
    },
    lookFrom(axis, sign) {
      fit(directionAlong(axis, sign));
    },
    seek(seconds) {
      for (const { player } of [first, second]) player?.seek(seconds);
      renderer.shadowMap.needsUpdate = true;
      requestDraw();
    },
    async takePicture() {
      first.showDimensions(false);
      view.draw(true);
      // The picture is taken at once; the canvas is empty again after this turn.
      const taken = new Promise<Blob | null>((resolve) => {
        canvas.toBlob(resolve, 'image/png');
      });
      applyOptions();
      const blob = await taken;
      if (!blob) throw new Error('No picture could be taken.');
      return blob;
    },
    async film(onProgress, signal) {
      const change = new AbortController();
      filming = change;
      const stop = AbortSignal.any([signal, change.signal]);
      const circle = eye.startCircle();
      first.showDimensions(false);
      scene.background = readCssColour('--surface-view');
      const turn = createTurntable(circle, onProgress, stop);
      direct = turn.step;
      requestDraw();
      try {
        return await recordCanvas(canvas, turn.end);
      } finally {
        direct = null;
        filming = null;
        scene.background = null;
        // Another model was put where it is looked at from by then.
        if (!change.signal.aborted) circle(0);
        applyOptions();
      }
    },
    readTheme() {
      if (!first.isEmpty) layOut();
      requestDraw();
    },
    close() {
      filming?.abort();
      cancelAnimationFrame(frame);
      // Nothing is drawn after this.
      frame = -1;
      drawn = [];
      resizes.disconnect();
      eye.controls.dispose();
      first.close();
      second.close();
      surroundings.close();
      uploader.close();
      view.close();
    },
  };
}
