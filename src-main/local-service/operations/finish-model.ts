import type { Document } from '@gltf-transform/core';
import { encodePreview, PREVIEW_ANGLE, renderPreview } from '../../geometry/preview/render-preview.ts';
import { toGlb } from '../../geometry/to-glb.ts';
import type { MadeFile } from './engine-job.ts';

/** Edge of the preview in pixels. */
const PREVIEW_SIZE = 512;

/** The files of an operation that puts out a model: the GLB and a picture of it. */
export async function finishModel(document: Document): Promise<MadeFile[]> {
  const picture = await renderPreview(document, { size: PREVIEW_SIZE, ...PREVIEW_ANGLE, background: null });
  return [
    { key: 'model_url', name: 'model.glb', bytes: await toGlb(document) },
    { key: 'rendered_image_url', name: 'preview.webp', bytes: await encodePreview(picture) },
  ];
}
