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

/** Rows of a page of the table. */
export const PAGE_ROWS = 50;
/** Rows asked for at once where all are wanted. */
const LARGEST_PAGE = 500;
/** News of the queue are put together for that long before anything is read again. */
const NEWS_MS = 1_500;
/** What is typed is searched for after that. */
const TYPING_MS = 250;

/** Spans of the chart, in days. */
export const SPANS = [7, 30, 90] as const;

const EVERYTHING: UsageFilter = { operation: null, recipe: null, state: null, text: '', from: null, to: null };

/** Services side by side, and the history of the one that is looked at. */
class Account {
  /** Null until main answered. */
  cards = $state.raw<readonly ServiceCard[] | null>(null);
  tab = $state<'usage' | 'orders'>('usage');
  stack = $state<Stack>('operation');
  usage = $state.raw<UsagePage | null>(null);
  totals = $state.raw<UsageTotals | null>(null);
  page = $state(0);
  /** Whether something is read now. */
  reading = $state(false);
  #chosen = $state.raw<{ readonly name: ServiceName } | null>(null);
  #filter = $state.raw<UsageFilter>(EVERYTHING);
  #span = $state<(typeof SPANS)[number]>(30);
  #days = $state.raw<readonly string[]>([]);
  #questions = 0;
  #news: ReturnType<typeof setTimeout> | null = null;
  #typing: ReturnType<typeof setTimeout> | undefined;

  /** The service that is looked at: the chosen one, else the one in use. */
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

  /** The days of the chart, oldest first. */
  get days(): readonly string[] {
    return this.#days;
  }

  /** Asks every service and reads what it charged. */
  async open(): Promise<void> {
    this.cards = (await callOrNotify('services:list', { look: false })) ?? this.cards;
    await Promise.all([this.readCards(), this.#readAll()]);
  }

  /** Asks every service for its balance. */
  async readCards(): Promise<void> {
    this.cards = (await callOrNotify('services:list', { look: true })) ?? this.cards;
  }

  /** Something changed at a service; soon what is shown is read again. */
  hearNews(): void {
    if (this.#news !== null) return;
    this.#news = setTimeout(() => {
      this.#news = null;
      void this.readCards();
      void this.read(true);
    }, NEWS_MS);
  }

  /** Looks at a service. */
  choose(name: ServiceName): void {
    if (this.card?.name === name) return;
    this.#chosen = { name };
    this.usage = null;
    this.totals = null;
    this.#filter = EVERYTHING;
    this.page = 0;
    void this.#readAll();
  }

  /** Narrows the table. */
  narrow(change: Partial<UsageFilter>): void {
    this.#filter = { ...this.#filter, ...change };
    this.page = 0;
    clearTimeout(this.#typing);
    if (change.text === undefined) void this.read(false);
    else this.#typing = setTimeout(() => void this.read(false), TYPING_MS);
  }

  /** Shows all rows again. */
  widen(): void {
    this.narrow(EVERYTHING);
  }

  /** Goes to a page of the table. */
  turn(page: number): void {
    this.page = page;
    void this.read(false);
  }

  /** Shows more or fewer days. */
  showDays(span: (typeof SPANS)[number]): void {
    this.#span = span;
    void this.read(false);
  }

  /** Reads the page and the sums; `fresh`: the newest rows again. An answer that is overtaken is left. */
  async read(fresh: boolean): Promise<void> {
    const service = this.card;
    if (!service) return;
    const question = ++this.#questions;
    this.reading = true;
    this.#days = listLastDays(this.#span, Date.now());
    const usage = await ask('account:usage', { ...this.#question(this.page, PAGE_ROWS), fresh });
    const totals = await ask('account:totals', { service: service.name, from: this.#days[0] ?? null });
    if (question !== this.#questions) return;
    this.reading = false;
    this.usage = valueOrNotify(usage) ?? this.usage;
    this.totals = valueOrNotify(totals) ?? this.totals;
  }

  /** Saves every row that fits as a table, as far back as main reads. */
  async saveCsv(): Promise<void> {
    const rows: UsageView[] = [];
    for (let page = 0, read = -1; ;) {
      const answer: UsagePage | null = await callOrNotify('account:usage', {
        ...this.#question(page, LARGEST_PAGE),
        fresh: false,
      });
      if (!answer) return;
      const { reach } = answer;
      const isFull = answer.rows.length === LARGEST_PAGE;
      const isLast = reach.whole || reach.problem !== null || reach.read === read;
      if (isFull || isLast) rows.push(...answer.rows);
      if (isFull) page += 1;
      else if (isLast) break;
      read = reach.read;
    }
    saveText('dropforge-usage.csv', toUsageCsv(rows), 'text/csv');
  }

  /** Changes something about services; what main made of them comes back. Answers whether it did. */
  async change<C extends Call & `services:${string}`>(channel: C, input: Input<C>): Promise<boolean> {
    const cards = (await callOrNotify(channel, input)) as Output<'services:list'> | null;
    if (!cards) return false;
    this.take(cards);
    return true;
  }

  /** Takes services over as main made them. */
  take(cards: readonly ServiceCard[]): void {
    const before = this.card?.name;
    this.cards = cards;
    if (before === this.card?.name) return;
    this.usage = null;
    this.totals = null;
    void this.#readAll();
  }

  /** Shows what is kept at once, then what is new. */
  async #readAll(): Promise<void> {
    const openedAt = Date.now();
    if (this.usage === null) await this.read(false);
    const { readAt = null } = this.usage?.reach ?? {};
    if (readAt === null || readAt < openedAt) await this.read(true);
  }

  #question(page: number, pageSize: number): Omit<Input<'account:usage'>, 'fresh'> {
    return { service: this.card?.name ?? null, filter: this.#filter, page, pageSize };
  }
}

/** The page's account. */
export const account = new Account();
