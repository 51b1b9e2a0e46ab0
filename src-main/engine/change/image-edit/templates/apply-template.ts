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
 * Applies a template to an image; all except `figure` leave the subject cut out, for `layBehind` to give it a
 * background. Throws `EditError` if the template cannot be applied to the image.
 */
export async function applyTemplate(
  template: Exclude<ImageTemplate, 'variants'>,
  { image, subject }: Edited,
  behind: BackgroundChange | null,
  reliefEdge: number,
): Promise<Edited> {
  switch (template) {
    case 't_pose': {
      const { image: result, note } = raiseArms(image, subject);
      return { image: result, subject: toSubject(result, subject), notes: [note] };
    }
    case 'character_completion': {
      const { image: result, note } = completeSubject(image, subject);
      return { image: result, subject: toSubject(result, subject), notes: [note] };
    }
    case '3d_enhance': {
      const { image: result, notes } = await enhanceFor3d(image, subject);
      return { image: result, subject: toSubject(result, subject), notes };
    }
    case 'figure': {
      const background = behind?.background ?? { kind: 'studio', color: null };
      const result = await renderFigureTemplate(image, subject, reliefEdge, background);
      return { image: result, subject: toSubject(result, subject), notes: [FIGURE, ...noteLost(behind)] };
    }
  }
}

const FIGURE = engineMessage('edit.figure');

/** Notes effects around the subject that the figure's base and studio replace. */
function noteLost(behind: BackgroundChange | null): Note[] {
  const lost = [
    ...(behind?.outline ? (['outline'] as const) : []),
    ...(behind?.hasShadow ? (['shadow'] as const) : []),
    ...((behind?.glow ?? 0) > 0 ? (['halo'] as const) : []),
  ];
  return lost.map((name): Note => engineMessage('edit.figure-ignored', { name }));
}

/** Returns the subject of a cut-out image; an image without transparency is its own subject. */
function toSubject(image: Image, before: ImageSubject): ImageSubject {
  const { width, height } = image;
  const mask = { width, height, data: new Uint8Array(width * height) };
  for (let i = 0; i < width * height; i++) mask.data[i] = image.data[4 * i + 3]!;
  const box = findMaskBox(mask) ?? { left: 0, top: 0, width, height };
  return { mask, box, rim: 0, isFound: before.isFound, isCutOut: true, notes: [] };
}
