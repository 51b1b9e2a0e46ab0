import type { SpendingRow, SpentToday, SpentView } from '../../../../src-shared/ipc/views/money-view.ts';
import { isNonZeroAmount } from '../../../app/credit-amounts.ts';
import { setup } from '../../../app/setup.svelte.ts';
import { callOrNotify } from '../../../app/notices.svelte.ts';
import { saveText } from '../../../ui/save-text.ts';
import { toSpendingCsv } from './spending-csv.ts';

/** Rows that each page adds to the history. */
const PAGE_ROWS = 50;
/** Maximum rows per request. */
const MAX_PAGE_ROWS = 500;

/** Spending as reported by the main process. */
class Money {
  /** Spending of the local day; null until the main process has answered. */
  today = $state.raw<SpentToday | null>(null);
  /** True if there is anything to show: an amount of today, or a service that costs credits. */
  readonly isShown = $derived(
    this.today !== null && (!setup.free || isNonZeroAmount(this.today.charged) || isNonZeroAmount(this.today.held)),
  );
  /** Spending by day and recipe; null until it was requested. */
  spent = $state.raw<SpentView | null>(null);
  /** Paid orders read so far, newest first. */
  rows = $state.raw<readonly SpendingRow[]>([]);
  /** True if there may be older orders. */
  hasMore = $state(false);
  /** Number of rows to show. */
  #count = PAGE_ROWS;
  #requests = 0;

  /** Reads the totals. */
  async read(): Promise<void> {
    this.spent = (await callOrNotify('money:spent', null)) ?? this.spent;
  }

  /** Reads the totals and the newest orders, as many as are shown. */
  async open(): Promise<void> {
    await Promise.all([this.read(), this.#readRows()]);
  }

  /** Shows the next page of older orders. */
  async more(): Promise<void> {
    this.#count = this.rows.length + PAGE_ROWS;
    await this.#readRows();
  }

  /** Exports every order as CSV. Exports nothing if a page could not be read. */
  async saveCsv(): Promise<void> {
    const rows = await readOrders(Infinity);
    if (rows) saveText('dropforge-spending.csv', toSpendingCsv(rows), 'text/csv');
  }

  /** Reads the newest orders from the start, because new ones move the pages. Superseded answers are discarded. */
  async #readRows(): Promise<void> {
    const count = this.#count;
    const request = ++this.#requests;
    const rows = await readOrders(count);
    if (request !== this.#requests || !rows) return;
    this.rows = rows;
    this.hasMore = this.rows.length >= count;
  }
}

/** Reads the newest orders, at least `count` if there are as many; null if a page could not be read. */
async function readOrders(count: number): Promise<SpendingRow[] | null> {
  const rows: SpendingRow[] = [];
  while (rows.length < count) {
    const limit = Math.min(count - rows.length, MAX_PAGE_ROWS);
    const page: SpendingRow[] | null = await callOrNotify('money:history', { before: rows.at(-1)?.at ?? null, limit });
    if (!page) return null;
    rows.push(...page);
    if (page.length < limit) break;
  }
  return rows;
}

export const spendingState = new Money();
