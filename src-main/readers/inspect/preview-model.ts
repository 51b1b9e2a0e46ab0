import { encodePreview, PREVIEW, renderPreview } from '../../engine/base/render/render-preview.ts';
import { readAnyModel } from '../../engine/files/model/read-any-model.ts';
import { readSourceBytes, toInspectError, THUMBNAIL_EDGE, type SourceQuestion } from './inspect-source.ts';

/** Renders a user's model as a thumbnail: WebP with transparency, a few kilobytes. Throws AppError naming `subject`. */
export async function previewModel({ path, subject }: Pick<SourceQuestion, 'path' | 'subject'>): Promise<Uint8Array> {
  try {
    const { document } = await readAnyModel(await readSourceBytes(path, subject));
    return await encodePreview(await renderPreview(document, { ...PREVIEW, size: THUMBNAIL_EDGE }));
  } catch (error) {
    throw toInspectError(error, subject);
  }
}
