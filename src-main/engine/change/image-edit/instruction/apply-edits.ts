import sharp from 'sharp';
import { type Note, uniqueNotes } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Image } from '../../../base/image/image.ts';
import { adjustTone } from '../tone/adjust-tone.ts';
import { restyleSubject } from '../subject/restyle-subject.ts';
import type { Edit, Target } from './edit.ts';
import { evenLighting } from '../tone/even-lighting.ts';
import { filterImage } from '../tone/filter-image.ts';
import { lightSubject } from '../subject/light-subject.ts';
import { findImageSubject, type ImageSubject } from '../../../base/mask/image-subject.ts';
import { toSubjectNormals, type NormalMap } from '../subject/subject-normals.ts';

/** Options for applying edits. */
export interface EditOptions {
  /** Cells along the long edge of the relief used for lighting, usually 256. */
  readonly reliefEdge: number;
  /** Seed of the pattern grain. */
  readonly seed: number;
}

/** An edited image, before its background is changed. */
export interface Edited {
  readonly image: Image;
  readonly subject: ImageSubject;
  /** Notes for the user. */
  readonly notes: readonly Note[];
}

/**
 * Applies the edits of a plan in order; background, shadow and outline are left to `layBehind`. Pixels that no edit
 * affects keep their bytes. `onShare` receives the completed share. Throws `ImageError` `empty`. 1024 px: 0.2 s for the
 * outline and 0.2 to 1.2 s for each edit.
 */
export async function applyEdits(
  source: Image,
  edits: readonly Edit[],
  options: EditOptions,
  onShare: (share: number) => void,
): Promise<Edited> {
  let image = await turn(source, edits);
  const subject = await findImageSubject(image);
  const notes: Note[] = [...subject.notes];
  let normals: NormalMap | null = null;
  const needNormals = async () => (normals ??= await toSubjectNormals(image, subject, options.reliefEdge));
  for (const [k, edit] of edits.entries()) {
    onShare(k / edits.length);
    switch (edit.kind) {
      case 'restyle': {
        const restyled = await restyleSubject(image, subject, needNormals, edit.style, options.seed);
        image = restyled.image;
        notes.push(...restyled.notes);
        break;
      }
      case 'tone':
        image = adjustTone(image, weightsOf(subject, edit.target), edit.tone, edit.amount);
        break;
      case 'filter':
        image = await filterImage(image, weightsOf(subject, edit.target), edit.filter, edit.amount);
        break;
      case 'light':
        image = lightSubject(image, subject.mask.data, await needNormals(), edit.side, edit.amount);
        break;
      case 'even_light':
        image = evenLighting(image, subject, 0.8);
        break;
      case 'turn':
      case 'background':
      case 'shadow':
      case 'outline':
        break;
    }
  }
  onShare(1);
  return { image, subject, notes: uniqueNotes(notes) };
}

/** Rotates the image, before the subject is searched. */
async function turn(image: Image, edits: readonly Edit[]): Promise<Image> {
  const turns = edits.filter((edit) => edit.kind === 'turn');
  if (turns.length === 0) return image;
  const { width, height, data } = image;
  const isAcross = turns.filter(({ how }) => how === 'mirror').length % 2 === 1;
  const isDown = turns.filter(({ how }) => how === 'upside_down').length % 2 === 1;
  const turned = await sharp(data, { raw: { width, height, channels: 4 } })
    .flop(isAcross)
    .flip(isDown)
    .raw()
    .toBuffer();
  return { width, height, data: new Uint8Array(turned) };
}

/** Returns the weights of a target; null: everywhere. */
function weightsOf({ mask, isFound }: ImageSubject, target: Target): Uint8Array | null {
  if (target === 'all' || (target === 'subject' && !isFound)) return null;
  // Without a known subject there is no background.
  return target === 'subject' ? mask.data : mask.data.map((value) => 255 - value);
}
