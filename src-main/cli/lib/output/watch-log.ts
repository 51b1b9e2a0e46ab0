import path from 'node:path';
import { describeError } from '../../../../src-shared/messages/describe-error.ts';
import { groupThousands } from '../../../../src-shared/base/group-thousands.ts';
import { toErrorInfo, type ErrorInfo } from '../../../../src-shared/base/errors.ts';
import type { HotFolderView } from '../../../../src-shared/hot-folders/hot-folder.ts';
import type { JobStatus } from '../../../../src-shared/jobs/job.ts';
import { creditsName } from '../../../../src-shared/jobs/test-credits.ts';
import type { DeliveryView } from '../../../../src-shared/delivery/delivery-view.ts';
import type { AppParts } from '../../../app.ts';
import { createReceiptWatcher } from '../../../dcc/receipts/receipt-watcher.ts';
import type { HotFolderEvent } from '../../../hot-folders/hot-folders.ts';
import { maskControlCharacters } from '../../../base/mask-control-characters.ts';
import { toJobReport } from './job-report.ts';
import { toJson } from './to-json.ts';
import { toEnglish } from '../../../../src-shared/messages/english.ts';

/** Prints events to stdout: one line of text or JSON each. */
export interface WatchLog {
  event(event: string, text: string, more?: Readonly<Record<string, unknown>>): void;
  problem(error: unknown): void;
  /** Number of rejected sources and failed jobs so far. */
  failures(): number;
  close(): void;
}

/** Words for a folder that enters a state; other states are not printed. */
const STATE_WORDS: Readonly<Partial<Record<HotFolderView['state'], string>>> = {
  watching: 'is watched',
  polling: 'is checked every few seconds',
  short_of_watches: 'is checked every few seconds, because the system is out of file watches',
  gone: 'is missing or unreadable; it is checked every few seconds',
  elsewhere: 'is watched by another Dropforge, which processes its files',
  off_hours: 'is outside its hours',
};

/** States of a job that does not continue at once; with an error they are printed. */
const WAITING: readonly JobStatus[] = ['waiting', 'offline', 'paused'];

/** Reports events of the hot folders, the queue and the receipts in the output folders until it is closed. */
export function createWatchLog(
  { hotFolders, queue }: Pick<AppParts, 'hotFolders' | 'queue'>,
  outputs: readonly string[],
  json: boolean,
): WatchLog {
  const states = new Map<string, string>();
  const questions = new Map<string, string>();
  const ended = new Set<string>();
  const printed = new Set<unknown>();
  let failures = 0;

  const say: WatchLog['event'] = (event, text, more = {}) => {
    const at = new Date().toISOString();
    process.stdout.write(
      json ? `${toJson({ at, event, ...more, text })}\n` : `${at.slice(11, 19)} ${maskControlCharacters(text)}\n`,
    );
  };
  const sayOnce = (key: string, event: string, text: string, more: Readonly<Record<string, unknown>>): void => {
    if (printed.has(key)) return;
    printed.add(key);
    say(event, text, more);
  };

  const sayFolder = (view: HotFolderView): void => {
    const { id, folder, state, question, error, problems } = view;
    const about = { folder, id };
    if (states.get(id) !== state) {
      states.set(id, state);
      const words = STATE_WORDS[state];
      if (words) say('state', `${folder} ${words}.`, { ...about, state });
    }
    const asked = question ? `${question.jobs} ${question.total}` : '';
    if (questions.get(id) !== asked) {
      questions.set(id, asked);
      if (question) say('question', toQuestion(folder, question), { ...about, question });
    }
    for (const problem of error ? [error, ...problems] : problems) {
      const { happened, next } = describeError(problem);
      sayOnce(JSON.stringify([id, problem]), 'problem', `${happened} ${next}`, { ...about, code: problem.code });
    }
  };

  /** One error usually concerns many jobs of a folder, so that only the first is named. */
  const sayWaiting = (id: string, error: ErrorInfo): void => {
    const { name, origin } = queue.find(id) ?? {};
    const { happened, next } = describeError(error, name);
    const more = { job: id, code: error.code };
    sayOnce(JSON.stringify([origin, error.code]), 'waiting', `${name ?? id}: ${happened} ${next}`, more);
  };

  const onFolderEvent = (event: HotFolderEvent): void => {
    if (event.kind === 'changed') hotFolders.list().forEach(sayFolder);
    else if (event.kind === 'processed') {
      const { result } = event;
      if (result.kind === 'refused') failures++;
      if (result.kind === 'job')
        say('job_created', `Added ${result.unit.name} as job ${result.jobId.slice(0, 8)}.`, { job: result.jobId });
    } else if (event.kind === 'archived' && event.paths.length > 0) {
      const { job, paths } = event;
      say('archived', `Moved ${job.name} to ${paths.join(', ')}.`, { job: job.id, paths });
    }
  };

  const onDelivery = (delivery: DeliveryView): void => {
    const { name, target, status, seconds, warnings, contradictions } = delivery;
    if (status !== 'imported' && status !== 'failed') return;
    const how =
      status === 'imported' ? `was imported in ${target} after ${seconds ?? '?'} s.` : `was not imported in ${target}.`;
    say(status, [`${name} ${how}`, ...contradictions.map(toEnglish), ...warnings.map(toEnglish)].join(' '), {
      delivery,
    });
  };
  const receipts = outputs.map((folder) => createReceiptWatcher(folder));

  const stops = [
    ...receipts.map((watch) => {
      // The first call reports earlier deliveries.
      let isFirst = true;
      return watch.subscribe(({ changed }) => {
        if (!isFirst) changed.forEach(onDelivery);
        isFirst = false;
      });
    }),
    hotFolders.onEvent(onFolderEvent),
    queue.onChange(({ jobs }) => {
      for (const { id, finishedAt, status, error } of jobs) {
        if (finishedAt === null) ended.delete(id);
        if (error && WAITING.includes(status)) sayWaiting(id, error);
        if (finishedAt === null || ended.has(id)) continue;
        ended.add(id);
        const record = queue.find(id);
        if (!record) continue;
        const report = toJobReport(record);
        if (report.status !== 'done') failures++;
        const places = [...new Set(report.artifacts.map((artifact) => path.dirname(artifact.path)))];
        const text = report.error ?? `${record.name} is ${report.status}: ${places.join(', ')}`;
        say(report.status, text, { job: id, report });
      }
    }),
  ];

  return {
    event: say,
    problem: (error) => {
      const { happened, next } = describeError(toErrorInfo(error));
      say('problem', `${happened} ${next}`);
    },
    failures: () => failures,
    close: () => {
      for (const stop of stops) stop();
      for (const watch of receipts) watch.close();
    },
  };
}

function toQuestion(folder: string, question: NonNullable<HotFolderView['question']>): string {
  const jobs = question.jobs === 1 ? '1 job' : `${question.jobs} jobs`;
  const total = groupThousands(question.total);
  const price = question.unknown > 0 ? `at least ${total}` : total;
  const again = question.isAgain
    ? ' Some may have been charged before: check “dropforge queue list” and “dropforge queue found” first; --yes skips them.'
    : '';
  const next =
    'Run “dropforge queue confirm” after this has ended, or start again with --yes. With --cap N that many credits a day need no confirmation.';
  return `${jobs} of ${folder}: ${price} ${creditsName(question.test)} await confirmation.${again} ${next}`;
}
