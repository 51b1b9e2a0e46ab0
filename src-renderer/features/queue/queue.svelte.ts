import { untrack } from 'svelte';
import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { announcer } from '../../app/announcer.svelte.ts';
import { ask } from '../../app/bridge/bridge.ts';
import { groupTitle } from './group-title.ts';
import { createProgressThrottle } from './progress-throttle.ts';
import { canRemove, hasQueuePosition } from './job-facts.ts';
import { notices } from '../../app/notices.svelte.ts';
import { GROUPINGS, type Grouping } from './queue-groups.ts';
import { compareByPosition, countFilters, countGroups, layOutQueue, type Filter } from './queue-lines.ts';
import { recipes } from '../recipes/recipes.svelte.ts';
import { readPreference, savePreference } from '../../app/local-preferences.ts';
import { differsOnlyInProgress } from './differs-only-in-progress.ts';
import { createJobMatcher } from './job-matcher.ts';
import * as choose from '../../ui/selection.ts';
import { TEXTS } from '../../app/language/texts.ts';

/** One job as a row holds it: a push changes these values, and only what shows them is drawn again. */
export class JobRow {
  /** The job with its progress. */
  job: Job;
  /** The job as it stood when something else than progress was told last: for all that shows none. */
  face: Job;

  constructor(job: Job) {
    this.job = $state.raw(job);
    this.face = $state.raw(job);
  }
}

/** The jobs main told us of, and how they are listed and chosen. */
class Queue {
  /** False until main answered for the first time. */
  loaded = $state(false);
  /** Whether the whole queue is paused. */
  paused = $state(false);
  /** Why the app paused the queue by itself; null: it did not. */
  pauseReason = $state.raw<ErrorInfo | null>(null);
  filter = $state<Filter>('all');
  /** What the rows are searched for; null: nobody searches. */
  search = $state<string | null>(null);
  folded = $state.raw<ReadonlySet<string>>(new Set());
  selection = $state.raw(choose.NO_SELECTION);
  /** Rises when a job came, went or changed its state: then the list is laid out anew. */
  #changes = $state(0);
  #grouping = $state<Grouping>(readPreference('grouping', GROUPINGS));
  readonly #rows = new Map<string, JobRow>();
  /** Removed by the person, not yet by main: undo is still open. */
  readonly #leaving = new Set<string>();
  /** While the whole list is read: the jobs that were known before and were not told of since. */
  #unheard: Set<string> | null = null;
  readonly #late = createProgressThrottle({ ask: (draw) => void requestAnimationFrame(draw) }, (job) => {
    const row = this.#rows.get(job.id);
    if (row) row.job = job;
  });

  /** Every job, those too that were taken off the list. */
  readonly everything = $derived.by(() => (void this.#changes, untrack(() => [...this.#kept()])));
  readonly size = $derived.by(() => (void this.#changes, untrack(() => [...this.#shown()].length)));
  readonly counts = $derived.by(() => (void this.#changes, untrack(() => countFilters(this.#shown()))));
  readonly groupCounts = $derived.by(() => (void this.#changes, untrack(() => countGroups(this.#shown()))));
  readonly layout = $derived.by(() => {
    // Titles of recipes are searched and put groups in order.
    void [this.#changes, recipes.list];
    const { filter, folded, search, grouping } = this;
    const titleOf = (key: string) => groupTitle(grouping, key);
    return untrack(() => layOutQueue(this.#found(search ?? ''), filter, folded, { grouping, titleOf }));
  });
  /** The job that viewer and inspector show. */
  readonly lead = $derived.by(() => {
    void this.#changes;
    return this.selection.lead === null ? null : this.row(this.selection.lead);
  });

  /** The row of a job; null when it is not in the list. */
  row(id: string): JobRow | null {
    return this.#leaving.has(id) ? null : (this.#rows.get(id) ?? null);
  }

  /** Every job in the list, whatever the filter. */
  jobs(): Job[] {
    void this.#changes;
    return [...this.#shown()];
  }

  /** The chosen jobs. */
  chosen(): Job[] {
    return [...this.selection.ids].flatMap((id) => this.row(id)?.job ?? []);
  }

  /** The waiting jobs that are shown, in the order they are taken in hand. */
  waiting(): Job[] {
    return this.layout.ids
      .flatMap((id) => this.row(id)?.job ?? [])
      .filter(hasQueuePosition)
      .sort(compareByPosition);
  }

  /** What the list is grouped by; remembered. */
  get grouping(): Grouping {
    return this.#grouping;
  }

  set grouping(grouping: Grouping) {
    this.#grouping = grouping;
    this.folded = new Set();
    savePreference('grouping', grouping);
  }

  /**
   * The whole list comes, part by part, as at the start and after the line was lost; changes may come between. Answers
   * what ends this reading; one that was begun later makes it void.
   */
  beginReading(): () => void {
    const unheard = new Set(this.#rows.keys());
    this.#unheard = unheard;
    return () => {
      if (this.#unheard !== unheard) return;
      this.#unheard = null;
      // What no part told of is gone.
      if (unheard.size > 0) this.apply([], [...unheard]);
    };
  }

  /** Takes over a part of the whole list. */
  readPart(jobs: readonly Job[]): void {
    this.apply(jobs, []);
    this.loaded = true;
    if (this.selection.lead === null) this.select(choose.moveSelection(this.selection, this.layout.ids, 1, false));
  }

  /** Takes over changed jobs and lets removed ones go. */
  apply(jobs: readonly Job[], removed: readonly string[]): void {
    let listChanged = removed.length > 0;
    const filed: string[] = [];
    for (const job of jobs) {
      const row = this.#rows.get(job.id);
      const before = row?.job;
      // What is met for the first time while the list is read is no news.
      const isNews = this.loaded && (before !== undefined || this.#unheard === null);
      this.#unheard?.delete(job.id);
      if (row && differsOnlyInProgress(row.face, job)) {
        this.#late.put(job);
        continue;
      }
      this.#late.drop(job.id);
      if (row) row.job = row.face = job;
      else this.#rows.set(job.id, new JobRow(job));
      if (isNews && before?.status !== job.status) announcer.heard(job);
      listChanged ||= !before || isPlacedAnew(before, job);
      // What is off the list is acted on no more by keys meant for the list.
      if (job.filed && before?.filed === false) filed.push(job.id);
    }
    if (removed.length + filed.length > 0) this.#deselect(new Set([...removed, ...filed]));
    for (const id of removed) {
      this.#late.drop(id);
      this.#rows.delete(id);
      this.#leaving.delete(id);
    }
    if (listChanged) this.#changes++;
  }

  /** Changes what is chosen. */
  select(selection: choose.Selection): void {
    this.selection = selection;
  }

  /** Opens a folded group or folds an open one. */
  toggleGroup(group: string): void {
    const others = [...this.folded].filter((each) => each !== group);
    this.folded = new Set(this.folded.has(group) ? others : [...others, group]);
  }

  /** Takes jobs out of the list; main hears of it when the time to undo is over. Files stay. */
  remove(jobs: readonly Job[]): void {
    const ids = jobs.filter(canRemove).map(({ id }) => id);
    if (ids.length === 0) return;
    const before = this.selection;
    this.#deselect(new Set(ids));
    for (const id of ids) this.#leaving.add(id);
    this.#changes++;
    const bringBack = () => {
      for (const id of ids) this.#leaving.delete(id);
      this.#changes++;
    };
    const undo = () => {
      bringBack();
      this.select(before);
    };
    const settle = async () => {
      const reply = await ask('queue:remove', { ids });
      if (reply.ok) return;
      notices.refuse([reply.error]);
      bringBack();
    };
    notices.toast(TEXTS.queue.removed.words(ids.length), undo, () => void settle());
  }

  *#kept(): Generator<Job> {
    for (const [id, row] of this.#rows) if (!this.#leaving.has(id)) yield row.job;
  }

  *#shown(): Generator<Job> {
    for (const job of this.#kept()) if (!job.filed) yield job;
  }

  *#found(search: string): Generator<Job> {
    const fits = createJobMatcher(search, (id) => recipes.titleOf(id));
    for (const job of this.#shown()) if (fits(job)) yield job;
  }

  #deselect(gone: ReadonlySet<string>): void {
    this.select(choose.withoutRemoved(this.selection, this.layout.ids, gone));
  }
}

/** Whether a change moves a job to another place in the list or the gallery. */
function isPlacedAnew(before: Job, { name, status, position, priority, filed, favourite, tags }: Job): boolean {
  const isMoved = before.status !== status || before.position !== position || before.priority !== priority;
  if (before.name !== name) return true;
  return (
    isMoved || before.filed !== filed || before.favourite !== favourite || before.tags.join('\n') !== tags.join('\n')
  );
}

/** The page's queue. */
export const queue = new Queue();
