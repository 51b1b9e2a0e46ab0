import type { Image } from '../image/image.ts';
import { drawOpaque } from './draw-opaque.ts';
import { drawPrimitive } from './draw-primitive.ts';
import type { RenderPrimitive } from './render-primitive.ts';
import { clearFaceBuffer, createFaceBuffer, SAMPLES } from './face-buffer.ts';
import type { Camera } from './camera.ts';
import { createRenderCanvas, developCanvas } from './canvas.ts';
import type { SurfaceMaterial } from './surface-material.ts';

/** Draws a square picture of primitives with their surfaces, transparent around them when there is no background. */
export type RenderModel = (
  primitives: readonly RenderPrimitive[],
  surfaces: readonly SurfaceMaterial[],
  camera: Camera,
  background?: readonly [number, number, number] | null,
) => Image;

/**
 * Pictures of one size, drawn one after the other on the same memory, which is quicker than new memory for each. In a
 * `film`, whose frames are compressed and soon gone, a pixel of smooth surface gets one colour, not one for each face in
 * it: a quarter quicker, and at most 0.6 dB further from the truth after the compression.
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
    // Only what is laid over it needs the colours of single samples.
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

/** What hides all comes first, then what has holes, then what shines through. */
function layerOf({ isBlended, cutoff }: SurfaceMaterial): number {
  if (isBlended) return 2;
  return cutoff > 0 ? 1 : 0;
}
