import type { Format } from '../../src-shared/formats.ts';
import type { Job } from '../../src-shared/job.ts';
import { canCancel, canRetry, exportedFiles } from './job-facts.ts';
import { act } from './notices.svelte.ts';
import { setup } from './service.svelte.ts';

/** Sends failed and cancelled jobs on their way once more. */
export async function retryJobs(jobs: readonly Job[]): Promise<void> {
  const ids = jobs.filter(canRetry).map(({ id }) => id);
  if (ids.length > 0) await act('queue:retry', { ids });
}

/** Stops jobs that are on their way. */
export async function cancelJobs(jobs: readonly Job[]): Promise<void> {
  const ids = jobs.filter(canCancel).map(({ id }) => id);
  if (ids.length > 0) await act('queue:cancel', { ids });
}

/** Makes one more format of a job's model. */
export async function exportJob(job: Job, format: Format): Promise<void> {
  await act('queue:export', { id: job.id, format });
}

/** Shows the job's first file in the file manager. */
export async function revealJob(job: Job): Promise<void> {
  const file = exportedFiles(job)[0];
  if (file && setup.canReveal) await act('artifact:reveal', { id: file.id });
}

/** Settles a job whose outcome is unknown. */
export async function resolveJob(job: Job, by: 'look' | 'send_again' | 'give_up'): Promise<void> {
  await act('queue:resolve', { id: job.id, by });
}
