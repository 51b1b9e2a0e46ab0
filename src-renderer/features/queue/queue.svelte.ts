import { untrack } from 'svelte';
import type { QueuePause } from '../../../src-shared/ipc/views/money-view.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { announcer } from '../../app/announcer.svelte.ts';
import { groupTitle } from './group-title.ts';
import { createProgressThrottle } from './progress-throttle.ts';
import { hasQueuePosition } from './job-facts.ts';
import { GROUPINGS, type Grouping } from './queue-groups.ts';
import {
  compareByPosition,
  countFilters,
  countGroups,
  LINE_HEIGHTS,
  layOutQueue,
  TOUCH_LINE_HEIGHTS,
  type Filter,
} from './queue-lines.ts';
import { recipes } from '../recipes/recipes.svelte.ts';
import { coarsePointer } from '../../app/window-media.ts';
import { readPreference, savePreference } from '../../app/local-preferences.ts';
import { affectsLists } from './affects-lists.ts';
import { differsOnlyInProgress } from './differs-only-in-progress.ts';
import { createJobMatcher } from './job-matcher.ts';
import * as choose from '../../ui/selection.ts';

/** Reactive job of a row: an update redraws only what depends on the changed values. */
export class JobRow {
  /** Current job, including progress. */
  job: Job;
  /** Job without later progress updates, for components that show no progress. */
  withoutProgress: Job;

  constructor(job: Job) {
    this.job = $state.raw(job);
    this.withoutProgress = $state.raw(job);
  }
}

/** State of the queue: jobs, filter, grouping and selection. */
class Queue {
  /** False until the main process has answered. */
  loaded = $state(false);
  pause = $state.raw<QueuePause>({ paused: false, reason: null, services: null });
  /** True if the whole queue is paused, for any service. */
  readonly paused = $derived(this.pause.paused);
  filter = $state<Filter>('all');
  /** Search text; null if the search is closed. */
  search = $state<string | null>(null);
  folded = $state.raw<ReadonlySet<string>>(new Set());
  selection = $state.raw(choose.NO_SELECTION);
  /** True while clicks and Space toggle single jobs, so that several are selected by touch or without other keys. */
  selecting = $state(false);
  /** True if actions apply to several jobs at once. */
  readonly isBulk = $derived(this.selecting || this.selection.ids.size > 1);
  /** Incremented when a job is added, removed or changes its state, to update the layout. */
  #changes = $state(0);
  #grouping = $state<Grouping>(readPreference('grouping', GROUPINGS));
  readonly #rows = new Map<string, JobRow>();
  /** During a full reload, ids of known jobs that have not been received yet. */
  #missing: Set<string> | null = null;
  /** Changes pushed by main since the last frame. */
  readonly #pushed = { jobs: new Map<string, Job>(), removed: new Set<string>() };
  #frame = 0;
  readonly #progress = createProgressThrottle({ ask: (draw) => void requestAnimationFrame(draw) }, (job) => {
    const row = this.#rows.get(job.id);
    if (row) row.job = job;
  });

  /** Every job, including those cleared from the list. */
  readonly everything = $derived.by(() => (void this.#changes, untrack(() => [...this.#present()])));
  readonly size = $derived.by(() => (void this.#changes, untrack(() => [...this.#shown()].length)));
  readonly counts = $derived.by(() => (void this.#changes, untrack(() => countFilters(this.#shown()))));
  readonly groupCounts = $derived.by(() => (void this.#changes, untrack(() => countGroups(this.#shown()))));
  readonly lineHeights = $derived(coarsePointer.current ? TOUCH_LINE_HEIGHTS : LINE_HEIGHTS);
  readonly layout = $derived.by(() => {
    // Dependencies: recipe titles are searched and determine the order of groups.
    void [this.#changes, recipes.list];
    const { filter, folded, search, grouping, lineHeights } = this;
    const titleOf = (key: string) => groupTitle(grouping, key);
    return untrack(() => layOutQueue(this.#matching(search ?? ''), filter, folded, { grouping, titleOf }, lineHeights));
  });
  /** Job displayed in the viewer and the inspector. */
  readonly lead = $derived.by(() => {
    void this.#changes;
    return this.selection.lead === null ? null : this.row(this.selection.lead);
  });

  /** Returns the row of a job; null if it is not in the list. */
  row(id: string): JobRow | null {
    return this.#rows.get(id) ?? null;
  }

  /** Returns every job in the list, regardless of the filter. */
  jobs(): Job[] {
    void this.#changes;
    return [...this.#shown()];
  }

  /** Returns the jobs that fit the search, also those of collapsed groups. */
  found(): Job[] {
    return [...this.#matching(this.search ?? '')];
  }

  /** Returns the selected jobs. */
  chosen(): Job[] {
    return [...this.selection.ids].flatMap((id) => this.row(id)?.job ?? []);
  }

  /** Returns the visible waiting jobs in processing order. */
  waiting(): Job[] {
    return this.layout.ids
      .flatMap((id) => this.row(id)?.job ?? [])
      .filter(hasQueuePosition)
      .sort(compareByPosition);
  }

  /** Grouping of the list, saved as a preference. */
  get grouping(): Grouping {
    return this.#grouping;
  }

  set grouping(grouping: Grouping) {
    this.#grouping = grouping;
    this.folded = new Set();
    savePreference('grouping', grouping);
  }

  /**
   * Begins a full reload in parts, at startup or after a reconnect; updates may arrive in between. Returns a function
   * that ends the reload; starting another reload invalidates it.
   */
  beginReading(): () => void {
    const missing = new Set(this.#rows.keys());
    this.#missing = missing;
    return () => {
      if (this.#missing !== missing) return;
      this.#applyPushed();
      this.#missing = null;
      // Jobs that no part contained have been removed.
      if (missing.size > 0) this.apply([], [...missing]);
    };
  }

  /** Adds a part of the full list. */
  readPart(jobs: readonly Job[]): void {
    this.apply(jobs, []);
    this.loaded = true;
    if (this.selection.lead === null) this.select(choose.moveSelection(this.selection, this.layout.ids, 1, false));
  }

  /** Adds older jobs, which are no news. */
  addOlder(jobs: readonly Job[]): void {
    this.#applyPushed();
    this.#applyNow(
      jobs.filter(({ id }) => !this.#rows.has(id)),
      [],
      false,
    );
  }

  /** Applies pushed changes in the next frame. A hidden page gets no frames and applies them when it is shown. */
  applyNextFrame(jobs: readonly Job[], removed: readonly string[]): void {
    const pushed = this.#pushed;
    for (const job of jobs) {
      pushed.jobs.set(job.id, job);
      pushed.removed.delete(job.id);
    }
    for (const id of removed) {
      pushed.removed.add(id);
      pushed.jobs.delete(id);
    }
    this.#frame ||= requestAnimationFrame(() => {
      this.#applyPushed();
    });
  }

  /** Applies changed and removed jobs of a reply, after the older pushes that still wait for a frame. */
  apply(jobs: readonly Job[], removed: readonly string[]): void {
    this.#applyPushed();
    this.#applyNow(jobs, removed);
  }

  #applyPushed(): void {
    if (this.#frame === 0) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const { jobs, removed } = this.#pushed;
    this.#applyNow([...jobs.values()], [...removed]);
    jobs.clear();
    removed.clear();
  }

  /** `areNews`: false if the jobs are not announced. */
  #applyNow(jobs: readonly Job[], removed: readonly string[], areNews = true): void {
    let listChanged = removed.length > 0;
    const filed: string[] = [];
    for (const job of jobs) {
      const row = this.#rows.get(job.id);
      const before = row?.job;
      // Jobs that first appear during a full reload are not announced.
      const isNews = areNews && this.loaded && (before !== undefined || this.#missing === null);
      this.#missing?.delete(job.id);
      if (row && differsOnlyInProgress(row.withoutProgress, job)) {
        this.#progress.put(job);
        continue;
      }
      this.#progress.drop(job.id);
      if (row) row.job = row.withoutProgress = job;
      else this.#rows.set(job.id, new JobRow(job));
      if (isNews && before?.status !== job.status) announcer.announce(job);
      listChanged ||= !before || affectsLists(before, job);
      // Cleared jobs are deselected, so that keyboard commands do not affect them.
      if (job.filed && before?.filed === false) filed.push(job.id);
    }
    if (removed.length + filed.length > 0) this.#deselect(new Set([...removed, ...filed]));
    for (const id of removed) {
      this.#progress.drop(id);
      this.#rows.delete(id);
    }
    if (listChanged) this.#changes++;
  }

  /** Sets the selection. */
  select(selection: choose.Selection): void {
    this.selection = selection;
  }

  /** Ends the selection of several jobs; the lead stays selected. */
  endSelecting(): void {
    this.selecting = false;
    if (this.selection.lead !== null) this.select(choose.selectOnly(this.selection.lead));
  }

  /** Collapses or expands a group. */
  toggleGroup(group: string): void {
    const others = [...this.folded].filter((each) => each !== group);
    this.folded = new Set(this.folded.has(group) ? others : [...others, group]);
  }

  *#present(): Generator<Job> {
    for (const { job } of this.#rows.values()) yield job;
  }

  *#shown(): Generator<Job> {
    for (const job of this.#present()) if (!job.filed) yield job;
  }

  *#matching(search: string): Generator<Job> {
    const fits = createJobMatcher(search, (id) => recipes.titleOf(id));
    for (const job of this.#shown()) if (fits(job)) yield job;
  }

  #deselect(gone: ReadonlySet<string>): void {
    this.select(choose.withoutRemoved(this.selection, this.layout.ids, gone));
  }
}

export const queue = new Queue();
