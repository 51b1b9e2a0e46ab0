import { describeError } from '../../../src-shared/messages/error-messages.ts';
import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { App } from '../../app-deps.ts';
import type { AppParts } from '../../app.ts';
import { showProgress } from './output/progress.ts';
import { toJobReport, type JobReport } from './output/job-report.ts';

/** Exit status after the person interrupted. */
const INTERRUPTED = 130;

/**
 * Runs the queue until these jobs are settled or the person interrupts, closes the app, prints the outcome. Answers the
 * exit status: 0 only when everything succeeded.
 */
export async function runJobs(
  app: App & AppParts,
  ids: readonly string[],
  refused: readonly JobReport[],
  json: boolean,
): Promise<number> {
  const interrupted = Promise.withResolvers<'interrupted'>();
  const interrupt = (): void => interrupted.resolve('interrupted');
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  const progress = showProgress(app.queue, ids);
  app.queue.start();
  const ended = await Promise.race([app.queue.whenSettled(ids).then(() => 'settled' as const), interrupted.promise]);
  progress.stop();
  const wanted = new Set(ids);
  const jobs = [
    ...refused,
    ...app.queue
      .records()
      .filter(({ id }) => wanted.has(id))
      .map(toJobReport),
  ];
  const isPaused = app.queue.isPaused();
  const reason = app.queue.pauseReason();
  await app.close();
  process.removeListener('SIGINT', interrupt);
  process.removeListener('SIGTERM', interrupt);
  print(jobs, json);
  if (ended === 'interrupted') {
    process.stderr.write('Interrupted. Nothing is lost; “dropforge resume” goes on.\n');
    return INTERRUPTED;
  }
  if (isPaused)
    process.stderr.write(`${reasonWords(reason)}The queue is paused; “dropforge queue resume” lets it go on.\n`);
  const held = jobs.filter(({ status }) => status === 'held').length;
  if (held > 0)
    process.stderr.write(`Held for a yes: ${held}. “dropforge queue confirm” says it, and what they cost.\n`);
  return jobs.every(({ status }) => status === 'done') ? 0 : 1;
}

/** Why the app paused it by itself. */
function reasonWords(reason: ErrorInfo | null): string {
  if (!reason) return '';
  const { happened, next } = describeError(reason);
  return `${happened} ${next}\n`;
}

function print(jobs: readonly JobReport[], json: boolean): void {
  if (json) {
    process.stdout.write(`${JSON.stringify({ jobs })}\n`);
    return;
  }
  for (const { error, artifacts } of jobs) {
    if (error) process.stderr.write(`${error}\n`);
    for (const { path } of artifacts) process.stdout.write(`${path}\n`);
  }
}
