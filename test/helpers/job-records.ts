import { createJobRecord } from '../../src-main/queue/new-job.ts';
import type { JobRecord } from '../../src-main/pipeline/job-record.ts';
import type { Format } from '../../src-shared/formats.ts';
import { SYSTEM } from '../../src-main/system/system.ts';

/** A job that nothing has happened to yet, with what a test wants different. */
export function buildJob(patch: Partial<JobRecord> = {}, formats: readonly Format[] = ['glb']): JobRecord {
  const source = { path: '/nowhere/chair.png', kind: 'picture', bytes: 3 } as const;
  const order = { formats, serviceKind: 'cloud', free: false, outFolder: null } as const;
  return {
    ...createJobRecord(source, order, 1, { ...SYSTEM, clock: { ...SYSTEM.clock, now: () => 1_000 } }),
    ...patch,
  };
}
