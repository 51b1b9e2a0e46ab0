import type { Job } from '../../../src-shared/jobs/job.ts';
import type { JobMarks } from '../../../src-shared/jobs/job-marks.ts';
import { deliveries } from '../targets/deliveries.svelte.ts';
import { countFacets, startOfDay, listGallery, type Facet, type Sort } from './gallery-facts.ts';
import { findDescendants } from '../../../src-shared/jobs/lineage.ts';
import { ask } from '../../app/bridge/bridge.ts';
import { notices } from '../../app/notices.svelte.ts';
import { queue } from '../queue/queue.svelte.ts';
import { TEXTS } from '../../app/language/texts.ts';

const NO_JOBS: ReadonlySet<string> = new Set();

/** State of the gallery: filter and sort order. The selection is shared with the queue. */
class Gallery {
  facet = $state.raw<Facet>({ kind: 'all' });
  search = $state('');
  sort = $state<Sort>('newest');

  readonly #context = $derived.by(() => ({
    dayBegan: startOfDay(this.#day),
    isDescended: (id: string) => this.#descendants.has(id),
    isDelivered: (id: string) => deliveries.ofJob(id).some(({ status }) => status === 'imported'),
  }));
  readonly #descendants = $derived(
    this.facet.kind === 'madeFrom' ? findDescendants(this.facet.value, queue.everything) : NO_JOBS,
  );
  readonly counts = $derived(countFacets(queue.everything, this.#context));
  readonly jobs = $derived(
    listGallery(queue.everything, { facet: this.facet, search: this.search, sort: this.sort }, this.#context),
  );
  readonly ids = $derived(this.jobs.map(({ id }) => id));
  #day = $state(Date.now());

  /** Updates the start of the day, which may have changed since the gallery was last open. */
  open(): void {
    this.#day = Date.now();
  }

  /** Filters by the models made from a job. */
  showMadeFrom(id: string): void {
    this.search = '';
    this.facet = { kind: 'madeFrom', value: id };
  }

  /** Clears the filters. */
  clear(): void {
    this.facet = { kind: 'all' };
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

/** Adds jobs to the favourites, or removes them if all of them are favourites. */
export async function toggleFavourite(jobs: readonly Pick<Job, 'id' | 'favourite'>[]): Promise<void> {
  await markJobs(jobs, { favourite: !jobs.every(({ favourite }) => favourite) });
}

/** Removes finished models from the queue's list, with undo. They stay in the gallery. */
export async function archiveToGallery(jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return;
  if (!(await markJobs(jobs, { filed: true }))) return;
  notices.toast(TEXTS.gallery.filed(jobs.length), () => void markJobs(jobs, { filed: false }));
}
