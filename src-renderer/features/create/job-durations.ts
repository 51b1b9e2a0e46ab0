import type { Job } from '../../../src-shared/jobs/job.ts';

/** How long a job of a recipe usually takes. */
export interface JobDuration {
  readonly ms: number;
  /** Number of finished jobs it is the median of. */
  readonly jobs: number;
}

/** Number of latest jobs that count. */
const WINDOW = 15;

/** Medians of the latest finished jobs by `durationKey`. */
export function findJobDurations(jobs: readonly Job[]): ReadonlyMap<string, JobDuration> {
  const finished = jobs
    .filter(({ status, tookMs }) => status === 'done' && tookMs !== null)
    .sort((one, other) => (other.finishedAt ?? 0) - (one.finishedAt ?? 0));
  const groups = Map.groupBy(finished, ({ recipe, serviceKind }) => durationKey(recipe, serviceKind));
  return new Map([...groups].map(([key, alike]) => [key, medianOf(alike.slice(0, WINDOW))]));
}

/** Jobs with the same recipe and kind of service take about as long. */
export function durationKey(recipe: string, serviceKind: Job['serviceKind']): string {
  return `${serviceKind} ${recipe}`;
}

function medianOf(jobs: readonly Job[]): JobDuration {
  const sorted = jobs.map(({ tookMs }) => tookMs ?? 0).sort((one, other) => one - other);
  return { ms: sorted[Math.floor((sorted.length - 1) / 2)] ?? 0, jobs: sorted.length };
}
