import type { Picture } from '../picture/picture.ts';
import { drawOpaque } from './draw-opaque.ts';
import { drawPrimitive } from './draw-primitive.ts';
import type { DrawnPrimitive } from './drawn-primitive.ts';
import type { PreviewCamera } from './preview-camera.ts';
import { createPreviewCanvas, developCanvas } from './preview-canvas.ts';
import type { PreviewSurface } from './preview-surface.ts';

/** Samples per pixel in each direction; textures are wanted as wide as the picture has samples. */
export const SAMPLES = 2;

/**
 * A square picture of primitives with their surfaces, transparent around them when there is no background. An empty canvas
 * `SAMPLES` times as wide can be given, to be used again.
 */
export function drawModel(
  primitives: readonly DrawnPrimitive[],
  surfaces: readonly PreviewSurface[],
  camera: PreviewCamera,
  size: number,
  background: readonly [number, number, number] | null = null,
  canvas = createPreviewCanvas(SAMPLES * size),
): Picture {
  const pieces = primitives.map((primitive, i) => ({ primitive, surface: surfaces[i]! }));
  const [opaque, cutOut, blended] = [0, 1, 2].map((layer) =>
    pieces.filter(({ surface }) => layerOf(surface) === layer),
  );
  drawOpaque(opaque!, camera, canvas, SAMPLES);
  for (const { primitive, surface } of [...cutOut!, ...blended!]) drawPrimitive(primitive, surface, camera, canvas);
  return developCanvas(canvas, SAMPLES, background);
}

/** What hides all comes first, then what has holes, then what shines through. */
function layerOf({ isBlended, cutoff }: PreviewSurface): number {
  if (isBlended) return 2;
  return cutoff > 0 ? 1 : 0;
}
