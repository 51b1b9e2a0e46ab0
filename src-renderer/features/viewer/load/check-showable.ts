import { Mesh, type Object3D } from 'three';
import { ModelLoadError } from './load-failure.ts';

/** Maximum number of objects: the page creates them on its own thread. */
export const MAX_OBJECTS = 20_000;
/** Maximum number of meshes and materials of them: each is drawn by a call of its own in every frame. */
export const MAX_DRAWN = 10_000;

/** Throws `ModelLoadError` for a model of more objects than the page can show without standing still. */
export function checkShowable(model: Object3D): void {
  let objects = 0;
  let drawn = 0;
  model.traverse((node) => {
    objects++;
    if (node instanceof Mesh) drawn += Array.isArray(node.material) ? node.material.length : 1;
  });
  checkCounts(objects, drawn);
}

/** Throws `ModelLoadError` for counts above the limits. */
export function checkCounts(objects: number, drawn: number): void {
  if (objects > MAX_OBJECTS || drawn > MAX_DRAWN) throw new ModelLoadError('too_large');
}
