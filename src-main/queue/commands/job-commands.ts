import type { AppError } from '../../../src-shared/base/errors.ts';
import type { MeshFormat } from '../../../src-shared/formats/formats.ts';
import type { JobMarks } from '../../../src-shared/jobs/job-marks.ts';
import type { Priority } from '../../../src-shared/jobs/priority.ts';
import type { ArtifactRecord, JobRecord } from '../../pipeline/job-record.ts';
import type { QueueParts } from '../queue-parts.ts';
import { cancelJobs, type CancelResult } from './cancel-jobs.ts';
import { confirmJobs } from './confirm-jobs.ts';
import { exportJob, findExported, findExportRefusal } from './export-job.ts';
import { markJobs } from './mark-jobs.ts';
import { addOperation, findOperationRefusal, type RequestedStep } from './add-operation.ts';
import { moveJobs, setPriority, type MoveTarget } from './move-jobs.ts';
import { repeatJob, type ChosenGenerator } from './repeat-job.ts';
import { resolveCharge, type Resolution } from './resolve-charge.ts';
import { retryJobs } from './retry-jobs.ts';
import { uncancelJobs } from './uncancel-jobs.ts';

/** User commands on existing jobs. */
export interface JobCommands {
  retry(ids: readonly string[]): void;
  /** Stops before the next charge; a step that was sent is still downloaded. */
  cancel(ids: readonly string[]): CancelResult;
  /** Puts cancelled jobs back as they were before; nothing is sent twice. Returns the ids of those put back. */
  uncancel(ids: readonly string[]): string[];
  /** Starts jobs that wait for confirmation; the caller has checked that their cost is confirmed. */
  confirm(ids: readonly string[]): void;
  /** Exports a finished job in one more format: at once if it exists, otherwise with one more step. */
  exportAs(id: string, format: MeshFormat): void;
  /** See `findExportRefusal`. */
  findExportRefusal(record: JobRecord, format: MeshFormat): AppError | null;
  /** See `findExported`. */
  findExported(record: JobRecord, format: MeshFormat): Promise<ArtifactRecord | null>;
  /** Adds an operation to a finished job as one more step; existing results are kept. */
  operate(id: string, wanted: RequestedStep): void;
  /** See `findOperationRefusal`. */
  findOperationRefusal(record: JobRecord, wanted: RequestedStep): AppError | null;
  resolve(id: string, by: Resolution): void;
  move(ids: readonly string[], place: MoveTarget): void;
  prioritise(ids: readonly string[], priority: Priority): void;
  /** Sets the ratings, tags and collections of jobs. */
  mark(ids: readonly string[], marks: JobMarks): void;
  /** Creates a job like this one, with the same seeds or new ones; returns it. */
  repeat(id: string, seeds: 'same' | 'new', generator?: ChosenGenerator | null): JobRecord;
}

/** The commands on the jobs of a queue. */
export function createJobCommands(parts: QueueParts): JobCommands {
  return {
    retry: (ids) => retryJobs(parts, ids),
    cancel: (ids) => cancelJobs(parts, ids),
    confirm: (ids) => confirmJobs(parts, ids),
    uncancel: (ids) => uncancelJobs(parts, ids),
    exportAs: (id, format) => exportJob(parts, id, format),
    findExportRefusal: (record, format) => findExportRefusal(parts, record, format),
    findExported: (record, format) => findExported(parts, record, format),
    operate: (id, wanted) => addOperation(parts, id, wanted),
    findOperationRefusal: (record, wanted) => findOperationRefusal(parts, record, wanted),
    resolve: (id, by) => resolveCharge(parts, id, by),
    move: (ids, place) => moveJobs(parts, ids, place),
    prioritise: (ids, priority) => setPriority(parts, ids, priority),
    mark: (ids, marks) => markJobs(parts, ids, marks),
    repeat: (id, seeds, generator) => repeatJob(parts, id, seeds, generator),
  };
}
