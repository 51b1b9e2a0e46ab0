import type { Document } from '@gltf-transform/core';
import sharp from 'sharp';
import { drawPrimitive } from './draw-primitive.ts';
import type { FlatPrimitive } from '../flat-mesh.ts';
import { toFlatMeshes } from '../flat-meshes.ts';
import type { Picture } from '../picture/picture.ts';
import { framePrimitives, type PreviewCamera } from './preview-camera.ts';
import { createPreviewCanvas, developCanvas } from './preview-canvas.ts';
import { loadSurfaces, type PreviewSurface } from './preview-surface.ts';
import { drawOpaque } from './draw-opaque.ts';

/** How a preview is taken. */
export interface PreviewOptions {
  /** Edge of the square picture in pixels. */
  readonly size: number;
  /** Degrees; 0 looks at the front (+Z), positive moves the eye towards +X. */
  readonly azimuth: number;
  /** Degrees above the horizon. */
  readonly elevation: number;
  /** sRGB bytes behind the model; null leaves it transparent. */
  readonly background: readonly [number, number, number] | null;
}

/** The angle that shows front and depth of most things. */
export const PREVIEW_ANGLE = { azimuth: 28, elevation: 14 } as const;

/** Samples per pixel in each direction; textures are wanted as wide as the picture has samples. */
export const SAMPLES = 2;
const WEBP = { quality: 82, alphaQuality: 90, effort: 2 } as const;

/**
 * A picture of a document's default scene in its rest pose: base colours, vertex colours, glow and cut-outs under one
 * soft light; no shadows or reflections. A document without triangles gives an empty picture.
 * 512 px, 20 000 triangles, one texture: about 0.25 s when the model fills the picture.
 */
export async function renderPreview(document: Document, options: PreviewOptions): Promise<Picture> {
  const primitives = toFlatMeshes(document).flatMap((mesh) => mesh.primitives);
  const surfaces = await loadSurfaces(primitives, SAMPLES * options.size);
  const camera = framePrimitives(primitives, options.azimuth, options.elevation);
  return drawModel(primitives, surfaces, camera, options.size, options.background);
}

/**
 * A square picture of primitives with their surfaces, transparent around them when there is no background. An empty canvas
 * `SAMPLES` times as wide can be given, to be used again.
 */
export function drawModel(
  primitives: readonly FlatPrimitive[],
  surfaces: readonly PreviewSurface[],
  camera: PreviewCamera,
  size: number,
  background: PreviewOptions['background'] = null,
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

/** The preview as WebP, transparency kept. */
export async function encodePreview({ width, height, data }: Picture): Promise<Uint8Array> {
  const encoded = await sharp(data, { raw: { width, height, channels: 4 } })
    .webp(WEBP)
    .toBuffer();
  return new Uint8Array(encoded.buffer, encoded.byteOffset, encoded.length);
}
