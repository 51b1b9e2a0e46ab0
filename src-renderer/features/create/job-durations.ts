import type { Job } from '../../../src-shared/jobs/job.ts';

/** How long a job of a recipe usually takes. */
export interface JobDuration {
  readonly ms: number;
  /** Number of finished jobs it is the median of. */
  readonly jobs: number;
  /** Time per job while jobs run: shorter than `ms` if several ran at once. */
  readonly apartMs: number;
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
  const apartMs = busyTime(jobs) / jobs.length;
  return { ms: sorted[Math.floor((sorted.length - 1) / 2)] ?? 0, jobs: sorted.length, apartMs };
}

/** Time during which at least one of the jobs ran. */
function busyTime(jobs: readonly Job[]): number {
  const runs = jobs.map(({ finishedAt, tookMs }) => ({ from: (finishedAt ?? 0) - (tookMs ?? 0), to: finishedAt ?? 0 }));
  let [total, until] = [0, -Infinity];
  for (const { from, to } of runs.sort((one, other) => one.from - other.from)) {
    total += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return total;
}

/** How long a number of jobs will take together. */
export function totalDuration({ ms, apartMs }: JobDuration, jobs: number): number {
  return Math.max(ms, jobs * apartMs);
}
