import { AppError } from '../../src-shared/base/errors.ts';
import type { MeshFormat } from '../../src-shared/formats/formats.ts';
import { message } from '../../src-shared/messages/message.ts';
import type { JobRecord } from '../pipeline/job-record.ts';
import type { Queue } from '../queue/queue.ts';

/** Jobs to export in one more format. */
interface SortedExports {
  /** Jobs that can be exported. */
  readonly due: readonly JobRecord[];
  /** Why the others cannot. */
  readonly refused: readonly AppError[];
}

/** The files of jobs that were exported in a format before: artifact ids by job id. */
export async function findExportedFiles(
  queue: Pick<Queue, 'find' | 'findExported'>,
  ids: readonly string[],
  format: MeshFormat,
): Promise<ReadonlyMap<string, string>> {
  const files = await Promise.all(
    [...new Set(ids)].map(async (id) => {
      const record = queue.find(id);
      const file = record ? await queue.findExported(record, format) : null;
      return file ? [[id, file.id] as const] : [];
    }),
  );
  return new Map(files.flat());
}

/** Sorts the jobs whose file does not exist yet. Throws the first reason if there is neither a file nor a job to export. */
export function sortExports(
  queue: Pick<Queue, 'find' | 'findExportRefusal'>,
  ids: readonly string[],
  format: MeshFormat,
  existing: ReadonlyMap<string, string>,
): SortedExports {
  const due: JobRecord[] = [];
  const refused: AppError[] = [];
  for (const id of new Set(ids)) {
    if (existing.has(id)) continue;
    const record = queue.find(id);
    const refusal = record ? queue.findExportRefusal(record, format) : notInQueue();
    if (refusal) refused.push(refusal);
    else if (record) due.push(record);
  }
  if (refused[0] && existing.size === 0 && due.length === 0) throw refused[0];
  return { due, refused };
}

function notInQueue(): AppError {
  return new AppError('not_found', message('jobs.not-in-queue'));
}
