import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { View } from '../../base/views/read-views.ts';
import type { Silhouette } from './join-silhouettes.ts';
import type { ViewName } from '../../base/views/view-name.ts';

/** Minimum overlap of the outlines of two opposite views. */
const MIN_AGREEMENT = 0.9;

/** Returns notes for the user on a model made of these views: what was assumed and what was estimated. */
export function compareViews(
  views: readonly View[],
  across: Silhouette,
  along: Silhouette | null,
  isTextured: boolean,
): Note[] {
  const notes = views.flatMap(({ name, notes: own }) =>
    own.map((note): Note => engineMessage('views.in-view', { view: name, note })),
  );
  if (across.agreement < MIN_AGREEMENT) {
    notes.push(engineMessage('views.front-back-differ'));
  }
  if (along && along.agreement < MIN_AGREEMENT) {
    notes.push(engineMessage('views.left-right-differ'));
  }
  if (!along) {
    notes.push(engineMessage('views.depth-estimated'));
  }
  if (isTextured) notes.push(...listUnseen(new Set(views.map(({ name }) => name))));
  return notes;
}

function listUnseen(given: ReadonlySet<ViewName>): Note[] {
  const isOneSided = given.has('left') !== given.has('right');
  const [hidden, shown] = given.has('left') ? (['right', 'left'] as const) : (['left', 'right'] as const);
  const unseen = (isOneSided ? (['back'] as const) : (['left', 'back', 'right'] as const)).filter(
    (name) => !given.has(name),
  );
  return [
    ...(isOneSided ? ([engineMessage('views.mirrored', { view: hidden, from: shown })] as const) : []),
    ...(unseen.length > 0
      ? ([
          engineMessage('views.continued', { views: unseen.map((view) => engineMessage('views.name', { view })) }),
        ] as const)
      : []),
  ];
}
