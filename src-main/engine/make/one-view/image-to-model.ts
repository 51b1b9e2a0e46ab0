import type { Document } from '@gltf-transform/core';
import { prune } from '@gltf-transform/functions';
import type { Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { findMask } from '../../base/mask/find-mask.ts';
import type { PixelBox } from '../../base/image/mask.ts';
import { findMaskBox } from '../../base/image/mask.ts';
import { delightFront } from './delight-front.ts';
import { countTriangles } from '../../base/document/list-surfaces.ts';
import { estimateFaceCount } from '../../base/primitive/estimate-face-count.ts';
import { splitToQuadsOnSurface } from '../../base/primitive/split-to-quads-on-surface.ts';
import type { ModelParts } from '../../files/gltf/model-document.ts';
import { toModelDocument } from '../../files/gltf/model-document.ts';
import { cropHighResolution, type SubjectImage } from '../../base/image/crop-high-resolution.ts';
import { meanColor } from '../../base/image/mean-color.ts';
import type { ImageOptions } from '../../base/image/image-options.ts';
import { readImage, WORKING_EDGE } from '../../base/image/read-image.ts';
import { enhanceImage } from '../../base/image/enhance-image.ts';
import { matchStyle } from '../../base/style/match-style.ts';
import { encodePreview, PREVIEW, renderPreview } from '../../base/render/render-preview.ts';
import type { ReportProgress } from '../../base/errors/report-progress.ts';
import { normalizePlacement } from '../../base/mesh/normalize-placement.ts';
import type { Compression } from '../../files/gltf/to-glb.ts';
import { toGlb } from '../../files/gltf/to-glb.ts';
import type { FrontBackAtlas } from './front-back-atlas.ts';
import { planAtlas } from './front-back-atlas.ts';
import { estimateRealSize } from './estimate-real-size.ts';
import type { FrontBackImages } from './paint-front-back.ts';
import { paintFrontBack } from './paint-front-back.ts';
import { projectFrontBack, toFrontUvs } from './project-front-back.ts';
import type { Shape } from './shape-from-mask.ts';
import { shapeFromMask } from './shape-from-mask.ts';

/** What a person may choose. */
export interface ImageToModelOptions {
  /** Without a texture the model has the subject's mean colour. */
  readonly texture: boolean;
  /** Edge of the square texture in pixels, rounded down to a power of two; 4096 at most. */
  readonly textureSize: number;
  /** Most triangles; null: `DEFAULT_FACE_LIMIT`. */
  readonly faceLimit: number | null;
  readonly compress: Compression;
  /** Taken for the interface's sake: there is no chance in this method, every seed gives the same model. */
  readonly seed: number;
}

/** What a person may choose beside that when there is one picture only; absent: not wanted. */
export interface OneViewOptions extends ImageOptions {
  /** A relief and a roughness derived from the colours, as maps beside them. */
  readonly pbr?: boolean;
  /** Texture coordinates although there is no texture. */
  readonly uvs?: boolean;
  /** Quads alone, marked by `ngonEncoding`; the face limit counts them. */
  readonly quad?: boolean;
  /** Least and most faces of a model that has as many as its shape needs, where no limit is given. */
  readonly lowPoly?: readonly [least: number, most: number];
  /** Depth of the back as a share of the front's; 1: the back is the front's mirror image. */
  readonly backDepth?: number;
}

/** A finished model with its picture. */
export interface ImageToModelResult {
  readonly glb: Uint8Array;
  /** WebP, 512 × 512, transparent around the model. */
  readonly preview: Uint8Array;
  /** What a person should know about the result, whole sentences. */
  readonly notes: readonly Note[];
  readonly triangles: number;
}

/** Triangles of a model nobody limited. */
export const DEFAULT_FACE_LIMIT = 20_000;
/** The same of one that is to be detailed. */
export const DETAILED_FACE_LIMIT = 50_000;
const MAX_TEXTURE_SIZE = 4096;
const MIN_TEXTURE_SIZE = 64;
/** Greatest depth as a share of the silhouette's short side: a ball stays a ball, a whole frame becomes a plate. */
const BODY_DEPTH = 0.9;
const PLATE_DEPTH = 0.12;
/** Of all the work, what the body takes. */
const BODY_SHARE = 0.78;
/** How many quads come of a triangle of the coarse mesh, in the mean: 2 if all of them pair, 3 if none does. */
const QUADS_PER_TRIANGLE = 2.25;
const QUAD_ATTEMPTS = 4;

/** What of it decides about the body itself. */
export type ImageToDocumentOptions = Pick<ImageToModelOptions, 'texture' | 'textureSize' | 'faceLimit'> &
  OneViewOptions;

/** A model that is not written yet. */
export interface ImageToDocumentResult {
  readonly document: Document;
  readonly notes: readonly Note[];
  readonly triangles: number;
  /** Edge of the texture in pixels; 0: there is none. */
  readonly textureSize: number;
}

/**
 * Makes a model of one picture: its silhouette inflated, the picture projected onto front and back.
 *
 * The body is closed and manifold, metres, +Y up, +Z front, stands on y = 0, centred in x and z, longest side 1 m.
 * No concavities, and a back that repeats the front without its lettering: one picture does not show more. Throws
 * `ImageError` for what is no picture. About 1.2 s on one core for a subject that fills a 1024 px picture, half of that
 * for a small one; maps add a quarter of a second, a busy background or quads half a second, a texture of 4096 pixels of a
 * picture that large 3 s, its maps 1.5 s more.
 */
export async function imageToDocument(
  bytes: Uint8Array,
  options: ImageToDocumentOptions,
  report: ReportProgress,
): Promise<ImageToDocumentResult> {
  report(0, 'read');
  const read = await readImage(bytes);
  const repaired = options.isRepaired ? enhanceImage(read) : null;
  const picture = repaired?.picture ?? read;
  report(0.13, 'mask');
  const found = await findMask(picture);
  const { mask, method } = found;
  const notes = repaired ? [repaired.note, ...found.notes] : [...found.notes];
  const box = findMaskBox(mask) ?? { left: 0, top: 0, width: picture.width, height: picture.height };

  report(0.45, 'shape');
  const depth = method === 'whole_frame' ? PLATE_DEPTH : BODY_DEPTH;
  const shapeWithin = (faceLimit: number): Promise<Shape> =>
    shapeFromMask(mask, box, depth, faceLimit, () => report(0.65, 'simplify'), options.backDepth);
  const usual = options.quad ? DEFAULT_FACE_LIMIT / 2 : DEFAULT_FACE_LIMIT;
  const whole = options.quad || options.lowPoly ? await shapeWithin(DEFAULT_FACE_LIMIT) : null;
  const limit = options.faceLimit ?? (options.lowPoly ? await limitByShape(whole!, options) : usual);
  const shape = options.quad ? whole! : await shapeWithin(limit);

  report(0.83, 'texture');
  const size = Math.min(MAX_TEXTURE_SIZE, Math.max(MIN_TEXTURE_SIZE, options.textureSize));
  const cut = { picture, mask, rim: found.rim, box };
  const isFine = options.texture && size > WORKING_EDGE;
  const fine = isFine ? await cropHighResolution(bytes, cut, size, repaired?.repeat) : cut;
  const subject = await colorSubject(fine, shape, options);
  const atlas = planAtlas(subject.box, size);
  const images = options.texture ? await paintFrontBack(subject, atlas, options.pbr ?? false) : null;
  if (images?.note) notes.push(images.note);
  const color = meanColor(subject.picture, subject.mask);
  const scale = options.realSize ? await estimateRealSize(bytes, picture, box, shape.mesh) : { metres: 1, note: null };
  if (scale.note) notes.push(scale.note);
  const dress = (bare: Shape): Document =>
    toModelDocument(placeParts(dressShape(bare, atlas, images, color, options), bare, box, scale.metres));
  const document = options.quad ? await toQuads(dress(shape), shapeWithin, dress, limit) : dress(shape);
  return { document, notes, triangles: countTriangles(document), textureSize: images ? atlas.size : 0 };
}

/** The same as a finished file with its picture, which takes a quarter of a second more. Throws `ImageError`. */
export async function imageToModel(
  bytes: Uint8Array,
  options: ImageToModelOptions & OneViewOptions,
  report: ReportProgress,
): Promise<ImageToModelResult> {
  const { document, notes, triangles } = await imageToDocument(bytes, options, (share, stage) => {
    report(BODY_SHARE * share, stage);
  });
  report(BODY_SHARE, 'preview');
  const preview = await encodePreview(await renderPreview(document, PREVIEW));
  report(0.92, 'write');
  const glb = await toGlb(document, options.compress);
  report(1, 'write');
  return { glb, preview, notes, triangles };
}

/** The subject in the colours that are wanted. */
async function colorSubject(
  subject: SubjectImage,
  { mesh, grid }: Shape,
  { isDelighted, style }: ImageOptions,
): Promise<SubjectImage> {
  const plain = isDelighted ? delightFront(subject, { ...mesh, uvs: toFrontUvs(mesh, grid) }) : subject;
  return style ? (await matchStyle([plain], style))[0]! : plain;
}

/** As many faces as the shape needs, within the window asked for. */
async function limitByShape({ mesh }: Shape, { lowPoly, quad }: OneViewOptions): Promise<number> {
  const [least, most] = lowPoly!;
  const needed = await estimateFaceCount(toModelDocument({ ...mesh, texture: null, color: [1, 1, 1] }));
  return Math.min(most, Math.max(least, quad ? Math.round(needed / 2) : needed));
}

/** The fullest quad mesh within the limit, its corners on the surface of the document given. */
async function toQuads(
  source: Document,
  shapeWithin: (faceLimit: number) => Promise<Shape>,
  dress: (shape: Shape) => Document,
  limit: number,
): Promise<Document> {
  let triangles = Math.floor(limit / QUADS_PER_TRIANGLE);
  for (let attempt = 1; ; attempt++) {
    const document = dress(await shapeWithin(Math.max(1, triangles)));
    const quads = splitToQuadsOnSurface(document, source);
    if (quads <= limit || attempt === QUAD_ATTEMPTS) {
      // To find textures of one colour all would be decoded, which takes more memory than painting them.
      await document.transform(prune({ keepAttributes: true, keepExtras: true, keepSolidTextures: true }));
      return document;
    }
    triangles = Math.floor((0.98 * triangles * limit) / quads);
  }
}

/** A shape with its colours, in cells. */
function dressShape(
  { mesh, grid }: Shape,
  atlas: FrontBackAtlas,
  images: FrontBackImages | null,
  color: readonly [number, number, number],
  { uvs: wantsUvs }: OneViewOptions,
): ModelParts {
  if (!images && !wantsUvs) return { ...mesh, positions: mesh.positions.slice(), texture: null, color };
  const cut = projectFrontBack(mesh, grid, atlas);
  const normals = new Float32Array(cut.positions.length);
  cut.sources.forEach((from, to) => normals.set(mesh.normals.subarray(3 * from, 3 * from + 3), 3 * to));
  const { positions, indices, uvs } = cut;
  return { positions, indices, normals, uvs, color, texture: images && { uvs, ...images } };
}

/** From cells to metres, in place: cells are square only to within the rounding of their number. */
function placeParts(parts: ModelParts, { grid }: Shape, box: PixelBox, metres: number): ModelParts {
  const { positions } = parts;
  const stretch = (box.width * (grid.height - 2 * grid.padding)) / (box.height * (grid.width - 2 * grid.padding));
  for (let i = 0; i < positions.length; i += 3) positions[i]! *= stretch;
  normalizePlacement(positions);
  if (metres !== 1) for (let i = 0; i < positions.length; i++) positions[i]! *= metres;
  return parts;
}
