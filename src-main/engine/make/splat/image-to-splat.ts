import type { Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { DEFAULT_FACE_LIMIT, imageToDocument } from '../one-view/image-to-model.ts';
import type { NetworkMaps } from '../../base/image/value-map.ts';
import { framePrimitives } from '../../base/render/camera.ts';
import { encodePreview, PREVIEW_ANGLE, PREVIEW_SIZE } from '../../base/render/render-preview.ts';
import type { ReportProgress } from '../../base/errors/report-progress.ts';
import { renderSplats } from './render-splats.ts';
import { sampleSurface, type SurfaceSampling } from './sample-surface.ts';
import type { SplatCloud } from '../../files/splat/splat-cloud.ts';
import { writeSplatPly } from '../../files/splat/write-splat-ply.ts';
import { writeSplat } from '../../files/splat/write-splat.ts';

/** Splats of one image, in both file formats, with a preview. */
export interface ImageToSplatResult {
  readonly cloud: SplatCloud;
  /** Files written by `writeSplatPly` and `writeSplat`. */
  readonly ply: Uint8Array;
  readonly splat: Uint8Array;
  /** WebP, 512 × 512, transparent around the splats. */
  readonly preview: Uint8Array;
  /** Notes for the user on the result. */
  readonly notes: readonly Note[];
}

/** Images seldom have more detail, and the splats cannot show more. */
const TEXTURE_SIZE = 2048;

/**
 * Makes a Gaussian splat cloud of one image: makes a model as by `imageToDocument` and covers its surface with splats
 * in the colours of the image. Stands on y = 0, longest side 1 m. Throws `ImageError`. A million splats need 0.4 GB of
 * memory.
 */
export async function imageToSplat(
  bytes: Uint8Array,
  sampling: SurfaceSampling,
  report: ReportProgress,
  maps: NetworkMaps = {},
): Promise<ImageToSplatResult> {
  const options = { texture: true, textureSize: TEXTURE_SIZE, faceLimit: DEFAULT_FACE_LIMIT, maps };
  const { document, notes } = await imageToDocument(bytes, options, (share, stage) => report(0.6 * share, stage));
  report(0.6, 'splats');
  const cloud = await sampleSurface(document, sampling);
  report(0.75, 'preview');
  const camera = framePrimitives([cloud], PREVIEW_ANGLE.azimuth, PREVIEW_ANGLE.elevation);
  const preview = await encodePreview(renderSplats(cloud, camera, PREVIEW_SIZE));
  report(0.95, 'write');
  return { cloud, ply: writeSplatPly(cloud), splat: writeSplat(cloud), preview, notes };
}
