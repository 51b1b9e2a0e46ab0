import type { Document } from '@gltf-transform/core';
import { encodePreview, PREVIEW, renderPreview } from '../../engine/base/render/render-preview.ts';
import { toGlb, type Compression } from '../../engine/files/gltf/to-glb.ts';
import type { EngineFile } from './engine-job.ts';

/** The output files of an operation that returns a model: the GLB and a preview image. */
export async function createModelFiles(document: Document, compress: Compression = ''): Promise<EngineFile[]> {
  const preview = await createPreviewFile(document);
  return [{ key: 'model_url', name: 'model.glb', bytes: await toGlb(document, compress) }, preview];
}

/** The preview image of a model: in its current pose, from the default angle, with a transparent background. */
export async function createPreviewFile(document: Document): Promise<EngineFile> {
  const image = await renderPreview(document, PREVIEW);
  return { key: 'rendered_image_url', name: 'preview.webp', bytes: await encodePreview(image) };
}
