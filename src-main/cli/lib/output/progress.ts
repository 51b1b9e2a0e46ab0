import type { Job } from '../../../../src-shared/jobs/job.ts';
import type { Queue } from '../../../queue/queue.ts';
import { createProblemLines } from './problem-lines.ts';
import { cutText, padText } from './text-width.ts';

const BAR_CELLS = 20;
/** Maximum number of rows; more jobs are only counted. */
const MAX_ROWS = 12;
const NAME_CELLS = 28;

/**
 * Draws a progress bar for every job on a terminal (stderr); elsewhere prints a line when a job ends. Both print why jobs
 * wait.
 */
export function showProgress(queue: Queue, ids: readonly string[]): { stop(): void } {
  const wanted = new Set(ids);
  const ended = new Set<string>();
  const { stderr } = process;
  const findProblems = createProblemLines();
  let drawn = 0;

  const draw = (problems: readonly string[] = []): void => {
    const jobs = queue.views(wanted);
    const rows = jobs.slice(0, MAX_ROWS).map((job) => cutText(toRow(job), rowCells(stderr.columns)));
    if (jobs.length > MAX_ROWS) {
      rows.push(`${jobs.filter(({ finishedAt }) => finishedAt !== null).length} of ${jobs.length} finished`);
    }
    stderr.write(`${drawn > 0 ? `\u001b[${drawn}A` : ''}\u001b[J${[...problems, ...rows].join('\n')}\n`);
    drawn = rows.length;
  };
  const stop = queue.onChange(({ jobs }) => {
    const own = jobs.filter(({ id }) => wanted.has(id));
    const problems = findProblems(own).map(printable);
    if (stderr.isTTY) return draw(problems);
    for (const line of problems) stderr.write(`${line}\n`);
    for (const job of own) {
      if (job.finishedAt === null || ended.has(job.id)) continue;
      ended.add(job.id);
      stderr.write(`${printable(job.name)}: ${job.status}\n`);
    }
  });
  if (stderr.isTTY) draw();
  return {
    stop: () => {
      stop();
      if (stderr.isTTY) draw();
    },
  };
}

/** Cells of a row; some terminals do not tell their width. */
function rowCells(columns: number | undefined): number {
  return Math.max(20, (columns || 80) - 1);
}

/** `name  ████░░  step word` */
function toRow(job: Job): string {
  const share = job.steps.reduce((sum, step) => sum + step.progress / 100, 0) / job.steps.length;
  const full = Math.round(share * BAR_CELLS);
  const bar = '█'.repeat(full) + '░'.repeat(BAR_CELLS - full);
  const name = padText(cutText(printable(job.name), NAME_CELLS), NAME_CELLS);
  return `${name} ${bar} ${String(Math.round(share * 100)).padStart(3)} % ${job.status}`;
}

/** A file name without escape sequences of the terminal. */
function printable(name: string): string {
  return name.replace(/\p{C}/gu, '·');
}
