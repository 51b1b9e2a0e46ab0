import { AppError } from '../../../src-shared/base/errors.ts';
import type { Handlers } from '../../../src-shared/ipc/contract.ts';
import { toReferenceText } from '../../../src-shared/operations/image-reference.ts';
import type { ReferenceStore } from '../../pipeline/reference-store.ts';
import type { ClaimedSources } from '../claimed-sources.ts';

interface Parts {
  readonly taken: Pick<ClaimedSources, 'findPicture'>;
  readonly references: ReferenceStore;
}

/** What the page may ask about pictures that parameters name: it knows them by their ids, where they lie knows main. */
export function createReferenceHandlers({ taken, references }: Parts): Pick<Handlers, 'references:keep'> {
  return {
    'references:keep': async ({ pictureId }) => {
      const picture = taken.findPicture(pictureId);
      if (!picture) throw new AppError('not_found', 'The picture is not known any more; choose it again.');
      return { value: toReferenceText(await references.keep(picture)) };
    },
  };
}
