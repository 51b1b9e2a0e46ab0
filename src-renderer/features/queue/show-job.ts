import { queue } from './queue.svelte.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { hasGalleryResult } from '../../../src-shared/jobs/has-gallery-result.ts';
import { navigation } from '../../app/navigation.svelte.ts';
import { olderJobs } from './older-jobs.svelte.ts';
import { gallery } from '../gallery/gallery.svelte.ts';

/** Shows a job in the queue, or in the gallery if it was cleared from the queue. */
export function showJob(id: string): void {
  const showOne = (job: Job | null): void => {
    if (job) show([job], job.filed ? 'gallery' : 'queue');
  };
  const known = queue.row(id)?.job;
  if (known) showOne(known);
  else void olderJobs.find(id).then(showOne);
}

/** Selects jobs in the open view, or in the view that lists all of them; the first becomes the lead. */
export function showJobs(ids: readonly string[]): void {
  const byId = new Map(queue.everything.map((job) => [job.id, job]));
  const jobs = ids.flatMap((id) => byId.get(id) ?? []);
  if (jobs.length === 0) return;
  const isInGallery = navigation.view === 'gallery' && jobs.every(hasGalleryResult);
  show(jobs, isInGallery || jobs.some(({ filed }) => filed) ? 'gallery' : 'queue');
}

/** Removes what hides a job in the view: filters, the search, and folded groups or the trash. */
function show(jobs: readonly Job[], view: 'gallery' | 'queue'): void {
  navigation.show(view);
  queue.filter = 'all';
  const ids = new Set(jobs.map(({ id }) => id));
  const areListed = ({ ids: listed }: { readonly ids: readonly string[] }): boolean =>
    jobs.every(({ id }) => listed.includes(id));
  if (view === 'gallery') {
    gallery.isTrash = false;
    if (!areListed(gallery)) gallery.clear();
  } else if (!areListed(queue.layout)) {
    queue.search = null;
    queue.folded = new Set();
  }
  const lead = jobs[0]?.id ?? null;
  queue.select({ ids, lead, anchor: lead });
}
