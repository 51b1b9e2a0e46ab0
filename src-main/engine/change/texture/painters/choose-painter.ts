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
import { createImagePainter, type ImagePainting } from './image-painter.ts';
import { createTilePainter, TILE } from './tile-painter.ts';
import type { Painter } from './painter.ts';

/** What a texture follows. */
export type TextureSource =
  | { readonly kind: 'text'; readonly text: string; readonly seed: number }
  | { readonly kind: 'picture'; readonly picture: Uint8Array }
  /** Front, left, back and right. */
  | { readonly kind: 'views'; readonly pictures: readonly Uint8Array[] };

/** Who paints each body, and what that takes. */
export interface ChosenPainter {
  readonly paintersOf: (body: PaintBody) => Promise<Painter>;
  /** What a text asks for beyond colours; null for pictures. */
  readonly finish: Finish | null;
  /** The pictures that are laid on. */
  readonly views: readonly View[];
  /** How many pixels of detail there are across a body; a text has as many as one likes. */
  readonly detail: number;
  readonly notes: readonly Note[];
}

/** Shortest side of a subject that is taken for one, in pixels; less is a speck. */
const MIN_SUBJECT = 4;
/** Most pixels along a subject that are read: four of that size fit into memory beside the texture. */
const MAX_VIEW = 1536;

/**
 * Reads a texture's source. A picture with a subject is laid on the model's front and its outline's colours on the back;
 * one without is a material that repeats all over. Throws `ImageError`, `TextureTextError`.
 */
export async function choosePainter(source: TextureSource, painting: ImagePainting): Promise<ChosenPainter> {
  switch (source.kind) {
    case 'text': {
      // Loaded when it is needed: the words know the whole catalogue of things.
      const { parseTexturePrompt } = await import('./parse-texture-prompt.ts');
      const { look, notes } = parseTexturePrompt(source.text);
      return {
        paintersOf: async (body) => createDescriptionPainter(body, look, source.seed),
        finish: look.finish,
        views: [],
        detail: Infinity,
        notes,
      };
    }
    case 'picture':
      return choosePicturePainter(source.picture, painting);
    case 'views': {
      const views: View[] = [];
      // One after the other: each takes memory while it is read.
      for (const view of await readViews(source.pictures, () => undefined)) {
        views.push(await refine(view, source.pictures[VIEW_NAMES.indexOf(view.name)]!, painting));
      }
      return {
        paintersOf: (body) => createImagePainter(body, views, painting),
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

async function choosePicturePainter(bytes: Uint8Array, painting: ImagePainting): Promise<ChosenPainter> {
  const picture = await readImage(bytes);
  const found = await findMask(picture);
  const box = findMaskBox(found.mask);
  const isSpeck = !box || Math.max(box.width, box.height) < MIN_SUBJECT;
  // A graph cut parts anything, a wall of bricks as well.
  const isMaterial = found.method === 'whole_frame' || (found.method === 'grab_cut' && isSeamlessPattern(picture));
  if (isSpeck || isMaterial) {
    return {
      paintersOf: async (body) => createTilePainter(body, picture),
      finish: null,
      views: [],
      detail: Math.max(picture.width, picture.height) / TILE,
      notes: [engineMessage('texture.no-subject')],
    };
  }
  const front: View = { ...found, name: 'front', picture, box };
  const fine = await refine(front, bytes, painting);
  // The back is a guess without detail.
  const views = [fine, completeBack(front)];
  return {
    paintersOf: (body) => createImagePainter(body, views, painting),
    finish: null,
    views,
    detail: detailOf([fine]),
    notes: [...found.notes, engineMessage('texture.front-only')],
  };
}

/** A view with as many pixels as its file has, if the texture can show more than are there already. */
async function refine(view: View, file: Uint8Array, { maxEdge }: ImagePainting): Promise<View> {
  if (maxEdge <= WORKING_EDGE) return view;
  return { ...view, ...(await cropHighResolution(file, view, Math.min(MAX_VIEW, maxEdge))) };
}

function detailOf(views: readonly View[]): number {
  return Math.max(...views.map(({ box }) => Math.max(box.width, box.height)));
}
