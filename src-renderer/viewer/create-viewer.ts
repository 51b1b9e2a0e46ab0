import {
  Box3,
  DirectionalLight,
  NeutralToneMapping,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
  type Object3D,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { createDimensionBox, placeDimensionLabels, type DimensionLabel } from './dimension-box.ts';
import { disposeModel } from './dispose-model.ts';
import { createGround } from './ground.ts';
import { createShader } from './shading.ts';
import type { Shading } from './shadings.ts';
import { createStudioLight } from './studio-light.ts';
import { readTokenColour } from './token-colour.ts';

/** A direction of the world as seen on screen; `depth` is positive towards the person. All from -1 to 1. */
export interface ScreenAxis {
  readonly x: number;
  readonly y: number;
  readonly depth: number;
}

/** What lies over the picture and moves with the camera. */
export interface ViewOverlay {
  readonly labels: readonly DimensionLabel[];
  readonly axes: Readonly<Record<'x' | 'y' | 'z', ScreenAxis>>;
}

/** What the toolbar sets. */
export interface ViewOptions {
  readonly shading: Shading;
  readonly grid: boolean;
  readonly dimensions: boolean;
  readonly turntable: boolean;
}

/** A 3D view on a canvas. It draws only when something changed. */
export interface Viewer {
  /** Shows a model in place of the last one, which is freed. Resolves after its first frame. */
  show(model: Object3D): Promise<void>;
  /** Frees the model and shows none. */
  clear(): void;
  set(options: ViewOptions): void;
  fit(): void;
  /** Turns the camera to look along an axis, from its positive or negative end. */
  lookFrom(axis: 'x' | 'y' | 'z', sign: 1 | -1): void;
  /** Reads the colours anew after the theme changed. */
  readTheme(): void;
  close(): void;
}

const FIELD_OF_VIEW = 30;
const START_DIRECTION = new Vector3(0.62, 0.34, 1).normalize();
const PIXEL_RATIO_MAX = 2;

/** Makes a view that fills its canvas; throws where WebGL 2 is missing. `onView` hears every drawn frame. */
export function createViewer(canvas: HTMLCanvasElement, onView: (overlay: ViewOverlay) => void): Viewer {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, powerPreference: 'high-performance' });
  renderer.toneMapping = NeutralToneMapping;
  renderer.setPixelRatio(Math.min(devicePixelRatio, PIXEL_RATIO_MAX));
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  // Nothing moves but the camera: the shadow is drawn once per model.
  renderer.shadowMap.autoUpdate = false;

  const scene = new Scene();
  const environment = createStudioLight();
  scene.environment = environment;

  const camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.01, 100);
  camera.position.copy(START_DIRECTION);
  const controls = new OrbitControls(camera, canvas);
  controls.enableDamping = true;
  const sun = new DirectionalLight(0xffffff, 1.6);
  sun.castShadow = true;
  sun.shadow.mapSize.set(1024, 1024);
  sun.shadow.radius = 6;
  const ground = createGround();
  const dimensions = createDimensionBox();
  const shader = createShader();
  scene.add(sun, sun.target, ground.object, dimensions.object);

  let model: Object3D | null = null;
  let box = new Box3();
  let options: ViewOptions = { shading: 'lit', grid: true, dimensions: true, turntable: false };
  let frame = 0;
  let drawn: (() => void)[] = [];

  function draw(): void {
    frame = 0;
    const moved = controls.update();
    renderer.render(scene, camera);
    onView(readOverlay());
    for (const tell of drawn.splice(0)) tell();
    // Damping ends by itself: the controls stop reporting a change.
    if (moved || options.turntable) requestDraw();
  }

  function requestDraw(): void {
    frame ||= requestAnimationFrame(draw);
  }

  function readOverlay(): ViewOverlay {
    const screen = { width: canvas.clientWidth, height: canvas.clientHeight };
    const toAxis = (axis: Vector3): ScreenAxis => {
      const { x, y, z } = axis.applyQuaternion(camera.quaternion.clone().invert());
      return { x, y: -y, depth: z };
    };
    return {
      labels: model && options.dimensions ? placeDimensionLabels(box, camera, screen) : [],
      axes: { x: toAxis(new Vector3(1, 0, 0)), y: toAxis(new Vector3(0, 1, 0)), z: toAxis(new Vector3(0, 0, 1)) },
    };
  }

  function fitFrom(direction: Vector3): void {
    const radius = Math.max(box.getSize(new Vector3()).length() / 2, 1e-6);
    const upright = (FIELD_OF_VIEW / 2) * (Math.PI / 180);
    const across = Math.atan(Math.tan(upright) * camera.aspect);
    const distance = (radius / Math.sin(Math.min(upright, across))) * 0.96;
    box.getCenter(controls.target);
    camera.position.copy(controls.target).addScaledVector(direction, distance);
    camera.near = distance / 500;
    camera.far = distance * 20;
    camera.updateProjectionMatrix();
    controls.minDistance = radius / 20;
    controls.maxDistance = distance * 8;
    requestDraw();
  }

  function fit(): void {
    fitFrom(camera.position.clone().sub(controls.target).normalize());
  }

  function placeSurroundings(): void {
    const line = readTokenColour('--text-3');
    ground.place(box, { line, x: readTokenColour('--axis-x'), z: readTokenColour('--axis-z') });
    dimensions.place(box);
    dimensions.setColour(readTokenColour('--text'));
    shader.setLineColour(readTokenColour('--text'));
    const radius = box.getSize(new Vector3()).length() / 2;
    box.getCenter(sun.target.position);
    sun.position.copy(sun.target.position).add(new Vector3(-0.6, 1.6, 0.7).multiplyScalar(radius * 2));
    Object.assign(sun.shadow.camera, { left: -radius, right: radius, top: radius, bottom: -radius, far: radius * 8 });
    sun.shadow.camera.updateProjectionMatrix();
    renderer.shadowMap.needsUpdate = true;
  }

  function applyOptions(): void {
    ground.object.visible = model !== null;
    ground.showGrid(options.grid);
    dimensions.object.visible = model !== null && options.dimensions;
    controls.autoRotate = options.turntable;
    if (model) shader.apply(model, options.shading);
    requestDraw();
  }

  function clear(): void {
    if (!model) return;
    shader.apply(model, 'lit');
    scene.remove(model);
    disposeModel(model);
    model = null;
    applyOptions();
  }

  const resizes = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    renderer.setSize(clientWidth, clientHeight, false);
    camera.aspect = clientWidth / clientHeight;
    camera.updateProjectionMatrix();
    requestDraw();
  });
  resizes.observe(canvas);
  controls.addEventListener('change', requestDraw);

  return {
    async show(next) {
      clear();
      box = new Box3().setFromObject(next, true);
      next.traverse((node) => {
        node.castShadow = true;
      });
      model = next;
      scene.add(next);
      placeSurroundings();
      applyOptions();
      fitFrom(START_DIRECTION);
      await renderer.compileAsync(scene, camera);
      await new Promise<void>((resolve) => {
        drawn.push(resolve);
        requestDraw();
      });
    },
    clear,
    set(changed) {
      options = changed;
      applyOptions();
    },
    fit,
    lookFrom(axis, sign) {
      const direction = new Vector3();
      direction[axis] = sign;
      // Straight up or down has no upright; the camera leans by a hair.
      if (axis === 'y') direction.z = 1e-4;
      fitFrom(direction.normalize());
    },
    readTheme() {
      if (model) placeSurroundings();
      requestDraw();
    },
    close() {
      cancelAnimationFrame(frame);
      drawn = [];
      resizes.disconnect();
      controls.dispose();
      clear();
      cancelAnimationFrame(frame);
      ground.close();
      dimensions.close();
      shader.close();
      environment.dispose();
      sun.dispose();
      renderer.dispose();
    },
  };
}
