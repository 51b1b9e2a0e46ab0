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

/** How edits are made. */
export interface EditOptions {
  /** Cells along the long edge of the relief that light falls on: 256 as usual. */
  readonly reliefEdge: number;
  /** Chooses the grain of patterns. */
  readonly seed: number;
}

/** A picture with everything changed but what is behind its subject. */
export interface Edited {
  readonly picture: Image;
  readonly subject: ImageSubject;
  /** What a person should know, whole sentences. */
  readonly notes: readonly Note[];
}

/**
 * Makes the changes of a plan in their order; background, shadow and outline are left to `layBehind`. What no edit names
 * keeps its bytes. `onShare` hears the done share. Throws `ImageError` `empty`. 1024 px: 0.2 s for the outline and 0.2 to
 * 1.2 s for each edit.
 */
export async function applyEdits(
  source: Image,
  edits: readonly Edit[],
  options: EditOptions,
  onShare: (share: number) => void,
): Promise<Edited> {
  let picture = await turn(source, edits);
  const subject = await findImageSubject(picture);
  const notes: Note[] = [...subject.notes];
  let normals: NormalMap | null = null;
  const needNormals = async () => (normals ??= await toSubjectNormals(picture, subject, options.reliefEdge));
  for (const [k, edit] of edits.entries()) {
    onShare(k / edits.length);
    switch (edit.kind) {
      case 'dress': {
        const dressed = await restyleSubject(picture, subject, needNormals, edit.dress, options.seed);
        picture = dressed.picture;
        notes.push(...dressed.notes);
        break;
      }
      case 'tone':
        picture = adjustTone(picture, weightsOf(subject, edit.target), edit.tone, edit.amount);
        break;
      case 'filter':
        picture = await filterImage(picture, weightsOf(subject, edit.target), edit.filter, edit.amount);
        break;
      case 'light':
        picture = lightSubject(picture, subject.mask.data, await needNormals(), edit.side, edit.amount);
        break;
      case 'even_light':
        picture = evenLighting(picture, subject, 0.8);
        break;
      case 'turn':
      case 'background':
      case 'shadow':
      case 'outline':
        break;
    }
  }
  onShare(1);
  return { picture, subject, notes: uniqueNotes(notes) };
}

/** Turned before anything is sought in it. */
async function turn(picture: Image, edits: readonly Edit[]): Promise<Image> {
  const turns = edits.filter((edit) => edit.kind === 'turn');
  if (turns.length === 0) return picture;
  const { width, height, data } = picture;
  const isAcross = turns.filter(({ how }) => how === 'mirror').length % 2 === 1;
  const isDown = turns.filter(({ how }) => how === 'upside_down').length % 2 === 1;
  const turned = await sharp(data, { raw: { width, height, channels: 4 } })
    .flop(isAcross)
    .flip(isDown)
    .raw()
    .toBuffer();
  return { width, height, data: new Uint8Array(turned) };
}

/** Null is everywhere. */
function weightsOf({ mask, isFound }: ImageSubject, target: Target): Uint8Array | null {
  if (target === 'all' || (target === 'subject' && !isFound)) return null;
  // Where no subject is known nothing is behind it.
  return target === 'subject' ? mask.data : mask.data.map((value) => 255 - value);
}
