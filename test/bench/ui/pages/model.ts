import '../../../../src-renderer/ui/styles/tokens.css';
import { AmbientLight, Box3, PerspectiveCamera, Scene, Sphere, WebGLRenderer } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { createViewer, type Viewer } from '../../../../src-renderer/features/viewer/render/create-viewer.ts';
import { loadModel, prepareLoad } from '../../../../src-renderer/features/viewer/load/load-model.ts';
import type { ViewOptions } from '../../../../src-renderer/features/viewer/scene/view-options.ts';

/** How long a model took from its address to its first frame, and the longest the page was busy meanwhile. */
export interface LoadTimes {
  readonly totalMs: number;
  readonly longestMs: number;
}

/** What the bench may have a page of models do. */
export interface ModelBench {
  /** The app's viewer: reads in a worker. */
  own(file: string): Promise<LoadTimes>;
  /** Three's GLTFLoader on the page's thread and a plain renderer. */
  plain(file: string): Promise<LoadTimes>;
  /** Shows a model in the app's viewer and leaves it there. */
  show(file: string): Promise<void>;
  /** Draws the plain scene in every frame, or stops that. */
  loop(runs: boolean): void;
  /** Opens and closes a model `count` times in one viewer. */
  cycle(file: string, count: number): Promise<void>;
  /** Textures and buffers that live in WebGL now. */
  live(): { readonly textures: number; readonly buffers: number };
}

const OPTIONS: ViewOptions = {
  shading: 'lit',
  environment: 'studio',
  turn: 0,
  exposure: 0,
  grid: true,
  dimensions: true,
  figure: false,
  skeleton: false,
  turntable: false,
  playing: { clip: null, playing: false, speed: 1, loop: true },
  split: null,
};

const live = { textures: 0, buffers: 0 };
const gl = WebGL2RenderingContext.prototype;
count('Texture', 'textures');
count('Buffer', 'buffers');

/** Counts what is made and deleted of a kind. */
function count(kind: 'Texture' | 'Buffer', as: keyof typeof live): void {
  const [make, free] = [`create${kind}`, `delete${kind}`] as const;
  const [made, freed] = [gl[make] as () => unknown, gl[free] as (thing: unknown) => void];
  Object.assign(gl, {
    [make](this: WebGL2RenderingContext) {
      live[as]++;
      return made.call(this);
    },
    [free](this: WebGL2RenderingContext, thing: unknown) {
      if (thing) live[as]--;
      freed.call(this, thing);
    },
  });
}

function makeCanvas(size?: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  if (size !== undefined) Object.assign(canvas.style, { width: size, height: size });
  document.body.replaceChildren(canvas);
  return canvas;
}

async function read(file: string): Promise<ArrayBuffer> {
  return (await fetch(file)).arrayBuffer();
}

/** Times a load until its frame is drawn; waiting for the card at the end is no work of the page's own. */
async function timed(load: () => Promise<HTMLCanvasElement>): Promise<LoadTimes> {
  const begun = performance.now();
  let ended = Infinity;
  let longestMs = 0;
  const watch = new PerformanceObserver((list) => {
    for (const { duration, startTime } of list.getEntries())
      if (startTime >= begun && startTime + duration <= ended) longestMs = Math.max(longestMs, duration);
  });
  watch.observe({ type: 'longtask' });
  const canvas = await load();
  // The frame's own task ends first, and counts.
  await new Promise((resolve) => setTimeout(resolve));
  ended = performance.now();
  canvas.getContext('webgl2')?.readPixels(0, 0, 1, 1, 0x1908, 0x1401, new Uint8Array(4));
  const totalMs = performance.now() - begun;
  // Long tasks are told of a moment later.
  await new Promise((resolve) => setTimeout(resolve, 50));
  watch.disconnect();
  return { totalMs, longestMs };
}

let viewer: Viewer | null = null;
let redraw: (() => void) | null = null;
let frame = 0;

/** Ends what the last load left behind. */
let stop = new AbortController();

/** Answers the way to have its surface measured, which the app does next. */
async function showIn(view: Viewer, file: string): Promise<() => Promise<void>> {
  const bytes = await read(file);
  stop.abort();
  stop = new AbortController();
  const measured = Promise.withResolvers<void>();
  const model = await loadModel({ format: 'glb', bytes, sides: new Map() }, stop.signal, () => {
    measured.resolve();
  });
  await view.show(model);
  return () => {
    model.measure?.();
    return measured.promise;
  };
}

const bench: ModelBench = {
  own: async (file) => {
    viewer?.close();
    const canvas = makeCanvas();
    const view = createViewer(canvas, OPTIONS, () => undefined);
    viewer = view;
    // As the app does when a view opens, and after each model.
    prepareLoad();
    await new Promise((resolve) => setTimeout(resolve, 500));
    return timed(async () => {
      await showIn(view, file);
      return canvas;
    });
  },
  plain: (file) => {
    viewer?.close();
    viewer = null;
    const canvas = makeCanvas();
    const renderer = new WebGLRenderer({ canvas, antialias: true });
    renderer.setSize(800, 600, false);
    return timed(async () => {
      const { scene: model } = await new GLTFLoader().parseAsync(await read(file), '');
      const scene = new Scene();
      scene.add(model, new AmbientLight(0xffffff, 2));
      const { center, radius } = new Box3().setFromObject(model).getBoundingSphere(new Sphere());
      const camera = new PerspectiveCamera(40, 4 / 3, radius / 100, radius * 10);
      camera.position.copy(center).add({ x: 0, y: 0, z: radius * 3 });
      redraw = () => {
        renderer.render(scene, camera);
      };
      await new Promise(requestAnimationFrame);
      redraw();
      return canvas;
    });
  },
  async show(file) {
    viewer?.close();
    viewer = createViewer(makeCanvas(), OPTIONS, () => undefined);
    await (
      await showIn(viewer, file)
    )();
  },
  loop(runs) {
    cancelAnimationFrame(frame);
    const draw = () => {
      redraw?.();
      frame = requestAnimationFrame(draw);
    };
    if (runs) draw();
  },
  async cycle(file, times) {
    // Where there is no graphics card, pixels are what takes the time.
    viewer ??= createViewer(makeCanvas('64px'), OPTIONS, () => undefined);
    for (let n = 0; n < times; n++) {
      await (
        await showIn(viewer, file)
      )();
      prepareLoad();
      viewer.clear();
    }
  },
  live: () => live,
};

declare global {
  interface Window {
    modelBench?: ModelBench;
  }
}
window.modelBench = bench;
