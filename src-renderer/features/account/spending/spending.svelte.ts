import type { SpendingRow, SpentToday, SpentView } from '../../../../src-shared/ipc/views/money-view.ts';
import { callOrNotify } from '../../../app/notices.svelte.ts';
import { saveText } from '../../../ui/save-text.ts';
import { toSpendingCsv } from './spending-csv.ts';

/** Rows of the history that are asked for at once. */
const PAGE = 50;
/** The most main gives at once. */
const LARGEST_PAGE = 500;

/** What was spent, as main told. */
class Money {
  /** Of the local day; null until main answered. */
  today = $state.raw<SpentToday | null>(null);
  /** By day and recipe; null until it was asked for. */
  spent = $state.raw<SpentView | null>(null);
  /** Orders that were paid, newest first, as far as they were read. */
  rows = $state.raw<readonly SpendingRow[]>([]);
  /** Whether there may be older ones. */
  hasMore = $state(false);

  /** Reads the sums. */
  async read(): Promise<void> {
    this.spent = (await callOrNotify('money:spent', null)) ?? this.spent;
    this.today = this.spent?.today ?? this.today;
  }

  /** Reads the sums and the newest orders. */
  async open(): Promise<void> {
    const [, rows] = await Promise.all([this.read(), callOrNotify('money:history', { before: null, limit: PAGE })]);
    this.rows = rows ?? [];
    this.hasMore = this.rows.length >= PAGE;
  }

  /** Reads the next older orders. */
  async more(): Promise<void> {
    const older = await callOrNotify('money:history', { before: this.rows.at(-1)?.at ?? null, limit: PAGE });
    if (!older) return;
    this.rows = [...this.rows, ...older];
    this.hasMore = older.length >= PAGE;
  }

  /** Saves every order as a table; nothing when one page of them could not be read. */
  async saveCsv(): Promise<void> {
    const rows: SpendingRow[] = [];
    for (let before: number | null = null; ; before = rows.at(-1)?.at ?? null) {
      const page: SpendingRow[] | null = await callOrNotify('money:history', { before, limit: LARGEST_PAGE });
      if (!page) return;
      rows.push(...page);
      if (page.length < LARGEST_PAGE) break;
    }
    saveText('dropforge-spending.csv', toSpendingCsv(rows), 'text/csv');
  }
}

/** What the page knows of money. */
export const spendingState = new Money();
