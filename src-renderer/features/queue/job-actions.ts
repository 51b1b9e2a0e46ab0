import type { MeshFormat } from '../../../src-shared/formats/formats.ts';
import type { Job, Priority } from '../../../src-shared/jobs/job.ts';
import { canCancel, canPause, canRepeat, canResume, canRetry, exportedFiles } from './job-facts.ts';
import { findMove, type MoveDirection, type MoveTarget } from './move-targets.ts';
import { ask } from '../../app/bridge/bridge.ts';
import { callOrNotify, notices } from '../../app/notices.svelte.ts';
import { queue } from './queue.svelte.ts';
import { selectOnly } from '../../ui/selection.ts';
import { setup } from '../../app/setup.svelte.ts';
import { navigation, type RepeatOptions } from '../../app/navigation.svelte.ts';

/** Sends failed and cancelled jobs on their way once more. */
export async function retryJobs(jobs: readonly Job[]): Promise<void> {
  const ids = jobs.filter(canRetry).map(({ id }) => id);
  if (ids.length > 0) await callOrNotify('queue:retry', { ids });
}

/** Stops jobs that are on their way. */
export async function cancelJobs(jobs: readonly Job[]): Promise<void> {
  const ids = jobs.filter(canCancel).map(({ id }) => id);
  if (ids.length > 0) await callOrNotify('queue:cancel', { ids });
}

/** Makes one more format of a job's model; what costs is asked for first. */
export async function exportJob(job: Job, format: MeshFormat): Promise<void> {
  await orderMore(job, { format });
}

/** Makes one more format of several models; where it costs, each is asked for by itself and nothing is ordered here. */
export async function exportJobs(jobs: readonly Job[], format: MeshFormat): Promise<void> {
  for (const job of jobs) {
    const reply = await ask('queue:export', { id: job.id, format });
    if (reply.ok) continue;
    if (reply.error.code === 'needs_yes') return orderMore(job, { format });
    notices.refuse([reply.error]);
  }
}

/** Shows the job's first file in the file manager. */
export async function revealJob(job: Job): Promise<void> {
  const file = exportedFiles(job)[0];
  if (file && setup.canReveal) await callOrNotify('artifact:reveal', { id: file.id });
}

/** Settles a job whose outcome is unknown. */
export async function resolveJob(job: Job, by: 'look' | 'send_again' | 'give_up'): Promise<void> {
  await callOrNotify('queue:resolve', { id: job.id, by });
}

/** Lets jobs wait before the next thing that costs. */
export async function pauseJobs(jobs: readonly Job[]): Promise<void> {
  const ids = jobs.filter(canPause).map(({ id }) => id);
  if (ids.length > 0) await callOrNotify('queue:pause', { ids });
}

/** Lets paused jobs go on; a job above a limit goes on past it. */
export async function resumeJobs(jobs: readonly Job[]): Promise<void> {
  const ids = jobs.filter(canResume).map(({ id }) => id);
  if (ids.length > 0) await callOrNotify('queue:resume', { ids });
}

/** Pauses the whole queue, or lets it go on. */
export async function togglePauseAll(): Promise<void> {
  await callOrNotify(queue.paused ? 'queue:resume' : 'queue:pause', {});
}

/** Gives jobs a priority. */
export async function prioritiseJobs(jobs: readonly Job[], priority: Priority): Promise<void> {
  await callOrNotify('queue:priority', { ids: jobs.map(({ id }) => id), priority });
}

/** Moves the chosen jobs in the order of what comes next. */
export async function moveChosen(move: MoveDirection): Promise<void> {
  await moveTo(findMove(queue.waiting(), queue.selection.ids, move));
}

/** Moves jobs to a place that was found for them; null: nowhere. */
export async function moveTo(target: MoveTarget | null): Promise<void> {
  if (target) await callOrNotify('queue:move', target);
}

/** Makes a finished job once more; what costs is asked for first. */
export async function repeatJob(job: Job, seeds: 'same' | 'new'): Promise<void> {
  if (canRepeat(job)) await orderMore(job, { seeds });
}

/** Orders what the person said yes to; `agreed`: the total of the plan that was shown. */
export async function orderNow(job: Job, more: RepeatOptions, agreed?: string): Promise<void> {
  const yes = agreed === undefined ? {} : { agreed };
  if ('format' in more) return void (await callOrNotify('queue:export', { id: job.id, ...more, ...yes }));
  const repeated = await callOrNotify('queue:repeat', { id: job.id, ...more, ...yes });
  if (!repeated) return;
  queue.apply([repeated], []);
  queue.select(selectOnly(repeated.id));
}

async function orderMore(job: Job, more: RepeatOptions): Promise<void> {
  const plan = await callOrNotify('money:planMore', { id: job.id, ...('format' in more ? more : {}) });
  if (plan?.needsYes) navigation.askMore(job, more, plan);
  else if (plan) await orderNow(job, more);
}
