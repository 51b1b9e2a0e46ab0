import { AppError } from '../../../src-shared/base/errors.ts';
import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { referenceCalls } from '../../../src-shared/ipc/calls/reference-calls.ts';
import { toReferenceText } from '../../../src-shared/operations/image-reference.ts';
import type { ReferenceStore } from '../../pipeline/reference-store.ts';
import type { ClaimedSources } from '../claimed-sources.ts';
import { message } from '../../../src-shared/messages/message.ts';

interface Parts {
  readonly claimedSources: Pick<ClaimedSources, 'findPicture'>;
  readonly references: Pick<ReferenceStore, 'add'>;
}

/** Handlers of the calls about reference images of parameters; the page knows them by id, never by path. */
export function createReferenceHandlers({ claimedSources, references }: Parts): HandlersOf<typeof referenceCalls> {
  return {
    'references:keep': async ({ pictureId }) => {
      const picture = claimedSources.findPicture(pictureId);
      if (!picture) throw new AppError('not_found', message('jobs.image-gone'));
      return { value: toReferenceText(await references.add(picture)) };
    },
  };
}
