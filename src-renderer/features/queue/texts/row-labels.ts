import type { Job } from '../../../../src-shared/jobs/job.ts';
import { formatTime } from '../../../app/language/format.ts';
import { queueGroupOf } from '../../../../src-shared/jobs/queue-groups.ts';
import { exportedFiles, findGenerator } from '../job-facts.ts';
import { TEXTS } from '../../../app/language/texts.ts';
import { kindTitle, REASON_LABELS } from '../../../app/language/labels.ts';

const T = TEXTS.queue.list;

/** Formats the second line below a job's name: recipe, the user’s generator and number of steps. */
export function rowSubline(
  job: Pick<Job, 'kind' | 'views' | 'status' | 'step' | 'steps'>,
  recipeTitle: string,
): string {
  const moving = queueGroupOf(job.status) === 'running' || job.status === 'unknown';
  const steps = moving ? T.step(job.step + 1, job.steps.length) : T.steps(job.steps.length);
  // Images are recognizable by their thumbnail; other kinds are named.
  const kind = job.kind === 'views' || job.kind === 'prompt' ? `${kindTitle(job)} · ` : '';
  const generator = findGenerator(job);
  return [`${kind}${recipeTitle}`, ...(generator ? [generator.name] : []), steps].join(' · ');
}

/** Formats the second line below a job's state if there is no progress bar: reason, time or result. */
export function rowDetail(
  job: Pick<Job, 'status' | 'error' | 'retryAt' | 'createdAt' | 'finishedAt' | 'artifacts'>,
): string {
  const finished = job.finishedAt === null ? '' : formatTime(job.finishedAt);
  switch (job.status) {
    case 'done':
      return T.filesAt(exportedFiles(job).length, finished);
    case 'failed':
      return job.error ? REASON_LABELS[job.error.code] : T.at(finished);
    case 'cancelled':
      return finished && T.at(finished);
    case 'unknown':
      if (job.retryAt !== null) return T.nextLook(formatTime(job.retryAt));
      return REASON_LABELS[job.error?.code ?? 'outcome_unknown'];
    case 'paused':
      return job.error ? REASON_LABELS[job.error.code] : TEXTS.queue.byYou;
    case 'offline':
      return T.byItself;
    case 'held':
      return job.error ? REASON_LABELS[job.error.code] : TEXTS.confirmation.detail;
    default:
      if (job.retryAt !== null) return T.again(formatTime(job.retryAt));
      if (job.status === 'waiting' && job.error) return REASON_LABELS[job.error.code];
      return T.since(formatTime(job.createdAt));
  }
}
