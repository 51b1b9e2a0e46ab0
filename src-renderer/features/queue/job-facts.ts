import { isSplat } from '../../../src-shared/formats/formats.ts';
import type { Artifact, Job, JobStatus } from '../../../src-shared/jobs/job.ts';
import { queueGroupOf } from '../../../src-shared/jobs/queue-groups.ts';
import { groupModels } from '../viewer/state/model-files.ts';

/** What a colour promises: blue moves, green is finished, amber waits for the person, red is over, grey waits. */
export type Tone = 'blue' | 'green' | 'amber' | 'red' | 'grey';

const STATUS_TONES: Readonly<Record<JobStatus, Tone>> = {
  waiting: 'grey',
  uploading: 'blue',
  queued: 'grey',
  running: 'blue',
  downloading: 'blue',
  verifying: 'blue',
  exporting: 'blue',
  done: 'green',
  failed: 'red',
  unknown: 'amber',
  held: 'amber',
  paused: 'grey',
  offline: 'grey',
  cancelled: 'grey',
};

/** The colour of a state. */
export function toneOf(status: JobStatus): Tone {
  return STATUS_TONES[status];
}

/** Whether the row is taller, because it carries buttons. */
export function hasActionButtons(status: JobStatus): boolean {
  return queueGroupOf(status) === 'needs_you';
}

/** Whether the row shows one bar part per step instead of a sentence. */
export function showsProgressBar(status: JobStatus): boolean {
  return queueGroupOf(status) === 'running' && status !== 'queued';
}

/** How full each step's part of the bar is, 0 to 1, in the order of the steps. */
export function barSegments(job: Pick<Job, 'steps'>): number[] {
  return job.steps.map(({ status, progress }) => {
    if (status === 'done') return 1;
    return status === 'running' ? Math.min(Math.max(progress, 0), 100) / 100 : 0;
  });
}

/** Share done of the step in hand, 0 to 1; 0 when there is none. */
export function stepProgress(job: Pick<Job, 'steps' | 'step'>): number {
  return barSegments(job)[job.step] ?? 0;
}

/** Whether the job can be sent on its way once more. */
export function canRetry(job: Pick<Job, 'status'>): boolean {
  return job.status === 'failed' || job.status === 'cancelled';
}

/** Whether the job can still be stopped; one that waits for a yes is left out instead. */
export function canCancel(job: Pick<Job, 'status'>): boolean {
  const group = queueGroupOf(job.status);
  return group === 'running' || group === 'waiting';
}

/** Whether the job goes on by itself and can be told to wait. */
export function canPause(job: Pick<Job, 'status'>): boolean {
  const group = queueGroupOf(job.status);
  return group === 'running' || (group === 'waiting' && job.status !== 'paused');
}

/** Whether the job waits for a yes to what it costs. */
export function canConfirm(job: Pick<Job, 'status'>): boolean {
  return job.status === 'held';
}

/** Whether the job was told to wait. */
export function canResume(job: Pick<Job, 'status'>): boolean {
  return job.status === 'paused';
}

/** Whether the job waits because a limit would be passed. */
export function isOverCap(job: Pick<Job, 'status' | 'error'>): boolean {
  return job.status === 'paused' && job.error?.code === 'over_cap';
}

/** Whether the job still has a place in the order of what comes next. */
export function hasQueuePosition(job: Pick<Job, 'status'>): boolean {
  return queueGroupOf(job.status) === 'waiting';
}

/** Whether the same can be made once more: found models came without their source. */
export function canRepeat(job: Pick<Job, 'status' | 'recipe'>): boolean {
  return queueGroupOf(job.status) === 'finished' && job.recipe !== 'found';
}

/** Whether the row may leave the list: only what is over, so that nothing paid for goes unseen. */
export function canRemove(job: Pick<Job, 'status'>): boolean {
  return queueGroupOf(job.status) === 'finished';
}

/** Whether another format can be made of the job's model. */
export function canExport(job: Pick<Job, 'status' | 'artifacts'>): boolean {
  const isMesh = ({ role, format }: Artifact): boolean => role === 'model' && format !== null && !isSplat(format);
  return queueGroupOf(job.status) === 'finished' && job.artifacts.some(isMesh);
}

/** The image that came with the newest model, else with any; null when there is none. */
export function findPreview(job: Pick<Job, 'artifacts' | 'steps'>): Artifact | null {
  const previews = job.artifacts.filter(({ role }) => role === 'preview');
  const newest = groupModels(job)[0]?.maker;
  return previews.find(({ step }) => step === newest) ?? previews[0] ?? null;
}

/** Triangles of a job's newest model, as far as one of its files tells; null: none does. */
export function findTriangles(job: Pick<Job, 'artifacts' | 'steps'>): number | null {
  const files = groupModels(job)[0]?.files ?? [];
  return files.find(({ triangles }) => triangles !== undefined)?.triangles ?? null;
}

/** The files that lie in the output folder. */
export function exportedFiles(job: Pick<Job, 'artifacts'>): Artifact[] {
  return job.artifacts.filter(({ exported }) => exported);
}

/** Whether a paid step is already at the service, which cannot be called back: stopping waits for its end. */
export function isSubmitted(job: Pick<Job, 'status' | 'serviceKind'>): boolean {
  return job.serviceKind === 'cloud' && (job.status === 'queued' || job.status === 'running');
}
