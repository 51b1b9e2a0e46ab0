import { DirectionalLight, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { fitShadowCamera, SUN_DISTANCE } from '../../../../../src-renderer/features/viewer/surroundings/sun-shadow.ts';

test.each([0.01, 1, 10])('models with a radius of %d m lie in the shadow of the sun as a whole', (radius) => {
  const { camera } = new DirectionalLight().shadow;
  fitShadowCamera(camera, radius);
  for (const [x, y, z] of [
    [0, 0, 1],
    [0, 0, -1],
    [0.99, 0, 0],
    [0, -0.99, 0],
  ] as const) {
    const seen = new Vector3(x, y, z - SUN_DISTANCE).multiplyScalar(radius).applyMatrix4(camera.projectionMatrix);
    for (const place of seen.toArray()) expect(Math.abs(place)).toBeLessThan(1);
  }
});
