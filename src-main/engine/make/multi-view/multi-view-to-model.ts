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

/** What of a person's choices decides about the body itself. */
export type ViewsToDocumentOptions = Pick<ImageToModelOptions, 'texture' | 'textureSize' | 'faceLimit'> & ImageOptions;

/** Fewer triangles make no body of any likeness. */
const MIN_FACES = 12;
const MAX_TEXTURE_SIZE = 4096;
const MIN_TEXTURE_SIZE = 64;
/** Most pixels along a view that are read: four of that size fit into memory beside the texture. */
const MAX_VIEW = 1536;
/** Of all the work, what the body takes. */
const BODY_SHARE = 0.8;

/**
 * Makes a model of two to four pictures taken from the front, the left, the back and the right (in this order, null for
 * an empty slot; the front is needed): the rounded hull of their silhouettes, the pictures projected onto it.
 *
 * The body is closed and manifold, metres, +Y up, +Z front, its left at +X, stands on y = 0, centred in x and z,
 * longest side 1 m. Views are taken for orthographic, and matched by the subject's height and middle. No silhouette
 * shows a hollow, so there are none; without a side view the depth is guessed. Throws `ImageError`.
 * Four views of 1024 px: about 2 s on one core; a busy background adds half a second a view.
 */
export async function viewsToDocument(
  sources: readonly (Uint8Array | null)[],
  options: ViewsToDocumentOptions,
  report: ReportProgress,
): Promise<ImageToDocumentResult> {
  report(0, 'read');
  const [frontFile] = sources;
  const given = sources.filter((source) => source !== null).length;
  if (!frontFile || given < 2) {
    throw new ImageError('empty', engineMessage('image-error.too-few-views'));
  }
  const views = await readViews(sources, (done) => report((0.43 * done) / given, 'mask'), options);
  const across = await joinSilhouettes(views.filter(({ name }) => isAcross(name)));
  const along = await joinSilhouettes(views.filter(({ name }) => !isAcross(name)));
  if (!across) throw new Error('The front view was lost.');

  report(0.5, 'shape');
  const wanted = options.faceLimit ?? DEFAULT_FACE_LIMIT;
  const limit = Math.max(MIN_FACES, wanted);
  const onSurface = (): void => report(0.62, 'simplify');
  const mesh = along
    ? await toVisualHull(across, along, limit, onSurface)
    : await toReliefShape(across, limit, onSurface);
  const normals = toVertexNormals(mesh);

  report(0.75, 'texture');
  const body = { width: across.aspect, depth: along?.aspect ?? across.aspect };
  const most = Math.min(MAX_TEXTURE_SIZE, Math.max(MIN_TEXTURE_SIZE, options.textureSize));
  const isFine = options.texture && most > WORKING_EDGE;
  const fine = isFine ? await refineViews(views, sources, Math.min(MAX_VIEW, most / 2)) : views;
  const colored = options.style ? await matchStyle(fine, options.style) : fine;
  const size = limitImageSize(most, Math.max(...colored.map(({ box }) => Math.max(box.width, box.height))));
  const parts: ModelParts = options.texture
    ? await paintViews(mesh, normals, colored, body, { size, isDelighted: options.isDelighted ?? false })
    : { ...mesh, normals, texture: null, color: meanOf(colored) };
  const notes = compareViews(views, across, along, options.texture);
  if (limit > wanted) notes.push(engineMessage('views.min-faces', { min: MIN_FACES, asked: wanted }));
  normalizePlacement(parts.positions);
  if (options.realSize) notes.push(await takeRealSize(parts, frontFile, views[0]!));
  const document = toModelDocument(parts);
  return { document, notes, triangles: countTriangles(document), textureSize: options.texture ? size : 0 };
}

/** The same as a finished file with its picture. Throws `ImageError`. */
export async function multiViewToModel(
  sources: readonly (Uint8Array | null)[],
  options: ImageToModelOptions & ImageOptions,
  report: ReportProgress,
): Promise<ImageToModelResult> {
  const { document, notes, triangles } = await viewsToDocument(sources, options, (share, stage) => {
    report(BODY_SHARE * share, stage);
  });
  report(BODY_SHARE, 'preview');
  const preview = await encodePreview(await renderPreview(document, PREVIEW));
  report(0.92, 'write');
  const glb = await toGlb(document, options.compress);
  report(1, 'write');
  return { glb, preview, notes, triangles };
}

/** The views with as many pixels as their files have, one after the other: each takes memory while it is read. */
async function refineViews(views: readonly View[], sources: readonly (Uint8Array | null)[], edge: number) {
  const fine: View[] = [];
  for (const view of views) {
    const file = sources[VIEW_NAMES.indexOf(view.name)]!;
    fine.push({ ...view, ...(await cropHighResolution(file, view, edge, view.clean)) });
  }
  return fine;
}

/** Makes a body that is 1 m large as large as the front view says, if it does, in place; answers where that comes from. */
async function takeRealSize(parts: ModelParts, file: Uint8Array, { picture, box }: View): Promise<Note> {
  const { positions } = parts;
  const { metres, note } = await estimateRealSize(file, picture, box, parts);
  if (metres === 1) return note;
  // What is known is the longest side of what the front shows; a body may be deeper than that.
  let shown = 0;
  for (let i = 0; i < positions.length; i += 3) {
    shown = Math.max(shown, 2 * Math.abs(positions[i]!), positions[i + 1]!);
  }
  for (let i = 0; i < positions.length; i++) positions[i]! *= metres / shown;
  return note;
}

/** The mean of the views' mean colours, linear. */
function meanOf(views: readonly View[]): [number, number, number] {
  const means = views.map(({ picture, mask }) => meanColor(picture, mask));
  const mean = (c: 0 | 1 | 2): number => means.reduce((sum, color) => sum + color[c], 0) / means.length;
  return [mean(0), mean(1), mean(2)];
}
