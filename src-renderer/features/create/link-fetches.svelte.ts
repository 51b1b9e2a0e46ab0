import type { Output } from '../../../src-shared/ipc/contract.ts';
import type { LinkProgress } from '../../../src-shared/ipc/calls/link-calls.ts';
import { isUnencryptedLink, linkTitle } from '../../../src-shared/sources/links.ts';
import { ask } from '../../app/bridge/bridge.ts';

type Taken = Output<'links:fetch'>;

/** A link on its way in. */
export interface LinkRow {
  readonly id: string;
  readonly title: string;
  /** Whether others can read and change what it brings. */
  readonly isOpen: boolean;
  readonly bytes: number;
  /** Bytes that were announced; null: none were. */
  readonly total: number | null;
}

/** Links are asked for a few at a time, as files are uploaded. */
const AT_ONCE = 4;

/** Links that main fetches, each with how far it is; any of them can be stopped. */
class LinkFetches {
  rows = $state.raw<readonly LinkRow[]>([]);

  /** Fetches links, and answers what all of them brought once the last is in. */
  async fetch(links: readonly string[]): Promise<Taken> {
    const rows = links.map((link) => ({
      link,
      row: { id: crypto.randomUUID(), title: linkTitle(link), isOpen: isUnencryptedLink(link), bytes: 0, total: null },
    }));
    this.rows = [...this.rows, ...rows.map(({ row }) => row)];
    const brought: Taken[] = [];
    const queue = rows.entries();
    const worker = async () => {
      for (const [index, { link, row }] of queue) brought[index] = await this.#fetchOne(row.id, link);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return {
      sources: brought.flatMap(({ sources }) => sources),
      refused: brought.flatMap(({ refused }) => refused),
    };
  }

  /** Stops a fetch, also one that waits for its turn; it brings nothing then. */
  cancel(id: string): void {
    this.#drop(id);
    void ask('links:cancel', { id });
  }

  /** Takes over how far a link is; those of other pages are passed over. */
  apply({ id, bytes, total }: LinkProgress): void {
    this.rows = this.rows.map((row) => (row.id === id ? { ...row, bytes, total } : row));
  }

  async #fetchOne(id: string, link: string): Promise<Taken> {
    const isWanted = (): boolean => this.rows.some((row) => row.id === id);
    if (!isWanted()) return NOTHING;
    const reply = await ask('links:fetch', { id, link });
    if (!isWanted()) return NOTHING;
    this.#drop(id);
    return reply.ok ? reply.value : { sources: [], refused: [reply.error] };
  }

  #drop(id: string): void {
    this.rows = this.rows.filter((row) => row.id !== id);
  }
}

const NOTHING: Taken = { sources: [], refused: [] };

/** The page's links. */
export const linkFetches = new LinkFetches();
