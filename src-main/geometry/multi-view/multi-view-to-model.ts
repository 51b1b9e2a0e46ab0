import type { ImageToModelOptions, ImageToModelResult } from '../one-view/image-to-model.ts';
import { DEFAULT_FACE_LIMIT } from '../one-view/image-to-model.ts';
import { meanColor } from '../picture/mean-color.ts';
import type { ModelParts } from '../model-document.ts';
import { toModelDocument } from '../model-document.ts';
import { PictureError } from '../picture/picture.ts';
import { encodePreview, PREVIEW, renderPreview } from '../preview/render-preview.ts';
import type { Report } from '../report.ts';
import { standUpright } from '../stand-upright.ts';
import { toGlb } from '../to-glb.ts';
import { toVertexNormals } from '../vertex-normals.ts';
import type { View } from './find-views.ts';
import { findViews } from './find-views.ts';
import { toHullShape } from './hull-shape.ts';
import { joinMasks } from './join-masks.ts';
import { listViewNotes } from './list-view-notes.ts';
import { paintViews } from './paint-views.ts';
import { toReliefShape } from './relief-shape.ts';
import { isAcross } from './view-name.ts';

/** Fewer triangles make no body of any likeness. */
const MIN_FACES = 12;

/**
 * Makes a model of two to four pictures taken from the front, the left, the back and the right (in this order, null for
 * an empty slot; the front is needed): the rounded hull of their silhouettes, the pictures projected onto it.
 *
 * The body is closed and manifold, metres, +Y up, +Z front, its left at +X, stands on y = 0, centred in x and z,
 * longest side 1 m. Views are taken for orthographic, and matched by the subject's height and middle. No silhouette
 * shows a hollow, so there are none; without a side view the depth is guessed. Throws `PictureError`.
 * Four views of 1024 px: about 2 s on one core; a busy background adds half a second a view.
 */
export async function multiViewToModel(
  sources: readonly (Uint8Array | null)[],
  options: ImageToModelOptions,
  report: Report,
): Promise<ImageToModelResult> {
  report(0, 'read');
  const given = sources.filter((source) => source !== null).length;
  if (!sources[0] || given < 2) {
    throw new PictureError('empty', 'At least two views are needed: the front and one more.');
  }
  const views = await findViews(sources, (done) => report((0.35 * done) / given, 'mask'));
  const across = await joinMasks(views.filter(({ name }) => isAcross(name)));
  const along = await joinMasks(views.filter(({ name }) => !isAcross(name)));
  if (!across) throw new Error('The front view was lost.');

  report(0.4, 'shape');
  const wanted = options.faceLimit ?? DEFAULT_FACE_LIMIT;
  const limit = Math.max(MIN_FACES, wanted);
  const onSurface = (): void => report(0.5, 'simplify');
  const mesh = along
    ? await toHullShape(across, along, limit, onSurface)
    : await toReliefShape(across, limit, onSurface);
  const normals = toVertexNormals(mesh);

  report(0.6, 'texture');
  const size = { width: across.aspect, depth: along?.aspect ?? across.aspect };
  const parts: ModelParts = options.texture
    ? await paintViews(mesh, normals, views, size, options.textureSize)
    : { ...mesh, normals, texture: null, color: meanOf(views) };
  standUpright(parts.positions);

  report(0.8, 'preview');
  const document = toModelDocument(parts);
  const preview = await encodePreview(await renderPreview(document, PREVIEW));
  report(0.92, 'write');
  const glb = await toGlb(document, options.compress);
  report(1, 'write');
  const notes = listViewNotes(views, across, along, options.texture);
  if (limit > wanted) notes.push(`A body needs ${MIN_FACES} faces or more; ${wanted} were asked for.`);
  return { glb, preview, notes, triangles: mesh.indices.length / 3 };
}

/** The mean of the views' mean colours, linear. */
function meanOf(views: readonly View[]): [number, number, number] {
  const means = views.map(({ picture, mask }) => meanColor(picture, mask));
  const mean = (c: 0 | 1 | 2): number => means.reduce((sum, color) => sum + color[c], 0) / means.length;
  return [mean(0), mean(1), mean(2)];
}
