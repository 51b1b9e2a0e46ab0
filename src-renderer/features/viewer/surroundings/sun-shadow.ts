import type { OrthographicCamera } from 'three';

/** Distance of the sun from the centre of the models, in radii of their box. */
export const SUN_DISTANCE = 3.7;

/** Fits the camera of the sun's shadow to models of a radius, of which the nearest part is 2.7 radii away. */
export function fitShadowCamera(camera: OrthographicCamera, radius: number): void {
  const sides = { left: -radius, right: radius, top: radius, bottom: -radius };
  Object.assign(camera, sides, { near: radius * 0.5, far: radius * 8 });
  camera.updateProjectionMatrix();
}
