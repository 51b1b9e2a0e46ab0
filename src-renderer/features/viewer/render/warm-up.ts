import { Box3, Vector3, type Camera, type Scene } from 'three';
import type { Stage } from '../scene/viewer-stage.ts';
import type { Surroundings } from '../surroundings/surroundings.ts';
import type { ViewRenderer } from './view-renderer.ts';
import { waitForGpu } from './wait-for-gpu.ts';

/** A view without a model. */
interface EmptyView {
  readonly view: ViewRenderer;
  readonly scene: Scene;
  readonly camera: Camera;
  readonly stage: Stage;
  readonly surroundings: Surroundings;
}

/** A cube of 1 m on the floor. */
const CUBE = new Box3(new Vector3(-0.5, 0, -0.5), new Vector3(0.5, 1, 0.5));

/**
 * Draws everything around models once, invisibly, while there is no model, so that programs are compiled before the
 * first one. Stops early once it is no longer wanted.
 */
export async function warmUp(
  { view, scene, camera, stage, surroundings }: EmptyView,
  isWanted: () => boolean,
): Promise<void> {
  const show = (): void => {
    surroundings.place(CUBE);
    surroundings.showShadow(false);
    stage.measure(CUBE);
  };
  const hide = (): void => {
    stage.measure(null);
    surroundings.showShadow(true);
    surroundings.place(stage.box);
  };
  show();
  const compiled = view.three.compileAsync(scene, camera);
  hide();
  await compiled;
  await waitForGpu(view.three.getContext() as WebGL2RenderingContext);
  if (!isWanted()) return;
  show();
  view.draw(false);
  hide();
  // Only the last frame drawn in a task is visible.
  view.draw(false);
}
