import { AppError } from '../../src-shared/base/errors.ts';
import { linkTitle } from '../../src-shared/sources/links.ts';
import { fetchLink, type FetchedLink, type LinkDependencies } from './fetch-link.ts';

/** How far a fetch is: bytes that are there, and that were announced; null: none were. */
export interface LinkProgress {
  readonly id: string;
  readonly bytes: number;
  readonly total: number | null;
}

/** Links on their way in, each under an id of who asked. */
export interface LinkFetcher {
  /** Fetches one; null: it was cancelled. `mayPointInside`: beyond what the settings allow. Throws AppError. */
  fetch(id: string, link: string, mayPointInside?: boolean): Promise<FetchedLink | null>;
  /** Ends a fetch; an unknown id is none. */
  cancel(id: string): void;
  /** Ends every fetch. */
  close(): void;
}

/** More at once are surely a mistake. */
const MAX_CONCURRENT = 32;

/** People see no more steps than that. */
const PROGRESS_INTERVAL_MS = 100;

/** A fetcher that tells how far each fetch is, at most ten times a second; `mayPointInside` is asked at every link. */
export function createLinkFetcher(
  parts: LinkDependencies,
  mayPointInside: () => boolean,
  tell: (progress: LinkProgress) => void,
): LinkFetcher {
  const running = new Map<string, AbortController>();
  return {
    fetch: async (id, link, isAllowed = false) => {
      if (running.has(id) || running.size >= MAX_CONCURRENT) {
        throw new AppError('link_failed', 'Too many downloads at the same time.', { subject: linkTitle(link) });
      }
      const ending = new AbortController();
      running.set(id, ending);
      let latest: LinkProgress | null = null;
      let pause: NodeJS.Timeout | null = null;
      const tellLatest = (): void => {
        if (latest) tell(latest);
        pause = latest && setTimeout(tellLatest, PROGRESS_INTERVAL_MS).unref();
        latest = null;
      };
      const onProgress = (bytes: number, total: number | null): void => {
        latest = { id, bytes, total };
        if (!pause) tellLatest();
      };
      const { signal } = ending;
      try {
        const order = { link, mayPointInside: isAllowed || mayPointInside(), signal, onProgress };
        return await fetchLink(order, parts);
      } catch (error) {
        if (signal.aborted) return null;
        throw error;
      } finally {
        running.delete(id);
        if (pause) clearTimeout(pause);
      }
    },
    cancel: (id) => running.get(id)?.abort(),
    close: () => {
      for (const ending of running.values()) ending.abort();
    },
  };
}
