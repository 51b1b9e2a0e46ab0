import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Image } from '../../../base/image/image.ts';
import { findMaskBox } from '../../../base/image/mask.ts';
import type { ImageTemplate } from '../../../base/image/image-template.ts';
import type { Edited } from '../instruction/apply-edits.ts';
import { completeSubject } from '../subject/complete-subject.ts';
import { enhanceFor3d } from './enhance-for-3d.ts';
import type { BackgroundChange } from '../background/replace-background.ts';
import { renderFigureTemplate } from './figure-template.ts';
import { raiseArms } from '../subject/raise-arms.ts';
import type { ImageSubject } from '../../../base/mask/image-subject.ts';

/**
 * The picture as a template wants it; all but `figure` leave the subject cut out, for `layBehind` to give it a background.
 * Throws `EditError` where the template can do nothing with the picture.
 */
export async function applyTemplate(
  template: Exclude<ImageTemplate, 'variants'>,
  { picture, subject }: Edited,
  behind: BackgroundChange | null,
  reliefEdge: number,
): Promise<Edited> {
  switch (template) {
    case 't_pose': {
      const { picture: made, note } = raiseArms(picture, subject);
      return { picture: made, subject: toSubject(made, subject), notes: [note] };
    }
    case 'character_completion': {
      const { picture: made, note } = completeSubject(picture, subject);
      return { picture: made, subject: toSubject(made, subject), notes: [note] };
    }
    case '3d_enhance': {
      const { picture: made, notes } = await enhanceFor3d(picture, subject);
      return { picture: made, subject: toSubject(made, subject), notes };
    }
    case 'figure': {
      const background = behind?.background ?? { kind: 'studio', color: null };
      const made = await renderFigureTemplate(picture, subject, reliefEdge, background);
      return { picture: made, subject: toSubject(made, subject), notes: [FIGURE, ...noteLost(behind)] };
    }
  }
}

const FIGURE = engineMessage('edit.figure');

/** A figure's base and studio leave no room for what would lie around a subject. */
function noteLost(behind: BackgroundChange | null): Note[] {
  const lost = [
    ...(behind?.outline ? (['outline'] as const) : []),
    ...(behind?.hasShadow ? (['shadow'] as const) : []),
    ...((behind?.glow ?? 0) > 0 ? (['halo'] as const) : []),
  ];
  return lost.map((name): Note => engineMessage('edit.figure-ignored', { name }));
}

/** The subject of a picture that was cut out by us; one without clear parts is its own subject as a whole. */
function toSubject(picture: Image, before: ImageSubject): ImageSubject {
  const { width, height } = picture;
  const mask = { width, height, data: new Uint8Array(width * height) };
  for (let i = 0; i < width * height; i++) mask.data[i] = picture.data[4 * i + 3]!;
  const box = findMaskBox(mask) ?? { left: 0, top: 0, width, height };
  return { mask, box, rim: 0, isFound: before.isFound, isCutOut: true, notes: [] };
}
