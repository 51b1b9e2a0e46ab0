import path from 'node:path';
import { createJobRecord } from '../../src-main/queue/create-job-records.ts';
import type { JobRecord, SourceFile } from '../../src-main/pipeline/job-record.ts';
import type { MeshFormat } from '../../src-shared/formats/formats.ts';
import { SYSTEM } from '../../src-main/base/system.ts';

/** A job that nothing has happened to yet, with what a test wants different. */
export function buildJob(patch: Partial<JobRecord> = {}, formats: readonly MeshFormat[] = ['glb']): JobRecord {
  const source = { path: '/nowhere/chair.png', kind: 'picture', bytes: 3 } as const;
  const options = { formats, serviceKind: 'cloud', free: false, outFolder: null } as const;
  return {
    ...createJobRecord(source, options, 1, { ...SYSTEM, clock: { ...SYSTEM.clock, now: () => 1_000 } }),
    ...patch,
  };
}

/** A file the person gave, as nothing has happened to it yet. */
export function buildSource(file: string, patch: Partial<SourceFile> = {}): SourceFile {
  return { slot: null, name: path.basename(file), path: file, bytes: 3, token: null, ...patch };
}

/** The job with its only file at the service. */
export function uploaded(job: JobRecord, token: string): JobRecord {
  return { ...job, sources: job.sources.map((source) => ({ ...source, token: { token, issuedAt: 1_000 } })) };
}
