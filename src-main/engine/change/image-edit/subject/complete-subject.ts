import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Image } from '../../../base/image/image.ts';
import { cutOut } from './cut-out.ts';
import { EditError } from '../instruction/edit.ts';
import { findMirrorAxis, type MirrorAxis } from './mirror-axis.ts';
import type { ImageSubject } from '../../../base/mask/image-subject.ts';

/** A completed subject. */
export interface Completed {
  /** Cut out; may be wider than the source image. */
  readonly image: Image;
  readonly note: Note;
}

/** Share of the subject's height that touches the image's edge if the subject is cut off there. */
const CUT_SHARE = 0.06;
/** Symmetry of the outline from which the axis of a cut-off subject is trusted: half a disc has a false axis at 0.8. */
const BELIEVED = 0.9;
/** Symmetry from which a subject with a missing piece still counts as symmetric, and from which nothing is missing. */
const SYMMETRIC = 0.72;
const WHOLE = 0.97;
/** Minimum share of a cut-off subject that must be visible on both sides of a trusted axis. */
const MIN_OVERLAP = 0.08;
/** Minimum colour similarity; lighting from one side makes the colours differ. */
const LIKE_COLORS = 0.6;

/**
 * Completes a subject with its own mirror image: one that is cut off at the left or right edge is continued beyond it,
 * one with a missing piece on one side gets that of the other. Throws `EditError` if neither applies, because what
 * neither side shows is unknown. About 0.3 s.
 */
export function completeSubject(image: Image, subject: ImageSubject): Completed {
  const { box, mask } = subject;
  if (!subject.isFound) {
    throw new EditError(engineMessage('edit-error.no-subject-to-complete'));
  }
  const cutLeft = isCutAt(subject, 0);
  const cutRight = isCutAt(subject, mask.width - 1);
  const cut = cutOut(image, subject);
  const isCutBelow = isCutOffBelow(subject);
  if (cutLeft !== cutRight) {
    // Between the image's edge and the middle of the visible part.
    const middle = 2 * box.left + box.width - 1;
    const [first, last] = cutLeft ? [-1, middle] : [middle, 2 * mask.width - 1];
    const found = findMirrorAxis(image, subject, first, last);
    const isBelieved =
      found !== null &&
      found.outline >= BELIEVED &&
      found.color >= LIKE_COLORS &&
      // A small overlap gives a meaningless score; without an axis, the middle is just beyond the image's edge.
      found.overlap > MIN_OVERLAP;
    const sum = isBelieved ? found.sum : cutLeft ? -1 : 2 * mask.width - 1;
    return {
      image: mirrorMissing(cut, sum),
      note: engineMessage(isCutBelow ? 'edit.completed-cut-below' : 'edit.completed', {
        side: cutLeft ? 'left' : 'right',
        axis: isBelieved ? 'symmetry' : 'edge',
      }),
    };
  }
  const axis = findMirrorAxis(image, subject, 2 * box.left, 2 * (box.left + box.width - 1));
  if (cutLeft || !axis || axis.outline < SYMMETRIC || axis.color < LIKE_COLORS) {
    throw new EditError(
      cutLeft ? engineMessage('edit-error.cut-on-both-sides') : engineMessage('edit-error.not-symmetric'),
    );
  }
  return { image: mirrorMissing(cut, axis.sum), note: describe(axis, isCutBelow) };
}

function describe({ outline }: MirrorAxis, isCutBelow: boolean): Note {
  if (outline >= WHOLE) return engineMessage(isCutBelow ? 'edit.complete-cut-below' : 'edit.complete');
  return engineMessage(isCutBelow ? 'edit.mirrored-pieces-cut-below' : 'edit.mirrored-pieces');
}

/** Draws the cut-out on a canvas wide enough for its mirror image; transparent pixels take the opposite pixel. */
function mirrorMissing(cut: Image, sum: number): Image {
  const { width, height } = cut;
  const grow = { left: Math.max(0, width - 1 - sum), right: Math.max(0, sum - width + 1) };
  const wide = width + grow.left + grow.right;
  const data = new Uint8Array(4 * wide * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < wide; x++) {
      const own = x - grow.left;
      const at = own >= 0 && own < width ? 4 * (y * width + own) : -1;
      const other = sum - own;
      const opposite = other >= 0 && other < width ? 4 * (y * width + other) : -1;
      const ownAlpha = at < 0 ? 0 : cut.data[at + 3]!;
      const otherAlpha = opposite < 0 ? 0 : cut.data[opposite + 3]!;
      const from = ownAlpha >= otherAlpha ? at : opposite;
      if (from >= 0) data.set(cut.data.subarray(from, from + 4), 4 * (y * wide + x));
    }
  }
  return { width: wide, height, data };
}

function isCutAt({ mask, box }: ImageSubject, column: number): boolean {
  let rows = 0;
  for (let y = box.top; y < box.top + box.height; y++) if (mask.data[y * mask.width + column]! >= 128) rows++;
  return rows >= Math.max(2, CUT_SHARE * box.height);
}

function isCutOffBelow({ mask, box }: ImageSubject): boolean {
  if (box.top + box.height < mask.height) return false;
  let columns = 0;
  for (let x = 0; x < mask.width; x++) if (mask.data[(mask.height - 1) * mask.width + x]! >= 128) columns++;
  return columns >= Math.max(2, CUT_SHARE * box.width);
}
