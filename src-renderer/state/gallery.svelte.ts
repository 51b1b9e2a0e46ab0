import type { Job } from '../../src-shared/job.ts';
import type { JobMarks } from '../../src-shared/job-marks.ts';
import { deliveries } from './deliveries.svelte.ts';
import { countFacets, dayBegan, listGallery, type Facet, type Sort } from './gallery-facts.ts';
import { act, notices } from './notices.svelte.ts';
import { queue } from './queue.svelte.ts';
import { TEXTS } from './texts.ts';

/** What of everything that was made is shown, and in which order; what is chosen is the queue's choice. */
class Gallery {
  facet = $state.raw<Facet>({ kind: 'all' });
  search = $state('');
  sort = $state<Sort>('newest');

  readonly #context = $derived.by(() => ({
    dayBegan: dayBegan(this.#day),
    isDelivered: (id: string) => deliveries.ofJob(id).some(({ status }) => status === 'imported'),
  }));
  readonly counts = $derived(countFacets(queue.everything, this.#context));
  readonly jobs = $derived(
    listGallery(queue.everything, { facet: this.facet, search: this.search, sort: this.sort }, this.#context),
  );
  readonly ids = $derived(this.jobs.map(({ id }) => id));
  #day = $state(Date.now());

  /** Another day may have begun since it was looked at. */
  open(): void {
    this.#day = Date.now();
  }

  /** Shows everything again. */
  clear(): void {
    this.facet = { kind: 'all' };
    this.search = '';
  }
}

/** The gallery of the page. */
export const gallery = new Gallery();

/** Notes something about jobs. */
export async function markJobs(jobs: readonly Pick<Job, 'id'>[], marks: JobMarks): Promise<void> {
  if (jobs.length > 0) await act('queue:mark', { ids: jobs.map(({ id }) => id), marks });
}

/** Makes jobs favourites; when all of them are, no longer. */
export async function toggleFavourite(jobs: readonly Pick<Job, 'id' | 'favourite'>[]): Promise<void> {
  await markJobs(jobs, { favourite: !jobs.every(({ favourite }) => favourite) });
}

/** Takes finished models off the queue's list, with a way back; the gallery keeps them. */
export async function fileJobs(jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return;
  await markJobs(jobs, { filed: true });
  notices.toast(TEXTS.gallery.filed(jobs.length), () => void markJobs(jobs, { filed: false }));
}
