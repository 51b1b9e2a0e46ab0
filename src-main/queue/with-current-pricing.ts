import type { JobRecord } from '../pipeline/job-record.ts';

/** The job with its current pricing: steps not ordered yet are free if its service is free now; absent: as when the job was added. */
export function withCurrentPricing(record: JobRecord, free: boolean = record.free): JobRecord {
  const isTouched = record.steps.some(({ taskId, status }) => taskId !== null || status !== 'waiting');
  return isTouched || free === record.free ? record : { ...record, free };
}
