import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../api-error.ts';
import type { LocalCopy } from '../files/local-copy.ts';
import type { OutputStore } from '../files/output-store.ts';
import type { UploadStore } from '../files/upload-store.ts';
import type { WorkItem } from '../workers/work-queue.ts';
import type { JobSource, TaskJob, TaskRecord } from './task-record.ts';

/** Where the files of tasks are. */
export interface WorkFiles {
  readonly uploads: Pick<UploadStore, 'openCopy'>;
  readonly outputs: OutputStore;
}

/** Work for the engine, and the files that it reads. */
interface OpenWorkItem {
  readonly item: WorkItem;
  /** Ends the use of the files. */
  release(): Promise<void>;
}

/** A task that is about to run. */
type WorkTask = Pick<TaskRecord, 'id' | 'type'> & { readonly job: TaskJob };

/** The work of a task with its source files on this computer. Throws 2003 if one of them is gone. */
export async function openWorkItem({ id, type, job }: WorkTask, files: WorkFiles): Promise<OpenWorkItem> {
  const copies: LocalCopy[] = [];
  const release = async (): Promise<void> => {
    for (const copy of copies) await copy.release();
  };
  try {
    const sourcePaths: (string | null)[] = [];
    for (const source of job.sources) {
      const copy = source && (await openCopy(source, files));
      if (copy) copies.push(copy);
      sourcePaths.push(copy && copy.path);
    }
    const item = {
      taskId: id,
      operation: type,
      values: job.values,
      sourcePaths,
      folder: files.outputs.draftFolder(id),
    };
    return { item, release };
  } catch (error) {
    await release();
    throw error;
  }
}

async function openCopy(source: JobSource, { uploads, outputs }: WorkFiles): Promise<LocalCopy> {
  const copy =
    source.kind === 'upload' ? await uploads.openCopy(source) : await outputs.openCopy(source.taskId, source.fileName);
  if (!copy) throw new ApiError(2003, serviceMessage('task-failure.source-gone'));
  return copy;
}
