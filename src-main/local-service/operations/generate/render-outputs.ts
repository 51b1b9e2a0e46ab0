import type { Document } from '@gltf-transform/core';
import { writeZip } from '../../../engine/files/zip/write-zip.ts';
import { readAnyModel } from '../../../engine/files/model/read-any-model.ts';
import { encodePng } from '../../../engine/base/image/encode-png.ts';
import { renderViewStrip } from '../../../engine/show/render-view-strip.ts';
import type { ReportProgress } from '../../../engine/base/errors/report-progress.ts';
import { encodeFrames } from '../../../engine/show/video/encode-frames.ts';
import { encodeFrame } from '../../../engine/show/video/encode-frame.ts';
import { renderTurntable, TURNTABLE } from '../../../engine/show/video/turntable.ts';
import { writeWebm } from '../../../engine/show/video/write-webm.ts';
import type { EngineFile } from '../engine-job.ts';

/** Fields of spec 4.3 and 4.4 that request images in addition to the model. */
export interface RenderOutputOptions {
  readonly render_video?: boolean;
  readonly render_sequence?: boolean;
  readonly return_multiview?: boolean;
}

/** Edge length of a view in pixels. */
const VIEW_SIZE = 512;

/** Share of the total progress for the model if images are requested, too. */
const MODEL_SHARE = 0.4;

/** Progress for creating the model, and for `renderWishes` after it. */
export function splitProgress(
  report: ReportProgress,
  wishes: RenderOutputOptions,
): readonly [forModel: ReportProgress, forPictures: ReportProgress] {
  const { render_video, render_sequence, return_multiview } = wishes;
  if (!render_video && !render_sequence && !return_multiview) return [report, report];
  return [
    (share, stage) => report(MODEL_SHARE * share, stage),
    (share, stage) => report(MODEL_SHARE + (1 - MODEL_SHARE) * share, stage),
  ];
}

/**
 * The images of a finished model that a request asks for; empty if it asks for none. Their formats are our own, because
 * the specification only defines the keys: `render_video` is a turntable as WebM, `render_sequence` the same as a zip of
 * transparent PNG files, `return_multiview` the base colours from the front, left, back and right in one PNG.
 */
export async function renderOutputs(
  model: Uint8Array,
  wishes: RenderOutputOptions,
  report: ReportProgress,
): Promise<EngineFile[]> {
  const {
    render_video: isFilm = false,
    render_sequence: isSequence = false,
    return_multiview: isSheet = false,
  } = wishes;
  if (!isFilm && !isSequence && !isSheet) return [];
  const { document } = await readAnyModel(model);
  const files: EngineFile[] = [];
  if (isFilm || isSequence) {
    const images = renderTurntable(document, TURNTABLE, (share, stage) => report(0.8 * share, stage));
    const frames = await encodeFrames(images, (image) =>
      Promise.all([isFilm ? encodeFrame(image) : null, isSequence ? encodePng(image) : null]),
    );
    const film = frames.flatMap(([frame]) => frame ?? []);
    const stills = frames.flatMap(([, still]) => still ?? []);
    if (isFilm) files.push({ key: 'rendered_video_url', name: 'turntable.webm', bytes: toFilm(film) });
    if (isSequence)
      files.push({ key: 'rendered_sequence_url', name: 'turntable.zip', bytes: await toSequence(stills) });
  }
  if (isSheet) {
    report(0.8, 'views');
    files.push(await createViewStripFile(document));
  }
  return files;
}

/** The base colours of a model from the front, left, back and right, side by side. */
export async function createViewStripFile(document: Document): Promise<EngineFile> {
  const strip = await renderViewStrip(document, VIEW_SIZE);
  return { key: 'multiview_basecolor_url', name: 'multiview.png', bytes: strip };
}

function toFilm(frames: readonly Uint8Array[]): Uint8Array {
  const { size, framesPerSecond } = TURNTABLE;
  return writeWebm(frames, { width: size, height: size, framesPerSecond });
}

function toSequence(stills: readonly Uint8Array[]): Promise<Uint8Array> {
  return writeZip(new Map(stills.map((still, i) => [`${String(i + 1).padStart(4, '0')}.png`, still])));
}
