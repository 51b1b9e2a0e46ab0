import { findMask } from '../mask/find-mask.ts';
import { toFrontBackAtlas } from './front-back-atlas.ts';
import { findMaskBox } from '../mask/mask.ts';
import { meanColor } from '../picture/mean-color.ts';
import type { ModelParts } from '../model-document.ts';
import { toModelDocument } from '../model-document.ts';
import { projectFrontBack } from './project-front-back.ts';
import { readPicture } from '../picture/read-picture.ts';
import { encodePreview, PREVIEW_ANGLE, renderPreview } from '../preview/render-preview.ts';
import type { Report } from '../report.ts';
import { shapeFromMask } from './shape-from-mask.ts';
import { standUpright } from '../stand-upright.ts';
import type { Compression } from '../to-glb.ts';
import { toGlb } from '../to-glb.ts';
import { toVertexNormals } from '../vertex-normals.ts';

/** What a person may choose. */
export interface ImageToModelOptions {
  /** Without a texture the model has the subject's mean colour. */
  readonly texture: boolean;
  /** Edge of the square texture in pixels, rounded down to a power of two; 2048 at most. */
  readonly textureSize: number;
  /** Most triangles; null: `DEFAULT_FACE_LIMIT`. */
  readonly faceLimit: number | null;
  readonly compress: Compression;
  /** Taken for the interface's sake: there is no chance in this method, every seed gives the same model. */
  readonly seed: number;
}

/** A finished model with its picture. */
export interface ImageToModelResult {
  readonly glb: Uint8Array;
  /** WebP, 512 × 512, transparent around the model. */
  readonly preview: Uint8Array;
  /** What a person should know about the result, whole sentences. */
  readonly notes: readonly string[];
  readonly triangles: number;
}

/** Triangles of a model nobody limited. */
export const DEFAULT_FACE_LIMIT = 20_000;
const MAX_TEXTURE_SIZE = 2048;
const MIN_TEXTURE_SIZE = 64;
/** Greatest depth as a share of the silhouette's short side: a ball stays a ball, a whole frame becomes a plate. */
const BODY_DEPTH = 0.9;
const PLATE_DEPTH = 0.12;
const PREVIEW_SIZE = 512;

/**
 * Makes a model of one picture: its silhouette inflated, the picture projected onto front and back.
 *
 * The body is closed and manifold, metres, +Y up, +Z front, stands on y = 0, centred in x and z, longest side 1 m.
 * No concavities and a mirrored back: one picture does not show more. Throws `PictureError` for what is no picture.
 * About 1 s on one core for a subject that fills a 1024 px picture, half of that for a small one; a busy background adds
 * half a second.
 */
export async function imageToModel(
  bytes: Uint8Array,
  options: ImageToModelOptions,
  report: Report,
): Promise<ImageToModelResult> {
  report(0, 'read');
  const picture = await readPicture(bytes);
  report(0.1, 'mask');
  const subject = await findMask(picture);
  const { mask, notes } = subject;
  const box = findMaskBox(mask) ?? { left: 0, top: 0, width: picture.width, height: picture.height };

  report(0.35, 'shape');
  const depth = subject.method === 'whole_frame' ? PLATE_DEPTH : BODY_DEPTH;
  const { mesh, grid } = await shapeFromMask(mask, box, depth, options.faceLimit ?? DEFAULT_FACE_LIMIT, () => {
    report(0.5, 'simplify');
  });
  const normals = toVertexNormals(mesh);

  report(0.65, 'texture');
  let parts: ModelParts = { ...mesh, normals, texture: null, color: meanColor(picture, mask) };
  if (options.texture) {
    const size = Math.min(MAX_TEXTURE_SIZE, Math.max(MIN_TEXTURE_SIZE, options.textureSize));
    const atlas = await toFrontBackAtlas(picture, subject, box, size);
    const cut = projectFrontBack(mesh, grid, atlas);
    const ownNormals = new Float32Array(cut.positions.length);
    cut.sources.forEach((from, to) => ownNormals.set(normals.subarray(3 * from, 3 * from + 3), 3 * to));
    parts = { ...parts, ...cut, normals: ownNormals, texture: { uvs: cut.uvs, image: atlas.image } };
  }
  standUpright(parts.positions);

  report(0.78, 'preview');
  const document = toModelDocument(parts);
  const picturePreview = await renderPreview(document, { size: PREVIEW_SIZE, ...PREVIEW_ANGLE, background: null });
  const preview = await encodePreview(picturePreview);
  report(0.92, 'write');
  const glb = await toGlb(document, options.compress);
  report(1, 'write');
  return { glb, preview, notes, triangles: mesh.indices.length / 3 };
}
