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

/** How a film is taken. */
export interface ClipVideoOptions {
  /** Edge of the square pictures in pixels. */
  readonly size: number;
  readonly framesPerSecond: number;
}

/** The usual film: as large as a preview, at the rate of cinema. */
export const CLIP_VIDEO: ClipVideoOptions = { size: 512, framesPerSecond: 24 };

/** A shorter clip is shown several times. */
const SHORTEST_SECONDS = 2;
/** To frame a whole movement, every so manieth picture is looked at, and about so many vertices of each. */
const FRAMING_STEP = 4;
const FRAMING_VERTICES = 2000;

/**
 * A WebM film of a document's clips, one after the other: skinned poses in the preview's light, from its angle, each clip
 * with a camera that stands still and sees the whole movement; a clip below two seconds is repeated. Null: nothing moves.
 * The document is not changed. O(pictures × (vertices + pixels)).
 */
export async function renderClips(
  document: Document,
  { size, framesPerSecond }: ClipVideoOptions,
  report: ReportProgress,
): Promise<Uint8Array | null> {
  const stage = cloneDocument(document);
  const clips = listClips(stage);
  if (clips.length === 0) return null;
  const surfaces = await loadSurfaceMaterials(listPrimitives(stage), SAMPLES * size);
  const draw = createModelRenderer(size, 'film');
  const frames: Uint8Array[] = [];
  for (const [index, clip] of clips.entries()) {
    const once = await encodeFrames(drawClip(clip, index), encodeFrame);
    for (let time = 0; time < Math.ceil(SHORTEST_SECONDS / clip.seconds); time++) frames.push(...once);
  }
  return writeWebm(frames, { width: size, height: size, framesPerSecond });

  async function* drawClip(clip: PosableClip, index: number): AsyncGenerator<Image> {
    const times = listTimes(clip, framesPerSecond);
    const camera = frameClip(stage, clip, times);
    for (const [frame, seconds] of times.entries()) {
      clip.pose(seconds);
      yield await Promise.resolve(draw(listPrimitives(stage), surfaces, camera));
      report((index + (frame + 1) / times.length) / clips.length, 'film');
    }
  }
}

/** A copy of the document in the middle of its first clip; as it stands when it has none. */
export function toMiddlePose(document: Document): Document {
  const stage = cloneDocument(document);
  const [clip] = listClips(stage);
  clip?.pose(clip.seconds / 2);
  return stage;
}

function listClips(document: Document): PosableClip[] {
  return document
    .getRoot()
    .listAnimations()
    .map(toPosableClip)
    .filter(({ seconds }) => seconds > 0);
}

/** Times of a clip's pictures; its end is left out, because a cyclic clip ends as it begins. */
function listTimes({ seconds }: PosableClip, framesPerSecond: number): number[] {
  const count = Math.max(1, Math.round(seconds * framesPerSecond));
  return Array.from({ length: count }, (_, frame) => (frame / count) * seconds);
}

/** A camera that sees a clip from its beginning to its end. */
function frameClip(stage: Document, clip: PosableClip, times: readonly number[]): Camera {
  const points: Pick<FlatPrimitive, 'positions'>[] = [];
  for (let frame = 0; frame < times.length; frame += FRAMING_STEP) {
    clip.pose(times[frame]!);
    points.push(...listPrimitives(stage).map(({ positions }) => ({ positions: thinOut(positions) })));
  }
  return framePrimitives(points, PREVIEW_ANGLE.azimuth, PREVIEW_ANGLE.elevation);
}

function thinOut(positions: Float32Array): Float32Array {
  const step = Math.max(1, Math.floor(positions.length / 3 / FRAMING_VERTICES));
  return positions.filter((_, i) => Math.floor(i / 3) % step === 0);
}

function listPrimitives(document: Document): FlatPrimitive[] {
  return toFlatMeshes(document).flatMap((mesh) => mesh.primitives);
}
