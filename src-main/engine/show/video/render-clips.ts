import type { Document } from '@gltf-transform/core';
import { cloneDocument } from '@gltf-transform/functions';
import type { FlatPrimitive } from '../../base/document/flat-mesh.ts';
import { toFlatMeshes } from '../../base/document/flat-meshes.ts';
import type { Image } from '../../base/image/image.ts';
import { framePrimitives, type Camera } from '../../base/render/camera.ts';
import { loadSurfaceMaterials } from '../../base/render/surface-material.ts';
import { createModelRenderer } from '../../base/render/model-renderer.ts';
import { SAMPLES } from '../../base/render/face-buffer.ts';
import { PREVIEW_ANGLE } from '../../base/render/render-preview.ts';
import type { ReportProgress } from '../../base/errors/report-progress.ts';
import { encodeFrames } from './encode-frames.ts';
import { encodeFrame } from './encode-frame.ts';
import { toPosableClip, type PosableClip } from './pose-clip.ts';
import { writeWebm } from './write-webm.ts';

/** Size and frame rate of a clip video. */
export interface ClipVideoOptions {
  /** Edge of the square frames in pixels. */
  readonly size: number;
  readonly framesPerSecond: number;
}

/** Default: the size of a preview, at the frame rate of cinema. */
export const CLIP_VIDEO: ClipVideoOptions = { size: 512, framesPerSecond: 24 };

/** Shorter clips are repeated. */
const MIN_SECONDS = 2;
/** Step between the frames, and approximate number of vertices per primitive, that are used to frame a clip. */
const FRAMING_STEP = 4;
const FRAMING_VERTICES = 2000;

/**
 * Renders the clips of a document to a WebM video, one after the other: skinned poses in the light and from the angle
 * of the preview. The camera is static per clip and frames its whole movement; clips shorter than two seconds are
 * repeated. Null: there is no animation. The document is not changed. O(frames × (vertices + pixels)).
 */
export async function renderClips(
  document: Document,
  { size, framesPerSecond }: ClipVideoOptions,
  report: ReportProgress,
): Promise<Uint8Array | null> {
  const posed = cloneDocument(document);
  const clips = listClips(posed);
  if (clips.length === 0) return null;
  const surfaces = await loadSurfaceMaterials(listPrimitives(posed), SAMPLES * size);
  const draw = createModelRenderer(size, 'film');
  const frames: Uint8Array[] = [];
  for (const [index, clip] of clips.entries()) {
    const once = await encodeFrames(drawClip(clip, index), encodeFrame);
    for (let repeat = 0; repeat < Math.ceil(MIN_SECONDS / clip.seconds); repeat++) frames.push(...once);
  }
  return writeWebm(frames, { width: size, height: size, framesPerSecond });

  async function* drawClip(clip: PosableClip, index: number): AsyncGenerator<Image> {
    const times = listTimes(clip, framesPerSecond);
    const camera = frameClip(posed, clip, times);
    for (const [frame, seconds] of times.entries()) {
      clip.pose(seconds);
      yield await Promise.resolve(draw(listPrimitives(posed), surfaces, camera));
      report((index + (frame + 1) / times.length) / clips.length, 'film');
    }
  }
}

/** Returns a copy of the document in the middle of its first clip, or unposed if it has none. */
export function toMiddlePose(document: Document): Document {
  const posed = cloneDocument(document);
  const [clip] = listClips(posed);
  clip?.pose(clip.seconds / 2);
  return posed;
}

function listClips(document: Document): PosableClip[] {
  return document
    .getRoot()
    .listAnimations()
    .map(toPosableClip)
    .filter(({ seconds }) => seconds > 0);
}

/**
 * Returns the times of the frames of a clip in seconds. The end is left out, because a cyclic clip ends as it begins.
 */
function listTimes({ seconds }: PosableClip, framesPerSecond: number): number[] {
  const count = Math.max(1, Math.round(seconds * framesPerSecond));
  return Array.from({ length: count }, (_, frame) => (frame / count) * seconds);
}

/** Returns a camera that frames a clip from beginning to end. */
function frameClip(posed: Document, clip: PosableClip, times: readonly number[]): Camera {
  const points: Pick<FlatPrimitive, 'positions'>[] = [];
  for (let frame = 0; frame < times.length; frame += FRAMING_STEP) {
    clip.pose(times[frame]!);
    points.push(...listPrimitives(posed).map(({ positions }) => ({ positions: sampleVertices(positions) })));
  }
  return framePrimitives(points, PREVIEW_ANGLE.azimuth, PREVIEW_ANGLE.elevation);
}

function sampleVertices(positions: Float32Array): Float32Array {
  const step = Math.max(1, Math.floor(positions.length / 3 / FRAMING_VERTICES));
  return positions.filter((_, i) => Math.floor(i / 3) % step === 0);
}

function listPrimitives(document: Document): FlatPrimitive[] {
  return toFlatMeshes(document).flatMap((mesh) => mesh.primitives);
}
