import type { Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { DEFAULT_FACE_LIMIT, imageToDocument } from '../one-view/image-to-model.ts';
import { framePrimitives } from '../../base/render/camera.ts';
import { encodePreview, PREVIEW_ANGLE, PREVIEW_SIZE } from '../../base/render/render-preview.ts';
import type { ReportProgress } from '../../base/errors/report-progress.ts';
import { renderSplats } from './render-splats.ts';
import { sampleSurface, type SurfaceSampling } from './sample-surface.ts';
import type { SplatCloud } from '../../files/splat/splat-cloud.ts';
import { writeSplatPly } from '../../files/splat/write-splat-ply.ts';
import { writeSplat } from '../../files/splat/write-splat.ts';

/** Splats of one picture, in both file forms, with a picture of them. */
export interface ImageToSplatResult {
  readonly cloud: SplatCloud;
  /** As `writeSplatPly` and `writeSplat` write it. */
  readonly ply: Uint8Array;
  readonly splat: Uint8Array;
  /** WebP, 512 × 512, transparent around the splats. */
  readonly preview: Uint8Array;
  /** What a person should know about the result, whole sentences. */
  readonly notes: readonly Note[];
}

/** A picture seldom holds more, and the splats cannot show more. */
const TEXTURE_SIZE = 2048;

/**
 * Makes a Gaussian splat of one picture: a model is made of it as `imageToDocument` does, and its surface covered with
 * splats in the picture's own colours. Stands on y = 0, longest side 1 m. Throws `ImageError`.
 * A million splats take 0.4 GB while they are made.
 */
export async function imageToSplat(
  bytes: Uint8Array,
  sampling: SurfaceSampling,
  report: ReportProgress,
): Promise<ImageToSplatResult> {
  const options = { texture: true, textureSize: TEXTURE_SIZE, faceLimit: DEFAULT_FACE_LIMIT };
  const { document, notes } = await imageToDocument(bytes, options, (share, stage) => report(0.6 * share, stage));
  report(0.6, 'splats');
  const cloud = await sampleSurface(document, sampling);
  report(0.75, 'preview');
  const camera = framePrimitives([cloud], PREVIEW_ANGLE.azimuth, PREVIEW_ANGLE.elevation);
  const preview = await encodePreview(renderSplats(cloud, camera, PREVIEW_SIZE));
  report(0.95, 'write');
  return { cloud, ply: writeSplatPly(cloud), splat: writeSplat(cloud), preview, notes };
}
