import type { JobRecord } from '../pipeline/job-record.ts';

/** The job as it will cost: what nothing was ordered for yet is free, or not, as its service is now; absent: as it was when it was added. */
export function withCurrentPricing(record: JobRecord, free: boolean = record.free): JobRecord {
  const isTouched = record.steps.some(({ taskId, status }) => taskId !== null || status !== 'waiting');
  return isTouched || free === record.free ? record : { ...record, free };
}
