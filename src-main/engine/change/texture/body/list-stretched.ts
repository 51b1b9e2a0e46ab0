import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import type { View } from '../../../base/views/read-views.ts';
import { isAcross } from '../../../base/views/view-name.ts';
import type { BodySize } from '../../../base/views/view-projector.ts';

/** Stretched by more than this factor a picture looks wrong. */
const MOST = 1.3;

/** What a person should know of pictures whose subject is much wider or narrower than the body; whole sentences. */
export function listStretched(views: readonly View[], { width, depth }: BodySize): Note[] {
  const stretched = views.filter(({ name, box }) => {
    const factor = (isAcross(name) ? width : depth) / (box.width / box.height);
    return factor > MOST || factor < 1 / MOST;
  });
  if (stretched.length === 0) return [];
  const names = stretched.map(({ name }) => engineMessage('views.name', { view: name }));
  return [engineMessage('texture.stretched', { views: names })];
}
