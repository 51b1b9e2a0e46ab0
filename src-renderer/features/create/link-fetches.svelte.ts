import type { Output } from '../../../src-shared/ipc/contract.ts';
import type { LinkProgress } from '../../../src-shared/ipc/calls/link-calls.ts';
import { isUnencryptedLink, linkTitle } from '../../../src-shared/sources/links.ts';
import { ask } from '../../app/bridge/bridge.ts';

type FetchResult = Output<'links:fetch'>;

/** Link that is being downloaded. */
export interface LinkRow {
  readonly id: string;
  readonly title: string;
  /** True if the connection is unencrypted, so that others can read and change the data. */
  readonly isOpen: boolean;
  readonly bytes: number;
  /** Expected size in bytes; null if unknown. */
  readonly total: number | null;
}

/** Maximum number of concurrent downloads, as for uploads. */
const MAX_CONCURRENT = 4;

/** State of the links that the main process downloads. */
class LinkFetches {
  rows = $state.raw<readonly LinkRow[]>([]);

  /** Downloads links. Resolves with the combined result once all are finished. */
  async fetch(links: readonly string[]): Promise<FetchResult> {
    const rows = links.map((link) => ({
      link,
      row: { id: crypto.randomUUID(), title: linkTitle(link), isOpen: isUnencryptedLink(link), bytes: 0, total: null },
    }));
    this.rows = [...this.rows, ...rows.map(({ row }) => row)];
    const results: FetchResult[] = [];
    const queue = rows.entries();
    const worker = async () => {
      for (const [index, { link, row }] of queue) results[index] = await this.#fetchOne(row.id, link);
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker));
    return {
      sources: results.flatMap(({ sources }) => sources),
      refused: results.flatMap(({ refused }) => refused),
    };
  }

  /** Cancels a running or waiting download. A cancelled download adds nothing to the result. */
  cancel(id: string): void {
    this.#drop(id);
    void ask('links:cancel', { id });
  }

  /** Applies a progress update. Updates for other pages' links are ignored. */
  apply({ id, bytes, total }: LinkProgress): void {
    this.rows = this.rows.map((row) => (row.id === id ? { ...row, bytes, total } : row));
  }

  async #fetchOne(id: string, link: string): Promise<FetchResult> {
    const isWanted = (): boolean => this.rows.some((row) => row.id === id);
    if (!isWanted()) return EMPTY_RESULT;
    const reply = await ask('links:fetch', { id, link });
    if (!isWanted()) return EMPTY_RESULT;
    this.#drop(id);
    return reply.ok ? reply.value : { sources: [], refused: [reply.error] };
  }

  #drop(id: string): void {
    this.rows = this.rows.filter((row) => row.id !== id);
  }
}

const EMPTY_RESULT: FetchResult = { sources: [], refused: [] };

export const linkFetches = new LinkFetches();
