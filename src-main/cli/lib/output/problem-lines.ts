import type { Job } from '../../../../src-shared/jobs/job.ts';
import { describeError } from '../../../../src-shared/messages/describe-error.ts';

/** The part of a job that decides if it has a problem. */
type Troubled = Pick<Job, 'id' | 'name' | 'status' | 'error'>;

/**
 * Finds the lines to print about jobs that wait because of an error. One error usually concerns many jobs, so a line is
 * printed for the first of them only, and again once no job has it any more.
 */
export function createProblemLines(): (jobs: readonly Troubled[]) => string[] {
  const textOf = new Map<string, string>();
  const jobsOf = new Map<string, number>();

  const set = (id: string, text: string | null): boolean => {
    const before = textOf.get(id) ?? null;
    if (before === text) return false;
    if (before !== null) {
      const left = (jobsOf.get(before) ?? 1) - 1;
      if (left > 0) jobsOf.set(before, left);
      else jobsOf.delete(before);
      textOf.delete(id);
    }
    if (text === null) return false;
    const others = jobsOf.get(text) ?? 0;
    textOf.set(id, text);
    jobsOf.set(text, others + 1);
    return others === 0;
  };
  return (jobs) =>
    jobs.flatMap((job) => {
      const text = findProblem(job);
      return set(job.id, text) ? [`${job.name}: ${text}`] : [];
    });
}

function findProblem({ name, status, error }: Troubled): string | null {
  if (error === null || (status !== 'waiting' && status !== 'offline')) return null;
  const { happened, next } = describeError(error, name);
  return `${happened} ${next}`;
}
