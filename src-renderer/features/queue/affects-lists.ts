import type { Job } from '../../../src-shared/jobs/job.ts';

/** True if a change affects where a job is in the list or the gallery, by which filters it is found, or their totals. */
export function affectsLists(before: Job, job: Job): boolean {
  const isSame =
    before.status === job.status &&
    before.position === job.position &&
    before.priority === job.priority &&
    before.name === job.name &&
    before.recipe === job.recipe &&
    before.finishedAt === job.finishedAt &&
    before.filed === job.filed &&
    before.favourite === job.favourite &&
    before.money.kind === job.money.kind &&
    before.money.amount === job.money.amount;
  return !isSame || listedFacts(before) !== listedFacts(job);
}

/** What lists and totals use of the lists in a job, as text. */
function listedFacts({ tags, collections, artifacts }: Job): string {
  const files = artifacts.map(({ id, format, bytes, inLibrary, triangles }) => [
    id,
    format,
    bytes,
    inLibrary,
    triangles,
  ]);
  return JSON.stringify([tags, collections, files]);
}
