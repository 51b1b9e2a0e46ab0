import path from 'node:path';
import { describeError } from '../../../../src-shared/messages/error-messages.ts';
import { toErrorInfo } from '../../../../src-shared/base/errors.ts';
import type { HotFolderView } from '../../../../src-shared/hot-folders/hot-folder.ts';
import type { DeliveryView } from '../../../../src-shared/delivery/delivery-view.ts';
import type { AppParts } from '../../../app.ts';
import { createReceiptWatcher } from '../../../dcc/receipts/receipt-watcher.ts';
import type { HotFolderListener } from '../../../hot-folders/hot-folders.ts';
import { maskControlCharacters } from './mask-control-characters.ts';
import { toJobReport } from './job-report.ts';

/** Tells on standard output what happens: a line of text for each thing, or a line of JSON. */
export interface WatchLog {
  say(event: string, text: string, more?: Readonly<Record<string, unknown>>): void;
  trouble(error: unknown): void;
  /** Sources refused and jobs that did not succeed so far. */
  failures(): number;
  close(): void;
}

/** What is said of a folder when it comes to that state; others are not worth a line. */
const STATE_WORDS: Readonly<Partial<Record<HotFolderView['state'], string>>> = {
  watching: 'is watched',
  polling: 'is looked through every few seconds',
  short_of_watches: 'is looked through every few seconds: the system has no more watches to give',
  gone: 'is not there or cannot be read; it is looked for every few seconds',
  elsewhere: 'is watched by another Dropforge; files there are made once, by that one',
  off_hours: 'takes nothing outside of its hours',
};

/** Listens to the hot folders, the queue and the receipts in the folders of results until it is closed. */
export function createWatchLog(
  { hotFolders, queue }: Pick<AppParts, 'hotFolders' | 'queue'>,
  outputs: readonly string[],
  json: boolean,
): WatchLog {
  const states = new Map<string, string>();
  const ended = new Set<string>();
  const told = new Set<unknown>();
  let failures = 0;

  const say: WatchLog['say'] = (event, text, more = {}) => {
    const at = new Date().toISOString();
    process.stdout.write(
      json
        ? `${JSON.stringify({ at, event, ...more, text })}\n`
        : `${at.slice(11, 19)} ${maskControlCharacters(text)}\n`,
    );
  };
  const sayOnce = (key: string, event: string, text: string, more: Readonly<Record<string, unknown>>): void => {
    if (told.has(key)) return;
    told.add(key);
    say(event, text, more);
  };

  const sayFolder = (view: HotFolderView): void => {
    const { id, folder, state, question, error, problems } = view;
    const about = { folder, id };
    if (states.get(id) !== state) {
      states.set(id, state);
      const words = STATE_WORDS[state];
      if (words) say('state', `${folder} ${words}.`, { ...about, state });
      if (question) {
        const price = question.unknown > 0 ? `at least ${question.total}` : question.total;
        const again = question.isAgain
          ? ' Some were in the folder before and may have been ordered and paid for already: look at “dropforge queue list” and “dropforge queue found” first; --yes leaves them alone.'
          : '';
        const text = `${question.jobs} jobs of ${folder} cost ${price} credits and are held for a yes.${again} Say it with “dropforge queue confirm” when this has ended, or start again with --yes; with --cap N so many credits a day need none.`;
        say('question', text, { ...about, question });
      }
    }
    for (const problem of error ? [error, ...problems] : problems) {
      const { happened, next } = describeError(problem);
      sayOnce(JSON.stringify([id, problem]), 'problem', `${happened} ${next}`, { ...about, code: problem.code });
    }
  };

  const onNews = (news: HotFolderListener): void => {
    if (news.kind === 'changed') hotFolders.list().forEach(sayFolder);
    else if (news.kind === 'taken') {
      const { unit, kind } = news.taken;
      if (kind === 'refused') failures++;
      if (news.taken.kind === 'job')
        say('taken', `${unit.name} is job ${news.taken.jobId.slice(0, 8)}.`, { job: news.taken.jobId });
    } else if (news.places.length > 0) {
      say('put_away', `${news.job.name} lies in ${news.places.join(', ')} now.`, {
        job: news.job.id,
        places: news.places,
      });
    }
  };

  const onDelivery = (delivery: DeliveryView): void => {
    const { name, target, status, seconds, warnings, contradictions } = delivery;
    if (status !== 'imported' && status !== 'failed') return;
    const how =
      status === 'imported' ? `arrived in ${target} after ${seconds ?? '?'} s.` : `did not arrive in ${target}.`;
    say(status, [`${name} ${how}`, ...contradictions, ...warnings].join(' '), { delivery });
  };
  const receipts = outputs.map((folder) => createReceiptWatcher(folder));

  const stops = [
    ...receipts.map((watch) => {
      // What was there before is told first, and is no news.
      let isFirst = true;
      return watch.subscribe(({ changed }) => {
        if (!isFirst) changed.forEach(onDelivery);
        isFirst = false;
      });
    }),
    hotFolders.onNews(onNews),
    queue.onChange(({ jobs }) => {
      for (const { id, finishedAt } of jobs) {
        if (finishedAt === null) ended.delete(id);
        if (finishedAt === null || ended.has(id)) continue;
        ended.add(id);
        const record = queue.records().find((other) => other.id === id);
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
    say,
    trouble: (error) => {
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
