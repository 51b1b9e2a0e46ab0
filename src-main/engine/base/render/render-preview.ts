import type { Document } from '@gltf-transform/core';
import sharp from 'sharp';
import { toFlatMeshes } from '../document/flat-meshes.ts';
import type { Image } from '../image/image.ts';
import { createModelRenderer } from './model-renderer.ts';
import { SAMPLES } from './face-buffer.ts';
import { framePrimitives } from './camera.ts';
import { loadSurfaceMaterials } from './surface-material.ts';

/** Size, angle and background of a preview. */
export interface PreviewOptions {
  /** Edge of the square image in pixels. */
  readonly size: number;
  /** Degrees; 0 looks at the front (+Z), positive moves the camera towards +X. */
  readonly azimuth: number;
  /** Degrees above the horizon. */
  readonly elevation: number;
  /** sRGB bytes behind the model; null leaves it transparent. */
  readonly background: readonly [number, number, number] | null;
}

/** Camera angle that shows front and depth of most objects. */
export const PREVIEW_ANGLE = { azimuth: 28, elevation: 14 } as const;

/** Edge of the preview image of every result, in pixels. */
export const PREVIEW_SIZE = 512;

/** Default preview of a model: from the usual angle, with a transparent background. */
export const PREVIEW: PreviewOptions = { size: PREVIEW_SIZE, ...PREVIEW_ANGLE, background: null };

const WEBP = { quality: 82, alphaQuality: 90, effort: 2 } as const;

/**
 * Renders a document's default scene in its rest pose: base colours, vertex colours, emission and cut-outs under one
 * soft light; no shadows or reflections. A document without triangles gives an empty image. 512 px, 20 000 triangles,
 * one texture: about 0.25 s if the model fills the image.
 */
export async function renderPreview(document: Document, options: PreviewOptions): Promise<Image> {
  const primitives = toFlatMeshes(document).flatMap((mesh) => mesh.primitives);
  const surfaces = await loadSurfaceMaterials(primitives, SAMPLES * options.size);
  const camera = framePrimitives(primitives, options.azimuth, options.elevation);
  return createModelRenderer(options.size)(primitives, surfaces, camera, options.background);
}

/** Encodes a preview as WebP with transparency. */
export async function encodePreview({ width, height, data }: Image): Promise<Uint8Array> {
  const encoded = await sharp(data, { raw: { width, height, channels: 4 } })
    .webp(WEBP)
    .toBuffer();
  return new Uint8Array(encoded.buffer, encoded.byteOffset, encoded.length);
}
