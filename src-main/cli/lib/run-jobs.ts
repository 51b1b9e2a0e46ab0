import { describeError } from '../../../src-shared/messages/describe-error.ts';
import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { AppParts } from '../../app.ts';
import { maskControlCharacters } from '../../base/mask-control-characters.ts';
import { showProgress } from './output/progress.ts';
import { toJobReport, type JobReport } from './output/job-report.ts';
import { byPosition } from '../../queue/job-list/job-memory.ts';
import type { Queue } from '../../queue/queue.ts';
import { INTERRUPTED_STATUS, listenForInterrupt } from './interrupt.ts';
import type { CommandResult } from './output/command-result.ts';

/** Jobs to run, and the sources that became none. */
export interface RunInput {
  readonly ids: readonly string[];
  readonly refused: readonly JobReport[];
  readonly json: boolean;
}

/** Runs the queue until these jobs are settled or the user interrupts; status 0 only when all of them succeeded. */
export async function runJobs({ queue }: AppParts, { ids, refused, json }: RunInput): Promise<CommandResult> {
  const interrupt = listenForInterrupt();
  const progress = showProgress(queue, ids);
  queue.start();
  const ended = await Promise.race([queue.whenSettled(ids).then(() => 'settled' as const), interrupt.interrupted]);
  progress.stop();
  interrupt.stop();
  const records = ids.flatMap((id) => queue.find(id) ?? []).sort(byPosition);
  const jobs = [...refused, ...records.map(toJobReport)];
  if (!json) printErrors(jobs);
  const text = jobs.flatMap(({ artifacts }) => artifacts.map(({ path }) => `${path}\n`)).join('');
  if (ended === 'interrupted') {
    const notes = 'Interrupted. Your jobs are safe; “dropforge resume” continues them.\n';
    return { data: { jobs }, text, isExact: true, notes, status: INTERRUPTED_STATUS };
  }
  const status = jobs.every((job) => job.status === 'done') ? 0 : 1;
  return { data: { jobs }, text, isExact: true, notes: toNotes(queue, jobs), status };
}

/** Prints a line to stderr for each job with an error. */
export function printErrors(jobs: readonly JobReport[]): void {
  for (const { error } of jobs) if (error) process.stderr.write(`${maskControlCharacters(error)}\n`);
}

function toNotes(queue: Queue, jobs: readonly JobReport[]): string {
  const paused = `${reasonWords(queue.pauseReason())}The queue is paused; “dropforge queue resume” continues it.\n`;
  const held = jobs.filter(({ status }) => status === 'held').length;
  const unconfirmed = `Awaiting confirmation: ${held}. “dropforge queue confirm” shows the cost and confirms.\n`;
  return `${queue.isPaused() ? paused : ''}${held > 0 ? unconfirmed : ''}`;
}

/** Why the app paused the queue automatically. */
function reasonWords(reason: ErrorInfo | null): string {
  if (!reason) return '';
  const { happened, next } = describeError(reason);
  return `${happened} ${next}\n`;
}
