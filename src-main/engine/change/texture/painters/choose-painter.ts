import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { findMask } from '../../../base/mask/find-mask.ts';
import { findMaskBox } from '../../../base/image/mask.ts';
import { readViews, type View } from '../../../base/views/read-views.ts';
import { VIEW_NAMES } from '../../../base/views/view-name.ts';
import { cropHighResolution } from '../../../base/image/crop-high-resolution.ts';
import { readImage, WORKING_EDGE } from '../../../base/image/read-image.ts';
import type { Finish } from '../../../base/material/finish.ts';
import type { PaintBody } from '../body/paint-body.ts';
import { completeBack } from './complete-back.ts';
import { isSeamlessPattern } from './is-seamless-pattern.ts';
import { createDescriptionPainter } from './description-painter.ts';
import { createImagePainter, type ImagePaintOptions } from './image-painter.ts';
import { createTilePainter, TILE_SHARE } from './tile-painter.ts';
import type { Painter } from './painter.ts';

/** Source of a texture. */
export type TextureSource =
  | { readonly kind: 'text'; readonly text: string; readonly seed: number }
  | { readonly kind: 'image'; readonly image: Uint8Array }
  /** Front, left, back and right. */
  | { readonly kind: 'views'; readonly images: readonly Uint8Array[] };

/** A painter for the bodies of a model. */
export interface PainterChoice {
  readonly createPainter: (body: PaintBody) => Promise<Painter>;
  /** Transparency, glow and other properties of a text; null for images. */
  readonly finish: Finish | null;
  /** Views that are projected. */
  readonly views: readonly View[];
  /** Resolution of the source in pixels across a body; infinite for a text. */
  readonly detail: number;
  readonly notes: readonly Note[];
}

/** Minimum length of a subject's longer side in pixels. */
const MIN_SUBJECT = 4;
/** Maximum pixels of a view's long side: four views of this size fit into memory beside the texture. */
const MAX_VIEW = 1536;

/**
 * Reads a texture source and chooses its painter. An image with a subject is projected onto the front, and the colours
 * along its outline onto the back; an image without a subject is tiled as a material. Throws `ImageError` and
 * `TexturePromptError`.
 */
export async function choosePainter(source: TextureSource, options: ImagePaintOptions): Promise<PainterChoice> {
  switch (source.kind) {
    case 'text': {
      // Loaded on demand, because the lexicon includes the whole catalogue of objects.
      const { parseTexturePrompt } = await import('./parse-texture-prompt.ts');
      const { look, notes } = parseTexturePrompt(source.text);
      return {
        createPainter: async (body) => createDescriptionPainter(body, look, source.seed),
        finish: look.finish,
        views: [],
        detail: Infinity,
        notes,
      };
    }
    case 'image':
      return chooseImagePainter(source.image, options);
    case 'views': {
      const views: View[] = [];
      // Sequential, to limit memory.
      for (const view of await readViews(source.images, () => undefined)) {
        views.push(await toHighResolution(view, source.images[VIEW_NAMES.indexOf(view.name)]!, options));
      }
      return {
        createPainter: (body) => createImagePainter(body, views, options),
        finish: null,
        views,
        detail: detailOf(views),
        notes: views.flatMap(({ name, notes }) =>
          notes.map((note): Note => engineMessage('views.in-view', { view: name, note })),
        ),
      };
    }
  }
}

async function chooseImagePainter(bytes: Uint8Array, options: ImagePaintOptions): Promise<PainterChoice> {
  const image = await readImage(bytes);
  const found = await findMask(image);
  const box = findMaskBox(found.mask);
  const isTooSmall = !box || Math.max(box.width, box.height) < MIN_SUBJECT;
  // GrabCut segments any image, even a brick wall.
  const isMaterial = found.method === 'whole_frame' || (found.method === 'grab_cut' && isSeamlessPattern(image));
  if (isTooSmall || isMaterial) {
    return {
      createPainter: async (body) => createTilePainter(body, image),
      finish: null,
      views: [],
      detail: Math.max(image.width, image.height) / TILE_SHARE,
      notes: [engineMessage('texture.no-subject')],
    };
  }
  const front: View = { ...found, name: 'front', image: image, box };
  const fine = await toHighResolution(front, bytes, options);
  // The estimated back has no fine detail, so the working resolution is enough.
  const views = [fine, completeBack(front)];
  return {
    createPainter: (body) => createImagePainter(body, views, options),
    finish: null,
    views,
    detail: detailOf([fine]),
    notes: [...found.notes, engineMessage('texture.front-only')],
  };
}

/** Returns the view at a higher resolution of its file if the texture can show more than the working resolution. */
async function toHighResolution(view: View, file: Uint8Array, { maxEdge }: ImagePaintOptions): Promise<View> {
  if (maxEdge <= WORKING_EDGE) return view;
  return { ...view, ...(await cropHighResolution(file, view, Math.min(MAX_VIEW, maxEdge))) };
}

function detailOf(views: readonly View[]): number {
  return Math.max(...views.map(({ box }) => Math.max(box.width, box.height)));
}
