import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { encodePng } from '../../base/image/encode-png.ts';
import { imageToModel } from '../one-view/image-to-model.ts';
import { readGlb } from '../../files/gltf/read-glb.ts';
import type { ReportProgress } from '../../base/errors/report-progress.ts';
import { renderOrthographic } from '../../base/render/render-orthographic.ts';
import { VIEW_NAMES } from '../../base/views/view-name.ts';

/** Four pictures of what one picture shows. */
export interface ImageToViewsResult {
  /** PNG, square, transparent around the subject, in the order of `VIEW_NAMES`, all at one scale. */
  readonly views: readonly Uint8Array[];
  /** What a person should know about the result, whole sentences. */
  readonly notes: readonly Note[];
}

const TEXTURE_SIZE = 2048;

/**
 * Draws the front, left, back and right of what one picture shows: a model is made of it as `imageToModel` does, and
 * seen without perspective and without light of our own. The sides show an inflated outline and the colours of its rim;
 * the back is the front's mirror image. Throws `ImageError`. Pictures of `size` 1024: about 3 s on one core.
 */
export async function imageToViews(
  bytes: Uint8Array,
  size: number,
  report: ReportProgress,
): Promise<ImageToViewsResult> {
  const { glb, notes } = await imageToModel(
    bytes,
    { texture: true, textureSize: TEXTURE_SIZE, faceLimit: null, compress: '', seed: 0 },
    (share, stage) => report(0.5 * share, stage),
  );
  const pictures = await renderOrthographic(await readGlb(glb), VIEW_NAMES, size, 'none');
  report(0.8, 'draw');
  const views: Uint8Array[] = [];
  for (const picture of pictures) {
    views.push(await encodePng(picture));
    report(0.8 + (0.2 * views.length) / pictures.length, 'draw');
  }
  return {
    views,
    notes: [...notes, engineMessage('views.drawn')],
  };
}
