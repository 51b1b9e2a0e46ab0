import { Box3, Scene, type Vector3 } from 'three';
import { placeDimensionLabels, type DimensionLabel } from '../scene/dimension-box.ts';
import { drawStages } from './draw-stages.ts';
import { createFrameLoop } from './frame-loop.ts';
import { createViewCapture } from './view-capture.ts';
import { createStage, putBeside, type Stage } from '../scene/viewer-stage.ts';
import { createSurroundings } from '../surroundings/surroundings.ts';
import { readCssColour } from '../scene/css-colour.ts';
import type { LoadedModel } from '../load/unpack-model.ts';
import type { LevelGeometries } from '../preview/level-geometries.ts';
import { createUploader } from '../load/uploader.ts';
import { createViewCamera, directionAlong, START_DIRECTION, type ScreenAxis } from '../scene/view-camera.ts';
import { createViewRenderer } from './view-renderer.ts';
import type { ViewOptions } from '../scene/view-options.ts';
import { waitForGpu } from './wait-for-gpu.ts';
import { warmUp } from './warm-up.ts';

/** Overlay data that changes with the view. */
export interface ViewOverlay {
  readonly labels: readonly DimensionLabel[];
  readonly axes: Readonly<Record<'x' | 'y' | 'z', ScreenAxis>>;
  /** Playback position of the clip. */
  readonly seconds: number;
}

/** A 3D view on a canvas. It draws only after changes; at rest its canvas has the attribute `data-still`. */
export interface Viewer {
  /** Shows a model and frees the last one. Resolves after its first frame; its shadow follows in the next one. */
  show(model: LoadedModel): Promise<void>;
  /** Frees the model and the compared one. */
  clear(): void;
  /** Shows a second model for comparison; null removes and frees it. */
  compare(model: LoadedModel | null): void;
  /** Draws the model with other geometries, which are freed later; null: with its own. */
  showLevel(level: LevelGeometries | null): void;
  set(options: ViewOptions): void;
  fit(): void;
  /** Turns the camera to look along an axis, from its positive or negative end. */
  lookFrom(axis: 'x' | 'y' | 'z', sign: 1 | -1): void;
  /** Shows the pose at a time of the selected clip. */
  seek(seconds: number): void;
  /** Returns a PNG of the view with a transparent background. */
  takePicture(): Promise<Blob>;
  /**
   * Records a WebM of one turn around the model; `onProgress` receives 0 to 1. Rejects with the signal's reason, or
   * with an `AbortError` if the model is removed meanwhile.
   */
  film(onProgress: (share: number) => void, signal: AbortSignal): Promise<Blob>;
  /** Reads the colours again after a theme change. */
  readTheme(): void;
  close(): void;
}

/** Creates a view that fills its canvas; throws without WebGL 2. `onView` is called for every drawn frame. */
export function createViewer(
  canvas: HTMLCanvasElement,
  start: ViewOptions,
  onView: (overlay: ViewOverlay) => void,
): Viewer {
  let options = start;
  const scene = new Scene();
  const camera = createViewCamera(canvas);
  const view = createViewRenderer(canvas, (three, target) => {
    drawStages({ renderer: three, scene, camera, stages, target }, options.split);
  });
  const renderer = view.three;
  const uploader = createUploader(renderer);
  const surroundings = createSurroundings(scene);
  // Creating its light takes a moment, which must not delay the first model.
  surroundings.set(start);
  const frames = createFrameLoop({ draw, onRequest: () => setStill(false), onRest: () => view.rest(updateStill) });
  const [first, second] = [createStage(renderer, frames.request), createStage(renderer, frames.request)];
  const stages: [Stage, Stage] = [first, second];
  const capture = createViewCapture({ canvas, view, scene, camera, stage: first, restore: applyOptions, frames });
  /** True if the user did not move the camera; then it is fitted again when the view is resized. */
  let isFitted = true;
  for (const stage of stages) scene.add(stage.object);

  function draw(now: number, passed: number): boolean {
    // Compared models play in sync.
    const plays = stages.map(({ player }) => player?.advance(passed) ?? false).includes(true);
    if (plays) renderer.shadowMap.needsUpdate = true;
    const isFilming = capture.step(now);
    const moved = !isFilming && camera.controls.update(passed || null);
    view.draw(isFilming);
    onView(readOverlay());
    // Damping ends when the controls stop reporting changes.
    const isSeen = !first.isEmpty && canvas.clientWidth > 0;
    return isFilming || (isSeen && (moved || plays || options.turntable));
  }

  function setStill(isStill: boolean): void {
    canvas.dataset['still'] = String(isStill);
  }

  /** The view is still when no frame, no model and no sorting of splats is pending. */
  function updateStill(): void {
    setStill(frames.isIdle && stages.every(({ isSettled }) => isSettled));
  }

  /** A shadow draws every triangle once more, so a model's first frame omits it. */
  function showShadow(on: boolean): void {
    surroundings.showShadow(on);
    renderer.shadowMap.needsUpdate = on;
  }

  /** Uploads the model of a stage, unless it is removed meanwhile, and waits for the graphics card. */
  function upload(stage: Stage, model: LoadedModel): Promise<void> {
    view.stir();
    return frames.hold(async () => {
      const compiled = renderer.compileAsync(scene, camera.camera);
      await uploader.upload(model.object, () => stage.hasModel(model));
      await compiled;
      await waitForGpu(renderer.getContext() as WebGL2RenderingContext);
    });
  }

  function readOverlay(): ViewOverlay {
    const screen = { width: canvas.clientWidth, height: canvas.clientHeight };
    const isMeasured = !first.isEmpty && options.dimensions && !options.split && !capture.isFilming;
    return {
      labels: isMeasured ? placeDimensionLabels(first.box, camera.camera, screen) : [],
      axes: camera.readAxes(),
      seconds: first.player?.seconds ?? 0,
    };
  }

  /** Fits the models to the view, or to each half of it, from the current or the given direction. */
  function fit(direction?: Vector3): void {
    isFitted = true;
    const width = canvas.clientWidth / (options.split?.layout === 'side' ? 2 : 1);
    camera.setAspect(width / Math.max(canvas.clientHeight, 1));
    const box = surroundings.reach(new Box3().copy(first.box).union(second.box));
    if (!first.isEmpty) camera.fit(box, direction);
    frames.request();
  }

  function layOut(): void {
    surroundings.place(first.box);
    const line = readCssColour('--text');
    const bone = readCssColour('--accent');
    for (const stage of stages) stage.setColours(line, bone);
    renderer.shadowMap.needsUpdate = true;
  }

  function applyOptions(): void {
    surroundings.set(options);
    for (const stage of stages) stage.set(options);
    if (options.split) for (const stage of stages) stage.showDimensions(false);
    camera.controls.autoRotate = options.turntable;
    renderer.toneMappingExposure = 2 ** options.exposure;
    renderer.shadowMap.needsUpdate = true;
    frames.request();
  }

  const resizes = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    renderer.setSize(clientWidth, clientHeight, false);
    if (isFitted) fit();
    frames.request();
  });
  resizes.observe(canvas);
  camera.controls.addEventListener('change', frames.request);
  camera.controls.addEventListener('start', () => {
    isFitted = false;
  });

  // A model that arrives meanwhile sets this up itself.
  void warmUp(
    { view, scene, camera: camera.camera, stage: first, surroundings },
    () => first.isEmpty && !frames.isClosed,
  );

  return {
    async show(model) {
      capture.cancel();
      first.put(model);
      layOut();
      applyOptions();
      fit(START_DIRECTION);
      await upload(first, model);
      showShadow(false);
      do {
        const drawn = frames.nextFrame();
        if (first.isSettled) frames.request();
        await drawn;
      } while (!first.isSettled);
      first.forget();
      showShadow(true);
      // If the view is drawn again at rest, that frame includes the shadow.
      if (!view.isCoarse) frames.request();
    },
    clear() {
      capture.cancel();
      for (const stage of stages) stage.clear();
      layOut();
      frames.request();
    },
    compare(model) {
      if (model) {
        putBeside(second, first, model, options);
        void upload(second, model);
      } else second.clear();
      layOut();
      applyOptions();
    },
    showLevel(level) {
      first.showLevel(level);
      applyOptions();
    },
    set(changed) {
      const isFigureChanged = options.figure !== changed.figure;
      const isLayoutChanged = options.split?.layout !== changed.split?.layout;
      options = changed;
      applyOptions();
      if (isLayoutChanged || isFigureChanged) fit();
    },
    fit() {
      fit();
    },
    lookFrom(axis, sign) {
      fit(directionAlong(axis, sign));
    },
    seek(seconds) {
      for (const { player } of stages) player?.seek(seconds);
      renderer.shadowMap.needsUpdate = true;
      frames.request();
    },
    takePicture: capture.takePicture,
    film: capture.film,
    readTheme() {
      if (!first.isEmpty) layOut();
      frames.request();
    },
    close() {
      capture.cancel();
      frames.close();
      resizes.disconnect();
      camera.controls.dispose();
      for (const part of [first, second, surroundings, uploader, view]) part.close();
    },
  };
}
