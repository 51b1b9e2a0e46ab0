import type { Document } from '@gltf-transform/core';
import { toFlatMeshes } from '../../base/document/flat-meshes.ts';
import type { Image } from '../../base/image/image.ts';
import { orbitPrimitives } from '../../base/render/camera.ts';
import { SAMPLES } from '../../base/render/face-buffer.ts';
import { loadSurfaceMaterials } from '../../base/render/surface-material.ts';
import { PREVIEW_ANGLE } from '../../base/render/render-preview.ts';
import type { ReportProgress } from '../../base/errors/report-progress.ts';
import { drawFrames } from './draw-frames.ts';

/** How a turntable is taken. */
export interface TurntableOptions {
  /** Pictures of one whole turn. */
  readonly frames: number;
  /** Edge of the square pictures in pixels. */
  readonly size: number;
}

/** One turn of two seconds at the rate of cinema. */
export const TURNTABLE = { frames: 48, size: 512, framesPerSecond: 24 } as const;

/**
 * Pictures of a document's default scene in its rest pose from all around, in the preview's light and from its height:
 * the first as the preview, then the model turns to its left; the last is one step before the first again. Transparent
 * around the model. O(frames × (triangles + pixels)).
 */
export async function* renderTurntable(
  document: Document,
  { frames, size }: TurntableOptions,
  report: ReportProgress,
): AsyncGenerator<Image> {
  const primitives = toFlatMeshes(document).flatMap((mesh) => mesh.primitives);
  const surfaces = await loadSurfaceMaterials(primitives, SAMPLES * size);
  const azimuths = Array.from({ length: frames }, (_, frame) => PREVIEW_ANGLE.azimuth - (360 * frame) / frames);
  const cameras = orbitPrimitives(primitives, azimuths, PREVIEW_ANGLE.elevation);
  let done = 0;
  for await (const picture of drawFrames({ primitives, surfaces, cameras, size })) {
    report(done++ / frames, 'turntable');
    yield picture;
  }
}
