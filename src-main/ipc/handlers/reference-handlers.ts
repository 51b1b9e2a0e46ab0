import { AppError } from '../../../src-shared/base/errors.ts';
import type { Handlers } from '../../../src-shared/ipc/contract.ts';
import { toReferenceText } from '../../../src-shared/operations/image-reference.ts';
import type { ReferenceStore } from '../../pipeline/reference-store.ts';
import type { ClaimedSources } from '../claimed-sources.ts';
import { message } from '../../../src-shared/messages/message.ts';

interface Parts {
  readonly taken: Pick<ClaimedSources, 'findPicture'>;
  readonly references: ReferenceStore;
}

/** What the page may ask about pictures that parameters name: it knows them by their ids, where they lie knows main. */
export function createReferenceHandlers({ taken, references }: Parts): Pick<Handlers, 'references:keep'> {
  return {
    'references:keep': async ({ pictureId }) => {
      const picture = taken.findPicture(pictureId);
      if (!picture) throw new AppError('not_found', message('jobs.image-gone'));
      return { value: toReferenceText(await references.add(picture)) };
    },
  };
}
