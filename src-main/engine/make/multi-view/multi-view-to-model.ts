import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { countTriangles } from '../../base/document/list-surfaces.ts';
import type { ImageToDocumentResult, ImageToModelOptions, ImageToModelResult } from '../one-view/image-to-model.ts';
import { DEFAULT_FACE_LIMIT } from '../one-view/image-to-model.ts';
import { estimateRealSize } from '../one-view/estimate-real-size.ts';
import { cropHighResolution } from '../../base/image/crop-high-resolution.ts';
import { limitImageSize } from '../../base/image/limit-image-size.ts';
import { meanColor } from '../../base/image/mean-color.ts';
import type { ImageOptions } from '../../base/image/image-options.ts';
import { WORKING_EDGE } from '../../base/image/read-image.ts';
import { matchStyle } from '../../base/style/match-style.ts';
import type { ModelParts } from '../../files/gltf/model-document.ts';
import { toModelDocument } from '../../files/gltf/model-document.ts';
import { ImageError } from '../../base/image/image.ts';
import { encodePreview, PREVIEW, renderPreview } from '../../base/render/render-preview.ts';
import type { ReportProgress } from '../../base/errors/report-progress.ts';
import { normalizePlacement } from '../../base/mesh/normalize-placement.ts';
import { toGlb } from '../../files/gltf/to-glb.ts';
import { toVertexNormals } from '../../base/mesh/vertex-normals.ts';
import type { View } from '../../base/views/read-views.ts';
import { readViews } from '../../base/views/read-views.ts';
import { toVisualHull } from './visual-hull.ts';
import { joinSilhouettes } from './join-silhouettes.ts';
import { compareViews } from './compare-views.ts';
import { paintViews } from './paint-views.ts';
import { toReliefShape } from './relief-shape.ts';
import { isAcross, VIEW_NAMES } from '../../base/views/view-name.ts';

/** Options that affect the body itself. */
export type ViewsToDocumentOptions = Pick<ImageToModelOptions, 'texture' | 'textureSize' | 'faceLimit'> & ImageOptions;

/** Minimum number of triangles of a recognisable body. */
const MIN_FACES = 12;
const MAX_TEXTURE_SIZE = 4096;
const MIN_TEXTURE_SIZE = 64;
/** Maximum number of pixels read along a view; four of that size fit into memory beside the texture. */
const MAX_VIEW_EDGE = 1536;
/** Share of the progress until the body is finished. */
const BODY_PROGRESS = 0.8;

/**
 * Makes a model of two to four images of the front, left, back and right (in this order, null for an empty slot; the
 * front is required): the rounded hull of their silhouettes with the images projected onto it.
 *
 * The body is closed and manifold, in metres, +Y up, +Z front, its left at +X, stands on y = 0, centred in x and z,
 * longest side 1 m unless `realSize` is set. Views are assumed to be orthographic and are aligned by the height and
 * centre of the subject. Silhouettes show no concavities, so the body has none; without a side view the depth is
 * estimated. Throws `ImageError`. Four views of 1024 px: about 2 s on one core; a busy background adds half a second
 * per view.
 */
export async function viewsToDocument(
  sources: readonly (Uint8Array | null)[],
  options: ViewsToDocumentOptions,
  report: ReportProgress,
): Promise<ImageToDocumentResult> {
  report(0, 'read');
  const [frontFile] = sources;
  const count = sources.filter((source) => source !== null).length;
  if (!frontFile || count < 2) {
    throw new ImageError('empty', engineMessage('image-error.too-few-views'));
  }
  const views = await readViews(sources, (done) => report((0.43 * done) / count, 'mask'), options);
  const across = await joinSilhouettes(views.filter(({ name }) => isAcross(name)));
  const along = await joinSilhouettes(views.filter(({ name }) => !isAcross(name)));
  if (!across) throw new Error('The front view has no silhouette.');

  report(0.5, 'shape');
  const requested = options.faceLimit ?? DEFAULT_FACE_LIMIT;
  const limit = Math.max(MIN_FACES, requested);
  const onSurface = (): void => report(0.62, 'simplify');
  const mesh = along
    ? await toVisualHull(across, along, limit, onSurface)
    : await toReliefShape(across, limit, onSurface);
  const normals = toVertexNormals(mesh);

  report(0.75, 'texture');
  const body = { width: across.aspect, depth: along?.aspect ?? across.aspect };
  const maxSize = Math.min(MAX_TEXTURE_SIZE, Math.max(MIN_TEXTURE_SIZE, options.textureSize));
  const isHighResolution = options.texture && maxSize > WORKING_EDGE;
  const refined = isHighResolution ? await refineViews(views, sources, Math.min(MAX_VIEW_EDGE, maxSize / 2)) : views;
  const colored = options.style ? await matchStyle(refined, options.style) : refined;
  const size = limitImageSize(maxSize, Math.max(...colored.map(({ box }) => Math.max(box.width, box.height))));
  const parts: ModelParts = options.texture
    ? await paintViews(mesh, normals, colored, body, { size, isDelighted: options.isDelighted ?? false })
    : { ...mesh, normals, texture: null, color: meanColorOf(colored) };
  const notes = compareViews(views, across, along, options.texture);
  if (limit > requested) notes.push(engineMessage('views.min-faces', { min: MIN_FACES, asked: requested }));
  normalizePlacement(parts.positions);
  if (options.realSize) notes.push(await applyRealSize(parts, frontFile, views[0]!));
  const document = toModelDocument(parts);
  return { document, notes, triangles: countTriangles(document), textureSize: options.texture ? size : 0 };
}

/** Makes the same model as a file with its preview. Throws `ImageError`. */
export async function multiViewToModel(
  sources: readonly (Uint8Array | null)[],
  options: ImageToModelOptions & ImageOptions,
  report: ReportProgress,
): Promise<ImageToModelResult> {
  const { document, notes, triangles } = await viewsToDocument(sources, options, (share, stage) => {
    report(BODY_PROGRESS * share, stage);
  });
  report(BODY_PROGRESS, 'preview');
  const preview = await encodePreview(await renderPreview(document, PREVIEW));
  report(0.92, 'write');
  const glb = await toGlb(document, options.compress);
  report(1, 'write');
  return { glb, preview, notes, triangles };
}

/** Reads the views at the full resolution of their files, one after the other to save memory. */
async function refineViews(views: readonly View[], sources: readonly (Uint8Array | null)[], edge: number) {
  const refined: View[] = [];
  for (const view of views) {
    const file = sources[VIEW_NAMES.indexOf(view.name)]!;
    refined.push({ ...view, ...(await cropHighResolution(file, view, edge, view.clean)) });
  }
  return refined;
}

/** Scales a body of 1 m in place to the real size that the front view gives, if any. Returns a note on its source. */
async function applyRealSize(parts: ModelParts, file: Uint8Array, { image, box }: View): Promise<Note> {
  const { positions } = parts;
  const { metres, note } = await estimateRealSize(file, image, box, parts);
  if (metres === 1) return note;
  // The known size is that of the longest side in the front view; the body may be deeper.
  let frontSize = 0;
  for (let i = 0; i < positions.length; i += 3) {
    frontSize = Math.max(frontSize, 2 * Math.abs(positions[i]!), positions[i + 1]!);
  }
  for (let i = 0; i < positions.length; i++) positions[i]! *= metres / frontSize;
  return note;
}

/** Returns the mean of the mean colours of the views, linear. */
function meanColorOf(views: readonly View[]): [number, number, number] {
  const means = views.map(({ image, mask }) => meanColor(image, mask));
  const mean = (c: 0 | 1 | 2): number => means.reduce((sum, color) => sum + color[c], 0) / means.length;
  return [mean(0), mean(1), mean(2)];
}
