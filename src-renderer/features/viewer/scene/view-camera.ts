import { PerspectiveCamera, Vector3, type Box3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

/** A world axis as seen on screen; `depth` is positive towards the viewer. All from -1 to 1. */
export interface ScreenAxis {
  readonly x: number;
  readonly y: number;
  readonly depth: number;
}

/** An orbit camera. */
export interface ViewCamera {
  readonly camera: PerspectiveCamera;
  readonly controls: OrbitControls;
  /** Width divided by height of the image. */
  setAspect(aspect: number): void;
  /** Moves so that a box fills the view, from the current direction or the given one. */
  fit(box: Box3, direction?: Vector3): void;
  /** Returns a function that orbits by radians from the current position. */
  startCircle(): (radians: number) => void;
  readAxes(): Readonly<Record<'x' | 'y' | 'z', ScreenAxis>>;
}

/** Initial view direction: the front, a little from the left and above. */
export const START_DIRECTION = new Vector3(0.62, 0.34, 1).normalize();

const FIELD_OF_VIEW = 30;
const UP = new Vector3(0, 1, 0);

/** Returns the direction from the target to a camera that looks along an axis, from its positive or negative end. */
export function directionAlong(axis: 'x' | 'y' | 'z', sign: 1 | -1): Vector3 {
  const direction = new Vector3();
  direction[axis] = sign;
  // Straight up or down has no up vector, so the camera is tilted slightly.
  if (axis === 'y') direction.z = 1e-4;
  return direction.normalize();
}

/** Creates the camera of a canvas, which handles its pointer and wheel events; `controls.dispose` detaches it. */
export function createViewCamera(canvas: HTMLCanvasElement): ViewCamera {
  const camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.01, 100);
  camera.position.copy(START_DIRECTION);
  const controls = new OrbitControls(camera, canvas);
  controls.enableDamping = true;

  function fit(box: Box3, direction = camera.position.clone().sub(controls.target).normalize()): void {
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
    // Ends the damping at this position.
    controls.update();
  }

  return {
    camera,
    controls,
    setAspect(aspect) {
      if (camera.aspect === aspect) return;
      camera.aspect = aspect;
      camera.updateProjectionMatrix();
    },
    fit,
    startCircle() {
      const from = camera.position.clone().sub(controls.target);
      return (radians) => {
        camera.position.copy(from).applyAxisAngle(UP, radians).add(controls.target);
        camera.lookAt(controls.target);
      };
    },
    readAxes() {
      const toScreen = camera.quaternion.clone().invert();
      const toAxis = (axis: Vector3): ScreenAxis => {
        const { x, y, z } = axis.applyQuaternion(toScreen);
        return { x, y: -y, depth: z };
      };
      return { x: toAxis(new Vector3(1, 0, 0)), y: toAxis(new Vector3(0, 1, 0)), z: toAxis(new Vector3(0, 0, 1)) };
    },
  };
}
