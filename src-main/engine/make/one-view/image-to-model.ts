import type { Document } from '@gltf-transform/core';
import { prune } from '@gltf-transform/functions';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
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
import type { NetworkMaps } from '../../base/image/value-map.ts';
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

/** Options for generating a model from images. */
export interface ImageToModelOptions {
  /** False gives the model the mean colour of the subject. */
  readonly texture: boolean;
  /** Maximum edge of the square texture in pixels, rounded down to a power of two; at most 4096. */
  readonly textureSize: number;
  /** Maximum number of triangles; null: `DEFAULT_FACE_LIMIT`. */
  readonly faceLimit: number | null;
  readonly compress: Compression;
  /** Part of the service interface; this method is deterministic, so every seed gives the same model. */
  readonly seed: number;
}

/** Options for a single image; absent: off. */
export interface OneViewOptions extends ImageOptions {
  /** Adds normal and roughness maps derived from the colours. */
  readonly pbr?: boolean;
  /** Adds texture coordinates even without a texture. */
  readonly uvs?: boolean;
  /** Makes only quads, marked by `ngonEncoding`; the face limit counts quads. */
  readonly quad?: boolean;
  /** Minimum and maximum number of faces of a model that has as many as its shape needs, if no limit is given. */
  readonly lowPoly?: readonly [min: number, max: number];
  /** Depth of the back as a share of that of the front; 1: the back is the front mirrored. */
  readonly backDepth?: number;
  /** Maps of the image from networks: its mask and its depth. */
  readonly maps?: NetworkMaps;
}

/** A generated model and its preview. */
export interface ImageToModelResult {
  readonly glb: Uint8Array;
  /** WebP, 512 × 512, transparent around the model. */
  readonly preview: Uint8Array;
  /** Notes for the user on the result. */
  readonly notes: readonly Note[];
  readonly triangles: number;
}

/** Maximum number of triangles of a model without a limit. */
export const DEFAULT_FACE_LIMIT = 20_000;
/** Maximum number of triangles of a detailed model without a limit. */
export const DETAILED_FACE_LIMIT = 50_000;
const MAX_TEXTURE_SIZE = 4096;
const MIN_TEXTURE_SIZE = 64;
/**
 * Maximum depth as a share of the short side of the silhouette: a ball stays nearly a ball, an image without a subject
 * becomes a plate.
 */
const BODY_DEPTH = 0.9;
const PLATE_DEPTH = 0.12;
/** Share of the progress until the body is finished. */
const BODY_PROGRESS = 0.78;
/** Mean number of quads per triangle of the coarse mesh: 2 if all triangles pair, 3 if none does. */
const QUADS_PER_TRIANGLE = 2.25;
const QUAD_ATTEMPTS = 4;

/** Options that affect the body itself. */
export type ImageToDocumentOptions = Pick<ImageToModelOptions, 'texture' | 'textureSize' | 'faceLimit'> &
  OneViewOptions;

/** A model before it is written to a file. */
export interface ImageToDocumentResult {
  readonly document: Document;
  readonly notes: readonly Note[];
  readonly triangles: number;
  /** Edge of the texture in pixels; 0: no texture. */
  readonly textureSize: number;
}

/**
 * Makes a model of one image: its silhouette is inflated and the image projected onto front and back.
 *
 * The body is closed and manifold, in metres, +Y up, +Z front, stands on y = 0, centred in x and z, longest side 1 m
 * unless `realSize` is set. One image shows neither concavities nor the back: there are no concavities, and the back
 * repeats the front without its lettering. Throws `ImageError` if the file is not an image. Its time is measured by
 * `npm run bench -- engine/tasks/image`.
 */
export async function imageToDocument(
  bytes: Uint8Array,
  options: ImageToDocumentOptions,
  report: ReportProgress,
): Promise<ImageToDocumentResult> {
  report(0, 'read');
  const read = await readImage(bytes);
  const repaired = options.isRepaired ? enhanceImage(read) : null;
  const image = repaired?.image ?? read;
  report(0.13, 'mask');
  const detected = await findMask(image, options.maps?.masks);
  const { mask, method } = detected;
  const notes = repaired ? [repaired.note, ...detected.notes] : [...detected.notes];
  if (options.maps?.depth) notes.push(engineMessage('subject.network-depth', { name: options.maps.depth.name }));
  const box = findMaskBox(mask) ?? { left: 0, top: 0, width: image.width, height: image.height };

  report(0.45, 'shape');
  const depth = method === 'whole_frame' ? PLATE_DEPTH : BODY_DEPTH;
  const shapeWithin = (faceLimit: number): Promise<Shape> =>
    shapeFromMask(mask, box, depth, faceLimit, () => report(0.65, 'simplify'), options.backDepth, options.maps?.depth);
  const defaultLimit = options.quad ? DEFAULT_FACE_LIMIT / 2 : DEFAULT_FACE_LIMIT;
  const fullShape = options.quad || options.lowPoly ? await shapeWithin(DEFAULT_FACE_LIMIT) : null;
  const limit = options.faceLimit ?? (options.lowPoly ? await limitByShape(fullShape!, options) : defaultLimit);
  const shape = options.quad ? fullShape! : await shapeWithin(limit);

  report(0.83, 'texture');
  const size = Math.min(MAX_TEXTURE_SIZE, Math.max(MIN_TEXTURE_SIZE, options.textureSize));
  const cut = { image, mask, rim: detected.rim, box };
  const isHighResolution = options.texture && size > WORKING_EDGE;
  const refined = isHighResolution ? await cropHighResolution(bytes, cut, size, repaired?.repeat) : cut;
  const subject = await colorSubject(refined, shape, options);
  const atlas = planAtlas(subject.box, size);
  const images = options.texture ? await paintFrontBack(subject, atlas, options.pbr ?? false) : null;
  if (images?.note) notes.push(images.note);
  const color = meanColor(subject.image, subject.mask);
  const scale = options.realSize ? await estimateRealSize(bytes, image, box, shape.mesh) : { metres: 1, note: null };
  if (scale.note) notes.push(scale.note);
  const toDocument = (bare: Shape): Document =>
    toModelDocument(scaleParts(toModelParts(bare, atlas, images, color, options), bare, box, scale.metres));
  const document = options.quad ? await toQuads(toDocument(shape), shapeWithin, toDocument, limit) : toDocument(shape);
  return { document, notes, triangles: countTriangles(document), textureSize: images ? atlas.size : 0 };
}

/** Makes the same model as a file with its preview, which takes another quarter of a second. Throws `ImageError`. */
export async function imageToModel(
  bytes: Uint8Array,
  options: ImageToModelOptions & OneViewOptions,
  report: ReportProgress,
): Promise<ImageToModelResult> {
  const { document, notes, triangles } = await imageToDocument(bytes, options, (share, stage) => {
    report(BODY_PROGRESS * share, stage);
  });
  report(BODY_PROGRESS, 'preview');
  const preview = await encodePreview(await renderPreview(document, PREVIEW));
  report(0.92, 'write');
  const glb = await toGlb(document, options.compress);
  report(1, 'write');
  return { glb, preview, notes, triangles };
}

/** Removes lighting from the subject and matches its style, as the options say. */
async function colorSubject(
  subject: SubjectImage,
  { mesh, grid }: Shape,
  { isDelighted, style }: ImageOptions,
): Promise<SubjectImage> {
  const plain = isDelighted ? delightFront(subject, { ...mesh, uvs: toFrontUvs(mesh, grid) }) : subject;
  return style ? (await matchStyle([plain], style))[0]! : plain;
}

/** Returns the number of faces that the shape needs, within the requested range. */
async function limitByShape({ mesh }: Shape, { lowPoly, quad }: OneViewOptions): Promise<number> {
  const [min, max] = lowPoly!;
  const needed = await estimateFaceCount(toModelDocument({ ...mesh, texture: null, color: [1, 1, 1] }));
  return Math.min(max, Math.max(min, quad ? Math.round(needed / 2) : needed));
}

/** Makes a quad mesh with as many quads as the limit allows, its vertices on the surface of the source. */
async function toQuads(
  source: Document,
  shapeWithin: (faceLimit: number) => Promise<Shape>,
  toDocument: (shape: Shape) => Document,
  limit: number,
): Promise<Document> {
  let triangles = Math.floor(limit / QUADS_PER_TRIANGLE);
  for (let attempt = 1; ; attempt++) {
    const document = toDocument(await shapeWithin(Math.max(1, triangles)));
    const quads = splitToQuadsOnSurface(document, source);
    if (quads <= limit || attempt === QUAD_ATTEMPTS) {
      // Finding textures of a single colour would decode all of them, which takes more memory than painting them.
      await document.transform(prune({ keepAttributes: true, keepExtras: true, keepSolidTextures: true }));
      return document;
    }
    triangles = Math.floor((0.98 * triangles * limit) / quads);
  }
}

/** Converts a shape to the parts of a model with its colours, in cells. */
function toModelParts(
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

/** Scales positions from cells to metres, in place. Cells are not exactly square, because their numbers are rounded. */
function scaleParts(parts: ModelParts, { grid }: Shape, box: PixelBox, metres: number): ModelParts {
  const { positions } = parts;
  const stretch = (box.width * (grid.height - 2 * grid.padding)) / (box.height * (grid.width - 2 * grid.padding));
  for (let i = 0; i < positions.length; i += 3) positions[i]! *= stretch;
  normalizePlacement(positions);
  if (metres !== 1) for (let i = 0; i < positions.length; i++) positions[i]! *= metres;
  return parts;
}
