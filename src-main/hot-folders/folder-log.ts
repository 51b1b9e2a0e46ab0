import path from 'node:path';
import type { ErrorInfo } from '../../src-shared/base/errors.ts';
import {
  folderLogLine,
  isFolderProblem,
  MAX_FOLDER_LOG_LINES,
  type FolderEvent,
  type FolderLogLine,
} from '../../src-shared/hot-folders/folder-log.ts';
import type { HotFolderView } from '../../src-shared/hot-folders/hot-folder.ts';
import { appendLine, readLinesAs } from '../base/log/log-file.ts';
import { toFailure, type HotFolderEvent, type HotFolders } from './hot-folders.ts';

/** Maximum number of lines in memory, for all folders. */
const MAX_HELD = 4_000;

/** Maximum number of paths that are listed for one source. */
const MAX_PATHS = 8;

/** Filter for log entries. */
export interface FolderLogQuery {
  /** Id of a hot folder; null: all. */
  readonly folder: string | null;
  /** Only entries that may need action by the user. */
  readonly problems: boolean;
}

/** Events in the hot folders, of this run and earlier ones. */
export interface FolderLog {
  /** Newest first, at most `MAX_FOLDER_LINES`. */
  lines(wish: FolderLogQuery): FolderLogLine[];
  close(): void;
}

/** Path of the hot folder log of a home. */
export function folderLogPath(home: string): string {
  return path.join(home, 'logs', 'hot-folders.log');
}

/** The matching lines of a home, newest first; for processes that do not watch the folders themselves. */
export function readFolderLog(home: string, wish: FolderLogQuery): FolderLogLine[] {
  return choose(readLinesAs(folderLogPath(home), MAX_HELD, folderLogLine), wish);
}

/** Records the events of hot folders, in memory and in the home. */
export function createFolderLog(
  hotFolders: Pick<HotFolders, 'onEvent' | 'list'>,
  home: string,
  now: () => number,
): FolderLog {
  const file = folderLogPath(home);
  const earlier = readLinesAs(file, MAX_HELD, folderLogLine);
  let held = earlier.map((line, index) => ({ ...line, id: index - earlier.length - 1 }));
  let lastId = 0;
  /** The last message for each folder, to avoid repetitions. */
  const said = new Map<string, LoggedState>();

  const write = (folder: string, event: FolderEvent): void => {
    const line = { id: ++lastId, at: now(), folder, event };
    held.push(line);
    if (held.length > MAX_HELD * 1.25) held = held.slice(-MAX_HELD);
    appendLine(file, line);
  };
  const lookAt = (view: HotFolderView): void => {
    const before = said.get(view.id) ?? { state: null, asked: 0, problems: new Set<string>() };
    const asked = view.question?.jobs ?? 0;
    // Starting is brief and is over before the log is read.
    if (view.state !== before.state && view.state !== 'starting') {
      if (view.state !== 'waits_for_yes') write(view.id, { kind: 'state', state: view.state });
    }
    // Confirming some of them reduces the number without a new request.
    if (view.question && asked > before.asked)
      write(view.id, { kind: 'asked', jobs: view.question.jobs, total: view.question.total });
    for (const error of view.problems.toReversed()) {
      if (!before.problems.has(keyOf(error))) write(view.id, { kind: 'problem', error });
    }
    said.set(view.id, { state: view.state, asked, problems: new Set(view.problems.map(keyOf)) });
  };
  const record = (event: HotFolderEvent): void => {
    if (event.kind === 'changed') return hotFolders.list().forEach(lookAt);
    const logged = toLogEvent(event);
    if (logged) write(event.folder.id, logged);
    // A rejected file is also listed in the folder's problems.
    if (logged?.kind === 'problem') said.get(event.folder.id)?.problems.add(keyOf(logged.error));
  };
  const stop = hotFolders.onEvent(record);
  return { lines: (wish) => choose(held, wish), close: stop };
}

interface LoggedState {
  readonly state: HotFolderView['state'] | null;
  /** Jobs that wait for confirmation. */
  readonly asked: number;
  readonly problems: Set<string>;
}

function toLogEvent(event: Exclude<HotFolderEvent, { kind: 'changed' }>): FolderEvent | null {
  if (event.kind === 'archived') {
    const { job, paths } = event;
    return paths.length > 0 ? { kind: 'archived', name: job.name, paths: paths.slice(0, MAX_PATHS) } : null;
  }
  if (event.kind === 'failed') {
    const { job } = event;
    return { kind: 'failed', name: job.name, jobId: job.id, error: toFailure(job) };
  }
  const { result } = event;
  const { name, files } = result.unit;
  if (result.kind === 'job') return { kind: 'job_created', name, files: files.length, jobId: result.jobId };
  if (result.kind === 'known') return { kind: 'known', name };
  // A file that just changed is reported again when it is complete.
  return result.kind === 'refused' ? { kind: 'problem', error: result.error } : null;
}

function choose(lines: readonly FolderLogLine[], { folder, problems }: FolderLogQuery): FolderLogLine[] {
  return lines
    .filter((line) => (folder === null || line.folder === folder) && (!problems || isFolderProblem(line.event)))
    .slice(-MAX_FOLDER_LOG_LINES)
    .reverse();
}

function keyOf({ code, subject, detail }: ErrorInfo): string {
  return JSON.stringify([code, subject, detail]);
}
