import { taskId } from '../../../src-shared/api/protocol/task.ts';
import type { LocalCopy } from './local-copy.ts';

/** The output files of tasks, by task and file name. */
export interface OutputStore {
  /** The local folder for a task's unfinished files; it is not served. The caller empties it first and flushes each file. */
  draftFolder(id: string): string;
  /**
   * Publishes a task's finished folder durably; resolves with the published name of each of its files. An earlier one of
   * the same task is replaced, but files of different attempts that are numbered do not replace each other: a worker that
   * lost its claim may still be writing.
   */
  publish(id: string, attempt?: number): Promise<(fileName: string) => string>;
  /** Deletes the unfinished files of a task on this computer. */
  discardDraft(id: string): Promise<void>;
  /** Deletes all files of a task. */
  discard(id: string): Promise<void>;
  /** Deletes the published files of a task except these. */
  keepOnly(id: string, fileNames: readonly string[]): Promise<void>;
  /** True if the file is published. */
  has(id: string, fileName: string): Promise<boolean>;
  /** A published file; null when there is none. Throws 2003 if its bytes are not those that were published. */
  openCopy(id: string, fileName: string): Promise<LocalCopy | null>;
  /** Deletes all drafts; call it while no task runs. */
  sweep(): Promise<void>;
}

const FILE_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** True for an id and a file name that an output can have: no separators, no leading dot. */
export function isOutputName(id: string, fileName: string): boolean {
  return taskId.safeParse(id).success && FILE_NAME.test(fileName);
}
