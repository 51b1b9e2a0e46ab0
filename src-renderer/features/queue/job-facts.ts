import { isModelOperation } from '../../../src-shared/api/generators/generator-operations.ts';
import { isSplat } from '../../../src-shared/formats/formats.ts';
import type { Artifact, Job, JobStatus, JobStep } from '../../../src-shared/jobs/job.ts';
import { queueGroupOf } from '../../../src-shared/jobs/queue-groups.ts';
import { groupModels } from '../viewer/state/model-files.ts';

/** Status colours: blue is active, green finished, amber needs the user, red failed, grey waiting. */
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

/** Returns the colour of a state. */
export function toneOf(status: JobStatus): Tone {
  return STATUS_TONES[status];
}

/** True if the row has action buttons and is therefore taller. */
export function hasActionButtons(status: JobStatus): boolean {
  return queueGroupOf(status) === 'needs_you';
}

/** True if the row shows a progress bar per step instead of a sentence. */
export function showsProgressBar(status: JobStatus): boolean {
  return queueGroupOf(status) === 'running' && status !== 'queued';
}

/** Returns the progress of each step, 0 to 1, in step order. */
export function barSegments(job: Pick<Job, 'steps'>): number[] {
  return job.steps.map(({ status, progress }) => {
    if (status === 'done') return 1;
    return status === 'running' ? Math.min(Math.max(progress, 0), 100) / 100 : 0;
  });
}

/** Returns the progress of the current step, 0 to 1; 0 if there is none. */
export function stepProgress(job: Pick<Job, 'steps' | 'step'>): number {
  return barSegments(job)[job.step] ?? 0;
}

/** True if the job can be retried. */
export function canRetry(job: Pick<Job, 'status'>): boolean {
  return job.status === 'failed' || job.status === 'cancelled';
}

/** True if the job can be cancelled. Jobs awaiting confirmation are skipped instead. */
export function canCancel(job: Pick<Job, 'status'>): boolean {
  const group = queueGroupOf(job.status);
  return group === 'running' || group === 'waiting';
}

/** True if the job can be paused. */
export function canPause(job: Pick<Job, 'status'>): boolean {
  const group = queueGroupOf(job.status);
  return group === 'running' || (group === 'waiting' && job.status !== 'paused');
}

/** True if the job awaits confirmation of its cost. */
export function canConfirm(job: Pick<Job, 'status'>): boolean {
  return job.status === 'held';
}

/** True if the job is paused. */
export function canResume(job: Pick<Job, 'status'>): boolean {
  return job.status === 'paused';
}

/** True if the job is held because it would exceed a limit. */
export function isOverCap(job: Pick<Job, 'status' | 'error'>): boolean {
  return job.status === 'paused' && job.error?.code === 'over_cap';
}

/** True if the job has a position in the queue order. */
export function hasQueuePosition(job: Pick<Job, 'status'>): boolean {
  return queueGroupOf(job.status) === 'waiting';
}

/** True if the job can be run again; imported orphan tasks have no source. */
export function canRepeat(job: Pick<Job, 'status' | 'recipe'>): boolean {
  return queueGroupOf(job.status) === 'finished' && job.recipe !== 'found';
}

/** True if the row may be removed. Only finished jobs may, so that no paid job is overlooked. */
export function canRemove(job: Pick<Job, 'status'>): boolean {
  return queueGroupOf(job.status) === 'finished';
}

/** True if the job's model can be exported in another format. */
export function canExport(job: Pick<Job, 'status' | 'artifacts'>): boolean {
  const isMesh = ({ role, format }: Artifact): boolean => role === 'model' && format !== null && !isSplat(format);
  return queueGroupOf(job.status) === 'finished' && job.artifacts.some(isMesh);
}

/** Returns the preview image of the newest model, otherwise of any; null if there is none. */
export function findPreview(job: Pick<Job, 'artifacts' | 'steps'>): Artifact | null {
  const previews = job.artifacts.filter(({ role }) => role === 'preview');
  const newest = groupModels(job)[0]?.maker;
  return previews.find(({ step }) => step === newest) ?? previews[0] ?? null;
}

/** Returns the preview of the job whose model a job processes; null if it processes none, or none is known. */
export function findSourcePreview(
  { kind, basedOn }: Pick<Job, 'kind' | 'basedOn'>,
  find: (id: string) => Pick<Job, 'artifacts' | 'steps'> | undefined,
): Artifact | null {
  const source = kind === 'model' && basedOn !== null ? find(basedOn) : undefined;
  return source ? findPreview(source) : null;
}

/** Returns the triangle count of a job's newest model; null if none of its files has one. */
export function findTriangles(job: Pick<Job, 'artifacts' | 'steps'>): number | null {
  const files = groupModels(job)[0]?.files ?? [];
  return files.find(({ triangles }) => triangles !== undefined)?.triangles ?? null;
}

/** Returns the user’s generator that made the newest model of a job; null: none, or not yet. */
export function findGenerator({ steps }: Pick<Job, 'steps'>): NonNullable<JobStep['generator']> | null {
  return steps.findLast(({ generator }) => generator !== undefined)?.generator ?? null;
}

/** True if a job has a step that any generator of this computer can run. */
export function canChangeGenerator(job: Pick<Job, 'status' | 'recipe' | 'steps'>): boolean {
  return canRepeat(job) && job.steps.some(({ operation }) => isModelOperation(operation));
}

/** Returns the files in the output folder. */
export function exportedFiles(job: Pick<Job, 'artifacts'>): Artifact[] {
  return job.artifacts.filter(({ exported }) => exported);
}

/** True if a paid step has been submitted. The service cannot cancel it, so cancelling waits until it ends. */
export function isSubmitted(job: Pick<Job, 'status' | 'serviceKind'>): boolean {
  return job.serviceKind === 'cloud' && (job.status === 'queued' || job.status === 'running');
}
