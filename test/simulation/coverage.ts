import { JOB_STATUSES, type JobStatus } from '../../src-shared/jobs/job.ts';
import type { JobRecord } from '../../src-main/pipeline/job-record.ts';
import type { Intent } from '../../src-main/pipeline/intent.ts';

/** How often each state was entered from each other state, by subject: `job: running → done`. */
export type Coverage = ReadonlyMap<string, number>;

/** Counts the transitions of one simulated world. */
export interface CoverageRecorder {
  /** A job was saved. */
  addJob(record: Pick<JobRecord, 'id' | 'status' | 'error'>): void;
  /** An intent was changed; null: it did not exist before. */
  addIntent(before: Intent['state'] | null, after: Intent['state']): void;
  readonly counts: Coverage;
}

const INTENT_STATES: Readonly<Record<Intent['state'], true>> = {
  prepared: true,
  sending: true,
  bound: true,
  rejected: true,
  ambiguous: true,
  abandoned: true,
};
/** Where a job or an intent comes from when it is created. */
const NONE = 'new';

/** A recorder without transitions. */
export function createCoverageRecorder(): CoverageRecorder {
  const counts = new Map<string, number>();
  const statuses = new Map<string, JobStatus>();
  const count = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  return {
    counts,
    addJob: ({ id, status, error }) => {
      const before = statuses.get(id) ?? NONE;
      if (before === status) return;
      statuses.set(id, status);
      count(`job: ${before} → ${status}`);
      if (status === 'failed' && error) count(`error: ${error.code}`);
    },
    addIntent: (before, after) => {
      if (before !== after) count(`intent: ${before ?? NONE} → ${after}`);
    },
  };
}

/** The sum of several coverages. */
export function mergeCoverage(coverages: Iterable<Coverage>): Coverage {
  const sum = new Map<string, number>();
  for (const counts of coverages) for (const [key, times] of counts) sum.set(key, (sum.get(key) ?? 0) + times);
  return sum;
}

/** States of jobs and intents that no world entered: `job: held`. */
export function listUnreachedStates(coverage: Coverage): string[] {
  const entered = new Set([...coverage.keys()].map((key) => key.replace(/: .* → /, ': ')));
  const all = [
    ...JOB_STATUSES.map((status) => `job: ${status}`),
    ...Object.keys(INTENT_STATES).map((state) => `intent: ${state}`),
  ];
  return all.filter((state) => !entered.has(state));
}

/** The transitions and errors with their counts, one line each, the most frequent of each subject first. */
export function formatCoverage(coverage: Coverage): string {
  const subjectOf = (key: string): string => key.slice(0, key.indexOf(':'));
  const rows = [...coverage].sort(
    ([a, timesA], [b, timesB]) => subjectOf(a).localeCompare(subjectOf(b)) || timesB - timesA || a.localeCompare(b),
  );
  return rows.map(([key, times]) => `${String(times).padStart(10)}  ${key}`).join('\n');
}
