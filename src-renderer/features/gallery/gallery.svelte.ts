import type { Job } from '../../../src-shared/jobs/job.ts';
import type { JobMarks } from '../../../src-shared/jobs/job-marks.ts';
import { deliveries } from '../targets/deliveries.svelte.ts';
import { startOfDay, listGallery, SORTS, type Sort } from './gallery-facts.ts';
import { countFacets, toggleFacet, type Facet } from './gallery-filters.ts';
import { collections } from './collections.svelte.ts';
import { findDescendants } from '../../../src-shared/jobs/lineage.ts';
import { reverseMarks } from './assignments.ts';
import { ask } from '../../app/bridge/bridge.ts';
import { readPreference, savePreference } from '../../app/local-preferences.ts';
import { notices } from '../../app/notices.svelte.ts';
import { queue } from '../queue/queue.svelte.ts';
import { recipes } from '../recipes/recipes.svelte.ts';
import { TEXTS } from '../../app/language/texts.ts';

const NO_JOBS: ReadonlySet<string> = new Set();

/** Ways to show the models; the first is the default. */
export const GALLERY_LAYOUTS = ['grid', 'list'] as const;

type GalleryLayout = (typeof GALLERY_LAYOUTS)[number];

/** State of the gallery: filters, sort order and layout. The selection is shared with the queue. */
class Gallery {
  #selected = $state.raw<readonly Facet[]>([]);
  /** True if the trash is shown instead of the models. */
  isTrash = $state(false);
  search = $state('');
  #sort = $state<Sort>(readPreference('gallery-sort', SORTS));
  #layout = $state<GalleryLayout>(readPreference('gallery-layout', GALLERY_LAYOUTS));

  /** Selected filters, without those of removed collections. */
  readonly filters = $derived(
    this.#selected.filter(
      (facet) => facet.kind !== 'collection' || collections.list.some(({ id }) => id === facet.value),
    ),
  );
  /** The job by whose descendants the gallery is filtered; null: it is not. */
  readonly ancestor = $derived(this.filters.find((facet) => facet.kind === 'madeFrom')?.value ?? null);
  readonly #context = $derived.by(() => ({
    dayBegan: startOfDay(this.#day),
    isDescended: (id: string) => this.#descendants.has(id),
    isDelivered: (id: string) => deliveries.ofJob(id).some(({ status }) => status === 'imported'),
    titleOf: (id: string) => recipes.titleOf(id),
  }));
  readonly #descendants = $derived(this.ancestor === null ? NO_JOBS : findDescendants(this.ancestor, queue.everything));
  readonly counts = $derived(
    countFacets(queue.everything, { filters: this.filters, search: this.search }, this.#context),
  );
  readonly jobs = $derived(
    listGallery(queue.everything, { filters: this.filters, search: this.search, sort: this.#sort }, this.#context),
  );
  readonly ids = $derived(this.jobs.map(({ id }) => id));
  #day = $state(Date.now());

  /** Sort order, saved as a preference. */
  get sort(): Sort {
    return this.#sort;
  }

  set sort(sort: Sort) {
    this.#sort = sort;
    savePreference('gallery-sort', sort);
  }

  /** Cards or rows, saved as a preference. */
  get layout(): GalleryLayout {
    return this.#layout;
  }

  set layout(layout: GalleryLayout) {
    this.#layout = layout;
    savePreference('gallery-layout', layout);
  }

  /** Updates the start of the day, which may have changed since the gallery was last open. */
  open(): void {
    this.#day = Date.now();
  }

  /** Adds a filter or removes it. */
  toggle(facet: Facet): void {
    this.isTrash = false;
    this.#selected = toggleFacet(this.filters, facet);
  }

  /** Filters by the models made from a job only. */
  showMadeFrom(id: string): void {
    this.clear();
    this.#selected = [{ kind: 'madeFrom', value: id }];
  }

  /** Removes the filters; the search stays. */
  showAll(): void {
    this.isTrash = false;
    this.#selected = [];
  }

  /** Clears filters and search. */
  clear(): void {
    this.showAll();
    this.search = '';
  }
}

export const gallery = new Gallery();

/** Sets marks of jobs. Returns true on success. */
export async function markJobs(jobs: readonly Pick<Job, 'id'>[], marks: JobMarks): Promise<boolean> {
  if (jobs.length === 0) return true;
  const reply = await ask('queue:mark', { ids: jobs.map(({ id }) => id), marks });
  if (!reply.ok) notices.refuse([reply.error]);
  return reply.ok;
}

/** Changes tags or collections of jobs, with undo; `words` say what was done. */
export async function changeMarks(
  jobs: readonly Job[],
  marks: JobMarks,
  words: string = TEXTS.gallery.assign.done(jobs.length),
): Promise<void> {
  const reverse = reverseMarks(jobs, marks);
  if (!(await markJobs(jobs, marks))) return;
  notices.toast(words, {
    undo: () => {
      for (const group of reverse) void markJobs(group.jobs, group.marks);
    },
  });
}

/** Adds jobs to the favourites, or removes them if all of them are favourites. */
export async function toggleFavourite(jobs: readonly Pick<Job, 'id' | 'favourite'>[]): Promise<void> {
  await markJobs(jobs, { favourite: !jobs.every(({ favourite }) => favourite) });
}

/** Removes finished models from the queue's list, with undo. They stay in the gallery. */
export async function archiveToGallery(jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return;
  if (!(await markJobs(jobs, { filed: true }))) return;
  notices.toast(TEXTS.gallery.filed(jobs.length), { undo: () => void markJobs(jobs, { filed: false }) });
}
