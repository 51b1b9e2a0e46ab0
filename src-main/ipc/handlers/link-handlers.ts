import { toErrorInfo, AppError } from '../../../src-shared/base/errors.ts';
import type { Handlers } from '../../../src-shared/ipc/contract.ts';
import { collectSources } from '../../folders/collect-sources.ts';
import type { LinkFetcher } from '../../links/link-fetcher.ts';
import type { ClaimedSources } from '../claimed-sources.ts';

interface LinkParts {
  readonly links: LinkFetcher;
  readonly taken: ClaimedSources;
}

/** What the page may ask about links. */
export function createLinkHandlers({ links, taken }: LinkParts): Pick<Handlers, 'links:fetch' | 'links:cancel'> {
  return {
    'links:fetch': async ({ id, link }) => {
      try {
        const fetched = await links.fetch(id, link);
        const { sources, refused } = await collectSources(fetched ? [fetched] : []);
        return { sources: taken.keep(sources), refused };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { sources: [], refused: [toErrorInfo(error)] };
      }
    },
    'links:cancel': async ({ id }) => (links.cancel(id), null),
  };
}
