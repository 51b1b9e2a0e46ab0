import { AppError } from '../../src-shared/base/errors.ts';
import { linkTitle } from '../../src-shared/sources/links.ts';
import { fetchLink, type FetchedLink, type LinkDependencies } from './fetch-link.ts';
import { message } from '../../src-shared/messages/message.ts';

/** Progress of a download; `total` is null if the server announced no size. */
export interface LinkProgress {
  readonly id: string;
  readonly bytes: number;
  readonly total: number | null;
}

/** Running downloads, each under an id that the caller chose. */
export interface LinkFetcher {
  /** Downloads a link; null if cancelled. `allowPrivateNetwork` overrides the setting. Throws AppError. */
  fetch(id: string, link: string, allowPrivateNetwork?: boolean): Promise<FetchedLink | null>;
  /** Cancels a download; unknown ids are ignored. */
  cancel(id: string): void;
  /** Cancels all downloads. */
  close(): void;
}

/** More concurrent downloads are a mistake of the caller. */
const MAX_CONCURRENT = 32;

/** Minimum interval between two progress reports. */
const PROGRESS_INTERVAL_MS = 100;

/** Creates a fetcher that reports progress at most ten times a second; `allowPrivateNetwork` is read for every link. */
export function createLinkFetcher(
  dependencies: LinkDependencies,
  allowPrivateNetwork: () => boolean,
  report: (progress: LinkProgress) => void,
): LinkFetcher {
  const running = new Map<string, AbortController>();
  return {
    fetch: async (id, link, isAllowed = false) => {
      if (running.has(id) || running.size >= MAX_CONCURRENT) {
        throw new AppError('link_failed', message('link.too-many'), { subject: linkTitle(link) });
      }
      const controller = new AbortController();
      running.set(id, controller);
      let latest: LinkProgress | null = null;
      let pause: NodeJS.Timeout | null = null;
      const reportLatest = (): void => {
        if (latest) report(latest);
        pause = latest && setTimeout(reportLatest, PROGRESS_INTERVAL_MS).unref();
        latest = null;
      };
      const onProgress = (bytes: number, total: number | null): void => {
        latest = { id, bytes, total };
        if (!pause) reportLatest();
      };
      const { signal } = controller;
      try {
        const options = { link, allowPrivateNetwork: isAllowed || allowPrivateNetwork(), signal, onProgress };
        return await fetchLink(options, dependencies);
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
      for (const controller of running.values()) controller.abort();
    },
  };
}
