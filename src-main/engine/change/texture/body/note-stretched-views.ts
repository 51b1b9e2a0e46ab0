import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import type { View } from '../../../base/views/read-views.ts';
import { isAcross } from '../../../base/views/view-name.ts';
import type { BodySize } from '../../../base/views/view-projector.ts';

/** Maximum unnoticeable stretch factor of an image. */
const MAX_STRETCH = 1.3;

/** Returns a note on the views whose subject is much wider or narrower than the body, if there are any. */
export function noteStretchedViews(views: readonly View[], { width, depth }: BodySize): Note[] {
  const stretched = views.filter(({ name, box }) => {
    const factor = (isAcross(name) ? width : depth) / (box.width / box.height);
    return factor > MAX_STRETCH || factor < 1 / MAX_STRETCH;
  });
  if (stretched.length === 0) return [];
  const names = stretched.map(({ name }) => engineMessage('views.name', { view: name }));
  return [engineMessage('texture.stretched', { views: names })];
}
