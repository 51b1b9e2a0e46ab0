/** Longest name; main's own limit. */
const LONGEST: typeof import('../../../src-shared/jobs/job-marks.ts').MAX_JOB_NAME_LENGTH = 200;

/** A job's name as main keeps it; null when it can be none. */
export function parseJobName(typed: string): string | null {
  const name = typed.trim();
  return name !== '' && name.length <= LONGEST && !/\p{Cc}/u.test(name) ? name : null;
}
