import type { SpendingRow, SpentToday, SpentView } from '../../../../src-shared/ipc/views/money-view.ts';
import { isNonZeroAmount } from '../../../app/credit-amounts.ts';
import { setup } from '../../../app/setup.svelte.ts';
import { callOrNotify } from '../../../app/notices.svelte.ts';
import { saveText } from '../../../ui/save-text.ts';
import { toSpendingCsv } from './spending-csv.ts';

/** Rows per request of the history. */
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

  /** Reads the totals. */
  async read(): Promise<void> {
    this.spent = (await callOrNotify('money:spent', null)) ?? this.spent;
  }

  /** Reads the totals and the newest orders. */
  async open(): Promise<void> {
    const [, rows] = await Promise.all([
      this.read(),
      callOrNotify('money:history', { before: null, limit: PAGE_ROWS }),
    ]);
    this.rows = rows ?? [];
    this.hasMore = this.rows.length >= PAGE_ROWS;
  }

  /** Reads the next page of older orders. */
  async more(): Promise<void> {
    const older = await callOrNotify('money:history', { before: this.rows.at(-1)?.at ?? null, limit: PAGE_ROWS });
    if (!older) return;
    this.rows = [...this.rows, ...older];
    this.hasMore = older.length >= PAGE_ROWS;
  }

  /** Exports every order as CSV. Exports nothing if a page could not be read. */
  async saveCsv(): Promise<void> {
    const rows: SpendingRow[] = [];
    for (let before: number | null = null; ; before = rows.at(-1)?.at ?? null) {
      const page: SpendingRow[] | null = await callOrNotify('money:history', { before, limit: MAX_PAGE_ROWS });
      if (!page) return;
      rows.push(...page);
      if (page.length < MAX_PAGE_ROWS) break;
    }
    saveText('dropforge-spending.csv', toSpendingCsv(rows), 'text/csv');
  }
}

export const spendingState = new Money();
