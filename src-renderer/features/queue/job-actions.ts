import { FORMAT_ROWS, type MeshFormat } from '../../../src-shared/formats/formats.ts';
import { asksBeforeCancel, asksBeforeRemove } from '../../../src-shared/jobs/job-question.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import type { Priority } from '../../../src-shared/jobs/priority.ts';
import { canCancel, canPause, canRemove, canRepeat, canResume, canRetry, exportedFiles } from './job-facts.ts';
import { findMove, type MoveDirection, type MoveTarget } from './move-targets.ts';
import { callOrNotify, notices } from '../../app/notices.svelte.ts';
import { queue } from './queue.svelte.ts';
import { showJobs } from './show-job.ts';
import { shownOutput } from '../inspector/shown-output.svelte.ts';
import { viewerState } from '../viewer/state/viewer.svelte.ts';
import { TEXTS } from '../../app/language/texts.ts';
import { selectOnly, type Selection } from '../../ui/selection.ts';
import { setup } from '../../app/setup.svelte.ts';
import { navigation, type RepeatOrder } from '../../app/navigation.svelte.ts';

/** Retries failed and cancelled jobs. */
export async function retryJobs(jobs: readonly Job[]): Promise<void> {
  const ids = jobs.filter(canRetry).map(({ id }) => id);
  if (ids.length > 0) await callOrNotify('queue:retry', { ids });
}

/** Cancels active jobs, after a question if there are many or credits were spent on them. */
export async function cancelJobs(jobs: readonly Job[]): Promise<void> {
  const active = jobs.filter(canCancel);
  if (active.length === 0) return;
  if (asksBeforeCancel(active)) navigation.askJobs('cancel', active);
  else await cancelNow(active);
}

/** Cancels jobs, with undo. */
export async function cancelNow(jobs: readonly Job[]): Promise<void> {
  const reply = await callOrNotify('queue:cancel', { ids: jobs.map(({ id }) => id) });
  if (!reply || reply.cancelled.length === 0) return;
  const { cancelled, sent } = reply;
  notices.toast(TEXTS.queue.cancelled.words(cancelled.length, sent), { undo: () => void uncancel(cancelled) });
}

/** Puts cancelled jobs back as they were, and reports those that ended without a result in the meantime. */
export async function uncancel(ids: readonly string[]): Promise<void> {
  const reply = await callOrNotify('queue:uncancel', { ids: [...ids] });
  if (!reply) return;
  const back = new Set(reply);
  const missed = ids.filter((id) => !back.has(id) && queue.row(id)?.job.status !== 'done').length;
  if (missed > 0) notices.toast(TEXTS.queue.cancelled.notUndone(missed));
}

/** Moves finished jobs to the trash, after a question if there are many or a charge is not confirmed. */
export async function removeJobs(jobs: readonly Job[]): Promise<void> {
  const removable = jobs.filter(canRemove);
  if (removable.length === 0) return;
  if (asksBeforeRemove(removable)) navigation.askJobs('remove', removable);
  else await removeNow(removable);
}

/** Moves jobs to the trash, with undo. Exported files are kept. */
export async function removeNow(jobs: readonly Job[]): Promise<void> {
  const before = queue.selection;
  const ids = await callOrNotify('queue:remove', { ids: jobs.map(({ id }) => id) });
  if (!ids || ids.length === 0) return;
  queue.apply([], ids);
  notices.toast(TEXTS.queue.removed.words(ids.length), { undo: () => void bringBack(ids, before) });
}

async function bringBack(ids: readonly string[], selection: Selection): Promise<void> {
  const restored = await callOrNotify('library:restore', { ids: [...ids] });
  if (!restored) return;
  queue.apply(restored, []);
  // The trash may have been emptied, or the jobs restored there.
  const missed = ids.filter((id) => queue.row(id) === null).length;
  if (missed > 0) notices.toast(TEXTS.queue.removed.notRestored(missed));
  if (restored.length > 0) queue.select(selection);
}

/** Exports models in another format, after one confirmation of the total if they cost credits. */
export async function exportJobs(jobs: readonly Job[], format: MeshFormat): Promise<void> {
  await orderMore({ jobs, format });
}

export async function revealJob(job: Job): Promise<void> {
  const file = exportedFiles(job)[0];
  if (file && setup.canReveal) await callOrNotify('artifact:reveal', { id: file.id });
}

/** Keeps or stops checking whether the service has the task of a job. */
export async function resolveJob(job: Job, by: 'look' | 'give_up'): Promise<void> {
  await callOrNotify('queue:resolve', { id: job.id, by });
}

/** Pauses jobs before their next paid step. */
export async function pauseJobs(jobs: readonly Job[]): Promise<void> {
  const ids = jobs.filter(canPause).map(({ id }) => id);
  if (ids.length > 0) await callOrNotify('queue:pause', { ids });
}

/** Resumes paused jobs; a job above a limit continues despite it. */
export async function resumeJobs(jobs: readonly Job[]): Promise<void> {
  const ids = jobs.filter(canResume).map(({ id }) => id);
  if (ids.length > 0) await callOrNotify('queue:resume', { ids });
}

/** Pauses or resumes the whole queue. */
export async function togglePauseAll(): Promise<void> {
  await callOrNotify(queue.paused ? 'queue:resume' : 'queue:pause', {});
}

export async function prioritiseJobs(jobs: readonly Job[], priority: Priority): Promise<void> {
  await callOrNotify('queue:priority', { ids: jobs.map(({ id }) => id), priority });
}

/** Moves the selected jobs in the queue order. */
export async function moveChosen(move: MoveDirection): Promise<void> {
  await moveTo(findMove(queue.waiting(), queue.selection.ids, move));
}

/** Moves jobs to a target position; does nothing if null. */
export async function moveTo(target: MoveTarget | null): Promise<void> {
  if (target) await callOrNotify('queue:move', target);
}

/**
 * Runs a finished job again, after a confirmation if it costs credits; with a generator on this computer, and then compared
 * with the job when it is done.
 */
export async function repeatJob(job: Job, seeds: 'same' | 'new', generator?: string): Promise<void> {
  if (canRepeat(job)) await orderMore({ job, seeds, ...(generator !== undefined && { generator }) });
}

/** Submits a confirmed order; `agreed` is the confirmed total of the plan. */
export async function orderNow(order: RepeatOrder, agreed?: string): Promise<void> {
  const yes = agreed === undefined ? {} : { agreed };
  if ('format' in order) {
    const { jobs, format } = order;
    const reply = await callOrNotify('queue:export', { ids: jobs.map(({ id }) => id), format, ...yes });
    if (!reply) return;
    notices.refuse(reply.refused);
    const files = new Map(reply.existing.map(({ id, artifactId }) => [id, artifactId]));
    await showExisting(jobs, files, format);
    return;
  }
  const { job, ...more } = order;
  const repeated = await callOrNotify('queue:repeat', { id: job.id, ...more, ...yes });
  if (!repeated) return;
  queue.apply([repeated], []);
  const isOther = more.generator !== undefined;
  queue.select(
    isOther ? { ids: new Set([job.id, repeated.id]), lead: repeated.id, anchor: job.id } : selectOnly(repeated.id),
  );
  if (!isOther) return;
  const { compareWhenDone } = await import('../viewer/state/compare-when-done.svelte.ts');
  compareWhenDone(job.id, repeated.id);
}

/** A file that an export found in place. */
interface ExportedFile {
  readonly job: Job;
  readonly artifactId: string;
}

/** Shows the file of one job that was exported before, or offers to show those of several; `files`: artifacts by job. */
async function showExisting(
  jobs: readonly Job[],
  files: ReadonlyMap<string, string>,
  format: MeshFormat,
): Promise<void> {
  const existing = jobs.flatMap((job): ExportedFile[] => {
    const artifactId = files.get(job.id);
    return artifactId === undefined ? [] : [{ job, artifactId }];
  });
  const [only] = existing;
  if (!only) return;
  if (jobs.length === 1) return showExported(only);
  notices.toast(TEXTS.queue.actions.allExported(existing.length, FORMAT_ROWS[format].title), {
    show: () => {
      selectExported(existing);
    },
  });
}

/** Shows a file that was exported before: in the viewer, in the outputs of its job, and in the system's file manager. */
async function showExported(file: ExportedFile): Promise<void> {
  const { job, artifactId } = file;
  const name = job.artifacts.find(({ id }) => id === artifactId)?.name ?? job.name;
  notices.toast(TEXTS.queue.actions.alreadyExported(name));
  selectExported([file]);
  if (setup.canReveal) await callOrNotify('artifact:reveal', { id: artifactId });
}

/** Selects jobs with a file that was exported before: each in its job's outputs, the first one's also in the viewer. */
function selectExported(files: readonly ExportedFile[]): void {
  showJobs(files.map(({ job }) => job.id));
  navigation.details = true;
  viewerState.wanted = files[0]?.artifactId ?? null;
  shownOutput.ids = files.map(({ artifactId }) => artifactId);
}

/** Submits an order, after a confirmation of its total if it costs credits. */
async function orderMore(order: RepeatOrder): Promise<void> {
  const wanted =
    'format' in order
      ? { ids: order.jobs.map(({ id }) => id), format: order.format }
      : { ids: [order.job.id], ...(order.generator !== undefined && { generator: order.generator }) };
  const plan = await callOrNotify('money:planMore', wanted);
  if (plan?.needsYes) navigation.askMore(order, plan);
  else if (plan) await orderNow(order);
}
