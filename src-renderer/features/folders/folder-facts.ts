import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { HotFolderState, HotFolderView, Schedule } from '../../../src-shared/hot-folders/hot-folder.ts';
import { isNonZeroAmount } from '../../app/credit-amounts.ts';
import { localizedError } from '../../app/language/error-text.ts';
import { formatAmount } from '../../app/language/format.ts';
import type { Tone } from '../queue/job-facts.ts';
import { exceededCapSentences } from '../create/texts/plan-labels.ts';
import { TEXTS } from '../../app/language/texts.ts';
import { joinSentences, testSentence } from '../../app/language/labels.ts';

const T = TEXTS.folders;

const TONES: Readonly<Record<HotFolderState, Tone>> = {
  starting: 'grey',
  watching: 'green',
  polling: 'blue',
  short_of_watches: 'amber',
  gone: 'amber',
  elsewhere: 'amber',
  waits_for_yes: 'amber',
  off_hours: 'grey',
  paused: 'grey',
  refused: 'red',
};

/** Returns the status colour of a hot folder. */
export function folderTone(state: HotFolderState): Tone {
  return TONES[state];
}

/** Explains a folder's state and the next step; empty if the state label says it all. */
export function folderHint({ state, error, schedule }: Pick<HotFolderView, 'state' | 'error' | 'schedule'>): string {
  if (state === 'off_hours') return schedule ? T.offHours(schedule.from) : '';
  if (state === 'refused' && error) return errorSentence(error);
  return state in T.notes ? T.notes[state as keyof typeof T.notes] : error ? errorSentence(error) : '';
}

/** Formats an error as one line: what happened and what to do. */
export function errorSentence(error: ErrorInfo): string {
  const { happened, next } = localizedError(error);
  return joinSentences([happened, next]);
}

/** Formats a folder's schedule: `Mo–Fr 22:30 to 06:00`; empty if it is always active. */
export function scheduleLabel(schedule: Schedule | null): string {
  if (!schedule) return '';
  const { days, from, until } = schedule;
  const sorted = [...new Set(days)].sort((one, other) => weekday(one) - weekday(other));
  const isRun = sorted.every((day, index) => index === 0 || weekday(day) === weekday(sorted[index - 1] ?? 0) + 1);
  const names = sorted.map((day) => T.dayNames[day] ?? '');
  const some = isRun && names.length > 2 ? T.dayRun(names[0] ?? '', names.at(-1) ?? '') : T.someDays(names);
  return T.schedule(names.length === 7 ? '' : some, from, until);
}

/** Describes the jobs awaiting confirmation: how many, why, and at what cost. */
export function confirmationSentences(
  question: NonNullable<HotFolderView['question']>,
  { name, mostAtOnce }: Pick<HotFolderView, 'name' | 'mostAtOnce'>,
): readonly string[] {
  const { jobs, total, unknown, over, isMany, isAgain } = question;
  return [
    isMany ? T.question.many(jobs, mostAtOnce) : T.question.some(jobs),
    isAgain ? T.question.again : '',
    isNonZeroAmount(total) ? T.question.total(formatAmount(total)) : unknown > 0 ? '' : T.question.free,
    unknown > 0 ? T.question.unknown(unknown) : '',
    isNonZeroAmount(total) ? testSentence(question) : '',
    // A plan for one folder can only exceed that folder's own cap.
    ...exceededCapSentences({ over }, () => name),
  ].filter((sentence) => sentence !== '');
}

/** Returns the label of the confirm button, with the amount to be charged. */
export function folderConfirmLabel({ jobs, total, unknown }: NonNullable<HotFolderView['question']>): string {
  return (unknown > 0 ? T.question.yesUnknown : T.question.yes)(jobs, formatAmount(total));
}

/** Returns the folders with jobs awaiting confirmation. */
export function foldersAwaitingConfirmation(folders: readonly HotFolderView[]): HotFolderView[] {
  return folders.filter(({ question }) => question !== null);
}

/** Returns the index of a weekday, with Monday first. */
function weekday(day: number): number {
  return (day + 6) % 7;
}
