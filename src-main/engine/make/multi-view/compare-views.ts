import type { Note } from '../../../../src-shared/api/messages/notes.ts';
import type { View } from '../../base/views/read-views.ts';
import type { Silhouette } from './join-silhouettes.ts';
import type { ViewName } from '../../base/views/view-name.ts';

/** Below this overlap two opposite views do not show the same outline. */
const MIN_AGREEMENT = 0.9;

/** What a person should know about a model made of these views, whole sentences: what was assumed and what was guessed. */
export function compareViews(
  views: readonly View[],
  across: Silhouette,
  along: Silhouette | null,
  isTextured: boolean,
): Note[] {
  const notes = views.flatMap(({ name, notes: own }) => own.map((note): Note => `In the ${name} view: ${note}`));
  if (across.agreement < MIN_AGREEMENT) {
    notes.push('The outlines of front and back differ, so what either shows was kept.');
  }
  if (along && along.agreement < MIN_AGREEMENT) {
    notes.push('The outlines of left and right differ, so what either shows was kept.');
  }
  if (!along) {
    notes.push('No view shows the depth, so it was guessed from the outline; a left or right view gives the real one.');
  }
  if (isTextured) notes.push(...listUnseen(new Set(views.map(({ name }) => name))));
  return notes;
}

function listUnseen(given: ReadonlySet<ViewName>): Note[] {
  const isOneSided = given.has('left') !== given.has('right');
  const mirrored = given.has('left') ? ['right', 'left'] : ['left', 'right'];
  const unseen = (isOneSided ? (['back'] as const) : (['left', 'back', 'right'] as const)).filter(
    (name) => !given.has(name),
  );
  return [
    ...(isOneSided
      ? ([`No picture shows the ${mirrored[0]}, so its colours mirror the ${mirrored[1]}.`] as const)
      : []),
    ...(unseen.length > 0
      ? ([
          `No picture shows the ${unseen.join(' and the ')}, so the colours there were continued from the others.`,
        ] as const)
      : []),
  ];
}
