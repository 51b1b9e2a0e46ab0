import { toErrorInfo, AppError } from '../../../src-shared/base/errors.ts';
import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { linkCalls } from '../../../src-shared/ipc/calls/link-calls.ts';
import { collectSources } from '../../folders/collect-sources.ts';
import type { LinkFetcher } from '../../links/link-fetcher.ts';
import type { FileReader } from '../../readers/file-reader.ts';
import type { ClaimedSources } from '../claimed-sources.ts';
import { toFileCheck } from './source-handlers.ts';

interface Parts {
  readonly links: Pick<LinkFetcher, 'fetch' | 'cancel'>;
  readonly reader: Pick<FileReader, 'read'>;
  readonly claimedSources: Pick<ClaimedSources, 'keep'>;
}

/** Handlers of the calls about links. */
export function createLinkHandlers({ links, reader, claimedSources }: Parts): HandlersOf<typeof linkCalls> {
  return {
    'links:fetch': async ({ id, link }) => {
      try {
        const fetched = await links.fetch(id, link);
        const { sources, refused } = await collectSources(fetched ? [fetched] : [], toFileCheck(reader));
        return { sources: claimedSources.keep(sources), refused };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { sources: [], refused: [toErrorInfo(error)] };
      }
    },
    'links:cancel': async ({ id }) => (links.cancel(id), null),
  };
}
