import type { PageState } from '../../src-shared/ipc/calls/page-calls.ts';
import type { Handlers } from '../../src-shared/ipc/contract.ts';
import type { AppPage } from '../app-deps.ts';
import { createCallLimit } from './call-limit.ts';
import { createPageVisibility } from './watchers/page-visibility.ts';

/** The open pages. */
export interface PageSessions {
  /** Opens a page, with handlers for what it reports about itself and a call limit of its own. */
  openPage(): AppPage;
  /** Calls the listener with the state of open pages; returns a function that stops this. */
  onPageShows(listener: (shows: PageState) => void): () => void;
}

/** No page is open. `onVisible`: called when the first page becomes visible and when the last is hidden or closed. */
export function createPageSessions(handlers: Handlers, onVisible: (isVisible: boolean) => void): PageSessions {
  const listeners = new Set<(shows: PageState) => void>();
  const visibility = createPageVisibility(onVisible);
  return {
    openPage: () => {
      const page = visibility.join();
      const own = {
        'page:visible': async ({ visible }) => (page.setVisible(visible), null),
        'page:shows': async (shows) => {
          for (const listener of listeners) listener(shows);
          return null;
        },
      } satisfies Partial<Handlers>;
      return { handlers: { ...handlers, ...own }, admits: createCallLimit(), close: page.leave };
    },
    onPageShows: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
