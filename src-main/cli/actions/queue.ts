import { AppError } from '../../../src-shared/base/errors.ts';
import type { Job, Money } from '../../../src-shared/jobs/job.ts';
import { PRIORITIES } from '../../../src-shared/jobs/priority.ts';
import { jobMarks, MAX_JOB_NAME_LENGTH } from '../../../src-shared/jobs/job-marks.ts';
import { creditsName } from '../../../src-shared/jobs/test-credits.ts';
import { toOrphanTaskView } from '../../ipc/views/orphan-task-view.ts';
import { BUILT_IN } from '../../../src-shared/api/generators/generator-operations.ts';
import { serviceForNewJobs } from '../../../src-shared/settings/settings.ts';
import { findGenerator } from '../../service-client/generators/known-generators.ts';
import type { JobRecord } from '../../pipeline/job-record.ts';
import type { MoveTarget } from '../../queue/commands/move-jobs.ts';
import { planUnconfirmed } from '../../queue/spending/plan-unconfirmed.ts';
import type { Queue } from '../../queue/queue.ts';
import { confirmSpending, type SpendingConsent } from '../lib/input/confirm-spending.ts';
import { groupThousands } from '../../../src-shared/base/group-thousands.ts';
import type { CommandResult } from '../lib/output/command-result.ts';
import { maskControlCharacters } from '../../base/mask-control-characters.ts';
import { findJobId, findJobIds } from '../lib/input/find-job-ids.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import { withHeadlessApp } from '../lib/open/open-headless-app.ts';
import { UsageError } from '../lib/usage-error.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';

/** Decisions about a job whose order may have been charged. */
export type Resolution = 'look' | 'send_again' | 'give_up';

const NEXT_RUN = 'They run with “dropforge resume”, or when the window opens.';

/** Lists the jobs of a home; `older`: see `reportQueue`. */
export async function listQueue(older: boolean, { home }: CommandContext): Promise<CommandResult> {
  return withHeadlessApp(home, ({ queue }) => reportQueue(queue, older));
}

/** The jobs of a queue, a line each; `older`: also the finished ones that are not in memory. */
export function reportQueue(
  queue: Pick<Queue, 'isPaused' | 'pauseReason' | 'list' | 'older'>,
  older = false,
): CommandResult {
  const left = queue.older(null, older ? Number.MAX_SAFE_INTEGER : 1);
  const hasOlder = !older && left.length > 0;
  const jobs = older ? [...left, ...queue.list()].sort((one, other) => one.position - other.position) : queue.list();
  return {
    data: { paused: queue.isPaused(), pauseReason: queue.pauseReason(), jobs, hasOlder },
    text: `${pauseLine(queue)}${jobs.map(toLine).join('')}`,
    ...(hasOlder ? { notes: 'Older finished jobs are not listed. Use “dropforge queue list --older”.\n' } : {}),
  };
}

/** Pauses jobs, or the whole queue where none is named. */
export async function pauseQueue(words: readonly string[], { home }: CommandContext): Promise<CommandResult> {
  return withHeadlessApp(home, ({ queue }) => {
    queue.pause(words.length === 0 ? undefined : findJobIds(queue, words));
    const text = words.length === 0 ? 'Paused the queue. Tasks that were sent still finish and download.' : 'Paused.';
    return toResult(queue, words, text);
  });
}

/**
 * Resumes jobs, or the whole queue where none is named; nothing runs yet. Jobs that are named and wait because of a limit run
 * their next step beyond it, once its cost is confirmed.
 */
export async function resumeQueue(
  words: readonly string[],
  consent: SpendingConsent,
  { home }: CommandContext,
): Promise<CommandResult> {
  return withHeadlessApp(home, async ({ queue, plan }) => {
    const ids = words.length === 0 ? undefined : findJobIds(queue, words);
    const beyond = findAll(queue, ids ?? []).flatMap((record) => {
      const next = record.status === 'paused' && record.overCap ? record.steps[record.step] : undefined;
      return next ? [{ ...record, steps: [next] }] : [];
    });
    if (beyond.length > 0) await confirmSpending({ ...planUnconfirmed(beyond, plan), needsYes: true }, consent);
    queue.resume(ids);
    return toResult(queue, words, NEXT_RUN);
  });
}

/** Confirms the cost of jobs that await it: of all, where none is named. */
export async function confirmJobs(
  words: readonly string[],
  consent: SpendingConsent,
  { home }: CommandContext,
): Promise<CommandResult> {
  return withHeadlessApp(home, async ({ queue, plan }) => {
    const named = words.length === 0 ? queue.records() : findAll(queue, findJobIds(queue, words));
    const held = named.filter(({ status }) => status === 'held');
    if (held.length === 0) throw new AppError('not_found', 'None of these jobs awaits confirmation.');
    await confirmSpending(planUnconfirmed(held, plan), consent);
    const ids = held.map(({ id }) => id);
    queue.confirm(ids);
    return toResult(queue, ids, NEXT_RUN);
  });
}

/** Cancels jobs. */
export async function cancelJobs(words: readonly string[], { home }: CommandContext): Promise<CommandResult> {
  return withHeadlessApp(home, ({ queue }) => {
    queue.cancel(findJobIds(queue, words));
    const text =
      'Cancelled. Tasks that were sent still finish and download. “dropforge queue uncancel” puts jobs back.';
    return toResult(queue, words, text);
  });
}

/** Puts cancelled jobs back in the queue as they were. */
export async function uncancelJobs(words: readonly string[], { home }: CommandContext): Promise<CommandResult> {
  return withHeadlessApp(home, ({ queue }) => {
    const ids = queue.uncancel(findJobIds(queue, words));
    if (ids.length === 0)
      throw new UsageError('None of these jobs can be put back. Use “dropforge queue retry” to run them.');
    return toResult(queue, ids, NEXT_RUN);
  });
}

/** Retries failed or cancelled jobs. */
export async function retryJobs(words: readonly string[], { home }: CommandContext): Promise<CommandResult> {
  return withHeadlessApp(home, ({ queue }) => {
    const ids = findJobIds(queue, words);
    queue.retry(ids);
    const isHeld = findAll(queue, ids).some(({ status }) => status === 'held');
    return toResult(queue, words, isHeld ? `${NEXT_RUN} “dropforge queue confirm” confirms the cost first.` : NEXT_RUN);
  });
}

/** Decides about jobs whose order may have been charged. What it costs to send them again is confirmed. */
export async function resolveJobs(
  words: readonly string[],
  by: Resolution,
  consent: SpendingConsent,
  { home }: CommandContext,
): Promise<CommandResult> {
  return withHeadlessApp(home, async ({ queue, plan }) => {
    const ids = [...new Set(findJobIds(queue, words))];
    if (by === 'send_again') {
      const again = findAll(queue, ids);
      if (again.some(({ status, found }) => status !== 'unknown' || found)) {
        throw new UsageError('Only jobs whose charge is unconfirmed can be sent again.');
      }
      const planned = planUnconfirmed(again, plan);
      await confirmSpending({ ...planned, needsYes: !planned.free }, consent);
    }
    for (const id of ids) queue.resolve(id, by);
    if (by === 'send_again') queue.confirm(ids);
    return toResult(queue, words, 'Resolved.');
  });
}

function findAll(queue: Pick<Queue, 'find'>, ids: readonly string[]): JobRecord[] {
  return ids.flatMap((id) => queue.find(id) ?? []);
}

/** Moves jobs before or after another. */
export async function moveJobs(
  words: readonly string[],
  place: { readonly before: string | undefined; readonly after: string | undefined },
  { home }: CommandContext,
): Promise<CommandResult> {
  if ((place.before === undefined) === (place.after === undefined)) {
    throw new UsageError('Use either --before ID or --after ID.');
  }
  return withHeadlessApp(home, ({ queue }) => {
    queue.move(findJobIds(queue, words), toPlace(queue, place));
    return toResult(queue, words, 'Moved.');
  });
}

/** Sets the priority of jobs; `words` are the jobs, then the priority. */
export async function prioritiseJobs(words: readonly string[], { home }: CommandContext): Promise<CommandResult> {
  const jobs = words.slice(0, -1);
  const priority = PRIORITIES.find((known) => known === words.at(-1));
  if (!priority || jobs.length === 0) throw new UsageError(`Name jobs, then one of ${PRIORITIES.join(', ')}.`);
  return withHeadlessApp(home, ({ queue }) => {
    queue.prioritise(findJobIds(queue, jobs), priority);
    return toResult(queue, jobs, `Set the priority to ${priority}.`);
  });
}

/** Adds a copy of a job, with the seeds of the job or with new ones, and with a generator on this computer. */
export async function repeatJob(
  word: string,
  { seeds, generator: name }: { readonly seeds: 'same' | 'new'; readonly generator: string | undefined },
  consent: SpendingConsent,
  { home }: CommandContext,
): Promise<CommandResult> {
  return withHeadlessApp(home, async ({ queue, plan, settings }) => {
    const id = findJobId(queue, word);
    const { recipe, steps, serviceKind, cloud } = queue.find(id) as JobRecord;
    if (name !== undefined && name !== BUILT_IN) findGenerator(settings.get().generation, name);
    const place = name === undefined ? { service: serviceKind, cloud } : ({ service: 'local' } as const);
    await confirmSpending(plan([{ recipe, steps, count: 1 }], place), consent);
    const { free } = serviceForNewJobs(settings.get(), 'here');
    const generator = name === undefined ? null : { name, free };
    return toResult(
      queue,
      [queue.repeat(id, seeds, generator).id],
      'It runs with “dropforge resume”, or when the window opens.',
    );
  });
}

/** Renames a job. */
export async function renameJob(word: string, name: string, { home }: CommandContext): Promise<CommandResult> {
  const marks = jobMarks.safeParse({ name });
  if (!marks.success) {
    throw new UsageError(`A name has 1 to ${MAX_JOB_NAME_LENGTH} characters and no control characters.`);
  }
  return withHeadlessApp(home, ({ queue }) => {
    const id = findJobId(queue, word);
    queue.mark([id], marks.data);
    return toResult(queue, [id], 'Renamed. Exported files keep their names.');
  });
}

/** Lists tasks at the service that no job of this home has. */
export async function findOrphanTasks({ home }: CommandContext): Promise<CommandResult> {
  return withHeadlessApp(home, async ({ queue }) => {
    const tasks = (await queue.reconciler.sweep()).map(toOrphanTaskView);
    const lines = tasks.map(({ taskId, operation, status, createdAt }) =>
      maskControlCharacters(`${taskId}  ${operation}  ${status}  ${createdAt ?? ''}`),
    );
    return { data: { tasks }, text: lines.length === 0 ? 'Every task has a job.\n' : `${lines.join('\n')}\n` };
  });
}

/** Creates jobs for tasks that no job has. */
export async function importTasks(tasks: readonly string[], { home }: CommandContext): Promise<CommandResult> {
  return withHeadlessApp(home, async ({ queue }) => {
    await queue.reconciler.sweep();
    const jobs = queue.views(queue.reconciler.adopt(tasks));
    if (jobs.length === 0) throw new AppError('not_found', 'None of these tasks is without a job.');
    const next = '“dropforge resume” downloads their files; no new task is sent.\n';
    return { data: { jobs }, text: `${jobs.map(toLine).join('')}${next}` };
  });
}

/** Hides tasks from the list of tasks without a job. */
export async function dismissTasks(tasks: readonly string[], { home }: CommandContext): Promise<CommandResult> {
  return withHeadlessApp(home, ({ queue }) => {
    queue.reconciler.dismiss(tasks);
    return { data: { dismissed: tasks }, text: 'These tasks are not listed again.\n' };
  });
}

function toResult(queue: Queue, words: readonly string[], text: string): CommandResult {
  const jobs = queue.views(findJobIds(queue, words));
  return { data: { paused: queue.isPaused(), jobs }, text: `${jobs.map(toLine).join('')}${text}\n` };
}

function toPlace(
  queue: Queue,
  { before, after }: { readonly before: string | undefined; readonly after: string | undefined },
): MoveTarget {
  return before === undefined ? { after: findJobId(queue, after ?? '') } : { before: findJobId(queue, before) };
}

function pauseLine(queue: Pick<Queue, 'isPaused' | 'pauseReason'>): string {
  const reason = queue.pauseReason();
  return queue.isPaused() ? `The queue is paused. ${toEnglish(reason?.detail ?? '')}`.trimEnd() + '\n' : '';
}

function toLine({ id, name, status, priority, recipe, money, error }: Job): string {
  const rank = priority === 'normal' ? '' : priority;
  const words = [id.slice(0, 8), status, rank, toMoneyWords(money), recipe, name, toEnglish(error?.detail ?? '')];
  return `${maskControlCharacters(words.filter(Boolean).join('  '))}\n`;
}

function toMoneyWords({ kind, amount, back, held, charged, test }: Money): string {
  const words = (credits: string): string => `${groupThousands(credits)}${test ? ` ${creditsName(test)}` : ''}`;
  const sum = words(amount);
  const returned = back === '0.00' ? '' : `${words(back)} refunded`;
  const stillHeld = held === undefined ? '' : `${words(held)} held`;
  const chargedBefore = charged === undefined ? '' : `, ${words(charged)} charged`;
  switch (kind) {
    case 'free':
      return 'free';
    case 'estimate':
      return `about ${sum}${chargedBefore}`;
    case 'held':
      return `${sum} held`;
    case 'charged':
      return [`${sum} charged`, stillHeld, returned].filter(Boolean).join(', ');
    case 'back':
      return [amount === '0.00' ? '' : `${sum} charged`, returned].filter(Boolean).join(', ');
    case 'not_charged':
      return 'not charged';
    case 'maybe_paid':
      return `${sum}, charge unconfirmed`;
    case 'not_known':
      return `price unknown${chargedBefore}`;
  }
}
