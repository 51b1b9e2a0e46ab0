import type { Document } from '@gltf-transform/core';
import { toFlatMeshes } from '../../base/document/flat-meshes.ts';
import type { Image } from '../../base/image/image.ts';
import { orbitPrimitives } from '../../base/render/camera.ts';
import { SAMPLES } from '../../base/render/face-buffer.ts';
import { loadSurfaceMaterials } from '../../base/render/surface-material.ts';
import { PREVIEW_ANGLE } from '../../base/render/render-preview.ts';
import type { ReportProgress } from '../../base/errors/report-progress.ts';
import { drawFrames } from './draw-frames.ts';

/** Number and size of the frames of a turntable. */
export interface TurntableOptions {
  /** Frames per full turn. */
  readonly frames: number;
  /** Edge of the square frames in pixels. */
  readonly size: number;
}

/** Default: one turn in two seconds, at the frame rate of cinema. */
export const TURNTABLE = { frames: 48, size: 512, framesPerSecond: 24 } as const;

/**
 * Renders the default scene of a document in its rest pose from all around, with the light and elevation of the
 * preview: the first frame is the preview's, then the model turns to its left; the last frame is one step before the
 * first. Transparent background. O(frames × (triangles + pixels)).
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
  for await (const image of drawFrames({ primitives, surfaces, cameras, size })) {
    report(done++ / frames, 'turntable');
    yield image;
  }
}
