import type { Document } from '@gltf-transform/core';
import sharp from 'sharp';
import { renderOrthographic } from '../base/render/render-orthographic.ts';
import { VIEW_NAMES } from '../base/views/view-name.ts';

/**
 * Renders the base colours of a model from front, left, back and right, side by side in one PNG: each view `size`
 * pixels square, unlit, with a transparent background.
 */
export async function renderViewStrip(document: Document, size: number): Promise<Uint8Array> {
  const views = await renderOrthographic(document, VIEW_NAMES, size, 'none');
  const raw = { width: size, height: size, channels: 4 } as const;
  const strip = await sharp({
    create: { width: size * views.length, height: size, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .composite(views.map(({ data }, i) => ({ input: Buffer.from(data), raw, left: i * size, top: 0 })))
    .png({ compressionLevel: 6 })
    .toBuffer();
  return new Uint8Array(strip.buffer, strip.byteOffset, strip.length);
}
