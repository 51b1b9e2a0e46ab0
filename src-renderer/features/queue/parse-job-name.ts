/** Maximum length, the same as in the main process. */
const MAX_LENGTH: typeof import('../../../src-shared/jobs/job-marks.ts').MAX_JOB_NAME_LENGTH = 200;

/** Normalizes a job name; null if it is invalid. */
export function parseJobName(typed: string): string | null {
  const name = typed.trim();
  return name !== '' && name.length <= MAX_LENGTH && !/\p{Cc}/u.test(name) ? name : null;
}
