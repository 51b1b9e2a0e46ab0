import type { Scene, WebGLRenderer, WebGLRenderTarget } from 'three';
import type { Stage } from '../scene/viewer-stage.ts';
import type { ViewCamera } from '../scene/view-camera.ts';
import type { ViewSplit } from '../scene/view-options.ts';

/** Renderer and scene of an image. */
interface Picture {
  readonly renderer: WebGLRenderer;
  readonly scene: Scene;
  readonly camera: ViewCamera;
  readonly stages: readonly [first: Stage, second: Stage];
  readonly target: WebGLRenderTarget | null;
}

/**
 * Draws the first stage on the whole canvas, or each stage on its part of it; optionally to a target of the same size.
 */
export function drawStages(picture: Picture, split: ViewSplit | null): void {
  const { renderer, stages } = picture;
  const { clientWidth: width } = renderer.domElement;
  const [first, second] = stages;
  if (!split) return drawPart(picture, first, 0, width, 0, width);
  const line = split.layout === 'side' ? width / 2 : width * split.at;
  const half = split.layout === 'side' ? width / 2 : width;
  const [left, right] = split.isSwapped ? [second, first] : [first, second];
  drawPart(picture, left, 0, line, 0, half);
  drawPart(picture, right, line, width - line, width - half, half);
}

/**
 * Draws one stage between two vertical lines of the canvas, as part of an image of width `viewWidth`. Nothing is drawn of
 * a compared model that is not there yet.
 */
function drawPart(
  picture: Picture,
  stage: Stage,
  left: number,
  width: number,
  viewLeft: number,
  viewWidth: number,
): void {
  const { renderer, scene, camera, stages } = picture;
  const height = renderer.domElement.clientHeight;
  if (stage === stages[1] && stage.isEmpty) {
    if (width <= 0) return;
    aim(picture, [left, 0, width, height], [left, 0, width, height]);
    renderer.clear();
    return;
  }
  for (const each of stages) each.object.visible = each === stage;
  if (!stages[1].isEmpty) renderer.shadowMap.needsUpdate = true;
  camera.setAspect(viewWidth / Math.max(height, 1));
  aim(picture, [viewLeft, 0, viewWidth, height], [left, 0, width, height]);
  renderer.render(scene, camera.camera);
}

/** Left, bottom, width and height in points. */
type Area = readonly [left: number, bottom: number, width: number, height: number];

/** Sets the viewport of the image and the part of it to draw. */
function aim({ renderer, target }: Picture, view: Area, part: Area): void {
  renderer.setViewport(...view);
  renderer.setScissor(...part);
  renderer.setScissorTest(true);
  if (!target) return;
  const ratio = renderer.getPixelRatio();
  target.viewport
    .set(...view)
    .multiplyScalar(ratio)
    .floor();
  target.scissor
    .set(...part)
    .multiplyScalar(ratio)
    .floor();
  target.scissorTest = true;
  renderer.setRenderTarget(target);
}
