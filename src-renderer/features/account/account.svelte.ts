import type { Call, Input, Output } from '../../../src-shared/ipc/contract.ts';
import type {
  ServiceCard,
  ServiceName,
  UsageFilter,
  UsagePage,
  UsageTotals,
  UsageView,
} from '../../../src-shared/ipc/views/account-view.ts';
import { valueOrNotify, callOrNotify } from '../../app/notices.svelte.ts';
import { ask } from '../../app/bridge/bridge.ts';
import { saveText } from '../../ui/save-text.ts';
import { toUsageCsv } from './usage/usage-csv.ts';
import type { Stack } from './usage/usage-chart.ts';
import { listLastDays } from './usage/usage-days.ts';

/** Rows per page of the table. */
export const PAGE_ROWS = 50;
/** Rows per request when all rows are needed. */
const MAX_PAGE_ROWS = 500;
/** Delay before a refresh, so that several changes are read at once. */
const REFRESH_DELAY_MS = 1_500;
/** Debounce of the search field. */
const SEARCH_DELAY_MS = 250;

/** Time spans of the chart, in days. */
export const SPANS = [7, 30, 90] as const;

const EVERYTHING: UsageFilter = { operation: null, recipe: null, state: null, text: '', from: null, to: null };

/** State of the account view: all services, and the usage history of the selected one. */
class Account {
  /** Null until the main process has answered. */
  cards = $state.raw<readonly ServiceCard[] | null>(null);
  tab = $state<'usage' | 'orders'>('usage');
  stack = $state<Stack>('operation');
  usage = $state.raw<UsagePage | null>(null);
  totals = $state.raw<UsageTotals | null>(null);
  page = $state(0);
  /** True while data is being read. */
  reading = $state(false);
  #chosen = $state.raw<{ readonly name: ServiceName } | null>(null);
  #filter = $state.raw<UsageFilter>(EVERYTHING);
  #span = $state<(typeof SPANS)[number]>(30);
  #days = $state.raw<readonly string[]>([]);
  #requests = 0;
  /** Counter of requests for the services and of answers to changes: only the newest is shown. */
  #latestCards = 0;
  #refreshTimer: ReturnType<typeof setTimeout> | null = null;
  #searchTimer: ReturnType<typeof setTimeout> | undefined;

  /** The selected service, or the active one if none is selected. */
  readonly card = $derived.by(() => {
    const chosen = this.#chosen;
    const named = chosen && this.cards?.find(({ name }) => name === chosen.name);
    return named ?? this.cards?.find(({ inUse }) => inUse) ?? null;
  });
  readonly isFiltered = $derived(JSON.stringify(this.#filter) !== JSON.stringify(EVERYTHING));

  get filter(): UsageFilter {
    return this.#filter;
  }

  get span(): (typeof SPANS)[number] {
    return this.#span;
  }

  /** Days of the chart, oldest first. */
  get days(): readonly string[] {
    return this.#days;
  }

  /** Reads every service's balance and usage. */
  async open(): Promise<void> {
    await this.#readCards(false);
    await Promise.all([this.readCards(), this.#readAll()]);
  }

  /** Reads every service's balance. */
  async readCards(): Promise<void> {
    const isNewest = await this.#readCards(true);
    // The balances that it asked for are known now.
    if (!isNewest) await this.#readCards(false);
  }

  /** Schedules a refresh of the displayed data after a change at a service. */
  scheduleRefresh(): void {
    if (this.#refreshTimer !== null) return;
    this.#refreshTimer = setTimeout(() => {
      this.#refreshTimer = null;
      void this.readCards();
      void this.read(true);
    }, REFRESH_DELAY_MS);
  }

  /** Selects a service. */
  choose(name: ServiceName): void {
    if (this.card?.name === name) return;
    this.#chosen = { name };
    this.usage = null;
    this.totals = null;
    this.#filter = EVERYTHING;
    this.page = 0;
    void this.#readAll();
  }

  /** Filters the table. */
  setFilter(change: Partial<UsageFilter>): void {
    this.#filter = { ...this.#filter, ...change };
    this.page = 0;
    clearTimeout(this.#searchTimer);
    if (change.text === undefined) void this.read(false);
    else this.#searchTimer = setTimeout(() => void this.read(false), SEARCH_DELAY_MS);
  }

  /** Clears the filters. */
  clearFilter(): void {
    this.setFilter(EVERYTHING);
  }

  /** Shows a page of the table. */
  showPage(page: number): void {
    this.page = page;
    void this.read(false);
  }

  /** Sets the time span of the chart. */
  showDays(span: (typeof SPANS)[number]): void {
    this.#span = span;
    void this.read(false);
  }

  /** Reads the page and the totals. `fresh` also fetches the newest rows. Superseded answers are discarded. */
  async read(fresh: boolean): Promise<void> {
    const service = this.card;
    if (!service) return;
    const request = ++this.#requests;
    this.reading = true;
    this.#days = listLastDays(this.#span, Date.now());
    const usage = await ask('account:usage', { ...this.#usageQuery(this.page, PAGE_ROWS), fresh });
    const totals = await ask('account:totals', { service: service.name, from: this.#days[0] ?? null });
    if (request !== this.#requests) return;
    this.reading = false;
    this.usage = valueOrNotify(usage) ?? this.usage;
    this.totals = valueOrNotify(totals) ?? this.totals;
  }

  /** Exports every row that matches now as CSV, as far back as the main process reads. */
  async saveCsv(): Promise<void> {
    const query = this.#usageQuery(0, MAX_PAGE_ROWS);
    const rows: UsageView[] = [];
    for (let page = 0, read = -1; ;) {
      const answer: UsagePage | null = await callOrNotify('account:usage', {
        ...query,
        page,
        fresh: false,
      });
      if (!answer) return;
      const { reach } = answer;
      const isFull = answer.rows.length === MAX_PAGE_ROWS;
      const isLast = reach.whole || reach.problem !== null || reach.read === read;
      if (isFull || isLast) rows.push(...answer.rows);
      if (isFull) page += 1;
      else if (isLast) break;
      read = reach.read;
    }
    saveText('dropforge-usage.csv', toUsageCsv(rows), 'text/csv');
  }

  /** Changes the services and applies the main process's answer. Returns true on success. */
  async change<C extends Call & `services:${string}`>(channel: C, input: Input<C>): Promise<boolean> {
    const cards = (await callOrNotify(channel, input)) as Output<'services:list'> | null;
    if (!cards) return false;
    this.take(cards);
    return true;
  }

  /** Applies the services sent by the main process. */
  take(cards: readonly ServiceCard[]): void {
    this.#latestCards++;
    const before = this.card?.name;
    this.cards = cards;
    if (before === this.card?.name) return;
    this.usage = null;
    this.totals = null;
    void this.#readAll();
  }

  /** Reads the services; `look` also asks each for its balance. Returns false if newer ones are shown or on their way. */
  async #readCards(look: boolean): Promise<boolean> {
    const request = ++this.#latestCards;
    const cards = await callOrNotify('services:list', { look });
    const isNewest = request === this.#latestCards;
    if (isNewest) this.cards = cards ?? this.cards;
    return isNewest;
  }

  /** Shows cached data first, then fresh data. */
  async #readAll(): Promise<void> {
    const openedAt = Date.now();
    if (this.usage === null) await this.read(false);
    const { readAt = null } = this.usage?.reach ?? {};
    if (readAt === null || readAt < openedAt) await this.read(true);
  }

  #usageQuery(page: number, pageSize: number): Omit<Input<'account:usage'>, 'fresh'> {
    return { service: this.card?.name ?? null, filter: this.#filter, page, pageSize };
  }
}

export const account = new Account();
