import path from 'node:path';
import type { FileReader } from '../readers/file-reader.ts';
import { makeJobFolder } from '../pipeline/make-job-folder.ts';
import { THUMBNAIL } from '../pipeline/steps/prepare.ts';
import type { JobRecord } from '../pipeline/job-record.ts';
import type { Trash } from './library/trash.ts';
import type { QueueParts } from './queue-parts.ts';

/** Creates thumbnails of jobs that have not started, because their images are not prepared yet. */
export interface UnpreparedThumbnails {
  /** Requests thumbnails for the visible jobs, one by one, and cancels earlier requests. */
  make(ids: readonly string[]): void;
  close(): void;
}

/** Each image is tried once; its errors are reported when its job starts. */
export function createUnpreparedThumbnails(
  {
    list,
    system,
    jobFolder,
    trash,
  }: Pick<QueueParts, 'list' | 'system' | 'jobFolder'> & {
    readonly trash: Pick<Trash, 'find'>;
  },
  reader: Pick<FileReader, 'read'>,
): UnpreparedThumbnails {
  const tried = new Set<string>();
  let wanted: readonly string[] = [];
  let isBusy = false;

  const makeOne = async (id: string): Promise<void> => {
    const record = list.get(id);
    const source = record?.sources[0];
    const hasPicture = record?.kind === 'picture' || record?.kind === 'views';
    if (!source || !hasPicture || !hasNotStarted(record) || record.hasThumbnail || tried.has(id)) return;
    tried.add(id);
    const folder = jobFolder(id);
    try {
      await makeJobFolder(folder, system.disk);
      const { hasThumbnail } = await reader.read('inspect-source', {
        kind: 'picture',
        path: source.path,
        thumbnailPath: path.join(folder, THUMBNAIL),
        subject: source.name,
      });
      const current = list.get(id);
      // A job that has started meanwhile prepares its own.
      if (current && hasNotStarted(current)) list.save({ ...current, hasThumbnail });
      // The folder was deleted and created again in the meantime.
      else if (!current && !trash.find(id)) await system.disk.remove(folder);
    } catch {
      // The job is not affected: its image is prepared when it starts.
    }
  };

  return {
    make: (ids) => {
      wanted = ids;
      if (isBusy) return;
      isBusy = true;
      void (async () => {
        for (let [id] = wanted; id !== undefined; [id] = wanted) {
          wanted = wanted.slice(1);
          await makeOne(id);
        }
        isBusy = false;
      })();
    },
    close: () => {
      wanted = [];
    },
  };
}

function hasNotStarted({ status }: Pick<JobRecord, 'status'>): boolean {
  return status === 'held' || status === 'waiting' || status === 'paused';
}
