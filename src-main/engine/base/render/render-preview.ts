import type { Document } from '@gltf-transform/core';
import sharp from 'sharp';
import { toFlatMeshes } from '../document/flat-meshes.ts';
import type { Image } from '../image/image.ts';
import { createModelRenderer } from './model-renderer.ts';
import { SAMPLES } from './face-buffer.ts';
import { framePrimitives } from './camera.ts';
import { loadSurfaceMaterials } from './surface-material.ts';

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

/** Edge of the picture that goes with every result, in pixels. */
export const PREVIEW_SIZE = 512;

/** The picture that goes with every model: from the usual angle, transparent around it. */
export const PREVIEW: PreviewOptions = { size: PREVIEW_SIZE, ...PREVIEW_ANGLE, background: null };

const WEBP = { quality: 82, alphaQuality: 90, effort: 2 } as const;

/**
 * A picture of a document's default scene in its rest pose: base colours, vertex colours, glow and cut-outs under one
 * soft light; no shadows or reflections. A document without triangles gives an empty picture.
 * 512 px, 20 000 triangles, one texture: about 0.25 s when the model fills the picture.
 */
export async function renderPreview(document: Document, options: PreviewOptions): Promise<Image> {
  const primitives = toFlatMeshes(document).flatMap((mesh) => mesh.primitives);
  const surfaces = await loadSurfaceMaterials(primitives, SAMPLES * options.size);
  const camera = framePrimitives(primitives, options.azimuth, options.elevation);
  return createModelRenderer(options.size)(primitives, surfaces, camera, options.background);
}

/** The preview as WebP, transparency kept. */
export async function encodePreview({ width, height, data }: Image): Promise<Uint8Array> {
  const encoded = await sharp(data, { raw: { width, height, channels: 4 } })
    .webp(WEBP)
    .toBuffer();
  return new Uint8Array(encoded.buffer, encoded.byteOffset, encoded.length);
}
