import type { FolderEvent, FolderLogLine } from '../../../src-shared/hot-folders/folder-log.ts';
import { ARCHIVE_FOLDERS } from '../../../src-shared/hot-folders/hot-folder.ts';
import { errorSentence, folderTone } from './folder-facts.ts';
import { folders } from './folders.svelte.ts';
import type { Tone } from '../queue/job-facts.ts';
import { callOrNotify } from '../../app/notices.svelte.ts';
import { formatAmount } from '../../app/language/format.ts';
import { TEXTS } from '../../app/language/texts.ts';
import { FOLDER_LOG } from './texts/folder-log-labels.ts';

const T = FOLDER_LOG;

/** State of the hot folder log. */
class FolderLog {
  /** Id of the hot folder to show; null for all. */
  folder = $state<string | null>(null);
  problems = $state(false);
  /** Newest first; null until the main process has answered. */
  lines = $state.raw<readonly FolderLogLine[] | null>(null);
  #isReading = false;
  #isStale = false;

  /** Reads the matching lines. Calls during a read cause one more read. */
  async read(): Promise<void> {
    this.#isStale = true;
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#isStale) {
      this.#isStale = false;
      const lines = await callOrNotify('folders:log', { folder: this.folder, problems: this.problems });
      this.lines = lines ?? this.lines ?? [];
    }
    this.#isReading = false;
  }
}

export const folderLog = new FolderLog();

/** Describes a folder event. */
function eventText(event: FolderEvent): string {
  switch (event.kind) {
    case 'job_created':
      return T.events.job_created(event.name, event.files);
    case 'known':
      return T.events.known(event.name);
    case 'failed':
      return T.events.failed(event.name, errorSentence(event.error));
    case 'archived':
      return T.events.archived(event.name, event.paths[0] ?? '', event.paths.length - 1);
    case 'asked':
      return T.events.asked(event.jobs, formatAmount(event.total));
    case 'state':
      return TEXTS.folders.states[event.state];
    case 'problem':
      return errorSentence(event.error);
  }
}

/** Returns the status colour of a folder event. */
export function eventTone(event: FolderEvent): Tone {
  if (event.kind === 'problem' || event.kind === 'failed') return 'red';
  if (event.kind === 'asked') return 'amber';
  if (event.kind === 'state') return folderTone(event.state);
  return event.kind === 'known' || isMovedToFailed(event) ? 'grey' : 'green';
}

/** True if a source was moved because its job failed or was cancelled. */
export function isMovedToFailed(event: FolderEvent): boolean {
  return event.kind === 'archived' && event.paths[0]?.split(/[/\\]/)[0] === ARCHIVE_FOLDERS.failed;
}

/** Describes a log line, prefixed with its folder if lines of several folders are shown. */
export function logLineText({ folder, event }: FolderLogLine, isOfAll: boolean): string {
  return isOfAll ? T.line(folders.nameOf(folder), eventText(event)) : eventText(event);
}
