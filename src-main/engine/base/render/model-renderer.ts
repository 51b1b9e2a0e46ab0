import type { Image } from '../image/image.ts';
import { drawOpaque } from './draw-opaque.ts';
import { drawPrimitive } from './draw-primitive.ts';
import type { RenderPrimitive } from './render-primitive.ts';
import { clearFaceBuffer, createFaceBuffer, SAMPLES } from './face-buffer.ts';
import type { Camera } from './camera.ts';
import { createRenderCanvas, developCanvas } from './canvas.ts';
import type { SurfaceMaterial } from './surface-material.ts';

/** Renders a square image of primitives with their surfaces, transparent around them if there is no background. */
export type RenderModel = (
  primitives: readonly RenderPrimitive[],
  surfaces: readonly SurfaceMaterial[],
  camera: Camera,
  background?: readonly [number, number, number] | null,
) => Image;

/**
 * Creates a renderer for images of one size, which reuses its memory and is quicker than a new one for each. In a
 * `film`, whose frames are compressed and shown briefly, a pixel of smooth surface gets one colour instead of one per
 * face: a quarter quicker, and at most 0.6 dB worse after the compression.
 */
export function createModelRenderer(size: number, use: 'still' | 'film' = 'still'): RenderModel {
  const buffer = createFaceBuffer(SAMPLES * size);
  const averaged = createRenderCanvas(size);
  let pixels: Float32Array | null = null;
  return (primitives, surfaces, camera, background = null) => {
    const pieces = primitives.map((primitive, i) => ({ primitive, surface: surfaces[i]! }));
    const [opaque, cutOut, blended] = [0, 1, 2].map((layer) =>
      pieces.filter(({ surface }) => layerOf(surface) === layer),
    );
    clearFaceBuffer(buffer);
    // Only blended and cut-out surfaces need the colours of single samples.
    if (cutOut!.length + blended!.length === 0) {
      drawOpaque(opaque!, camera, buffer, averaged, use === 'film');
      return developCanvas(averaged, 1, background);
    }
    pixels = pixels?.fill(0) ?? new Float32Array(4 * buffer.edge ** 2);
    const samples = { ...buffer, pixels };
    drawOpaque(opaque!, camera, buffer, samples, use === 'film');
    for (const { primitive, surface } of [...cutOut!, ...blended!]) drawPrimitive(primitive, surface, camera, samples);
    return developCanvas(samples, SAMPLES, background);
  };
}

/** Returns the drawing order: opaque surfaces first, then cut-outs, then blended surfaces. */
function layerOf({ isBlended, cutoff }: SurfaceMaterial): number {
  if (isBlended) return 2;
  return cutoff > 0 ? 1 : 0;
}
