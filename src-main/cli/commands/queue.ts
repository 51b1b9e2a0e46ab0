import { parseArgs } from 'node:util';
import { AppError } from '../../../src-shared/base/errors.ts';
import { PRIORITIES, type Job, type Money } from '../../../src-shared/jobs/job.ts';
import { jobMarks, MAX_JOB_NAME_LENGTH } from '../../../src-shared/jobs/job-marks.ts';
import { toOrphanTaskView } from '../../ipc/handlers/queue-handlers.ts';
import type { JobRecord } from '../../pipeline/job-record.ts';
import type { MoveTarget } from '../../queue/commands/move-jobs.ts';
import { planUnconfirmed } from '../../queue/spending/plan-unconfirmed.ts';
import type { Queue } from '../../queue/queue.ts';
import { resolveHome } from '../../settings/home.ts';
import { confirmSpending } from '../lib/input/confirm-spending.ts';
import { groupThousands } from '../lib/output/text-columns.ts';
import { printResult, maskControlCharacters, type CommandResult } from '../lib/output/command-result.ts';
import { findJobId, findJobIds, requireJobIds } from '../lib/input/find-job-ids.ts';
import { openHeadlessApp } from '../lib/open/open-headless-app.ts';

const RESOLUTIONS = ['look', 'send_again', 'give_up'] as const;

interface Options {
  readonly by: string | undefined;
  readonly seeds: string | undefined;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Returns when a job may be made once more for what it costs; throws `needs_yes`. */
  agreeTo(like: JobRecord): Promise<void>;
  /** Returns when held jobs may begin for what they cost; throws `needs_yes`. */
  agreeToHeld(records: readonly JobRecord[]): Promise<void>;
}

/** What a command needs besides the queue. */
type Action = (queue: Queue, words: readonly string[], options: Options) => CommandResult | Promise<CommandResult>;

const ACTIONS: Readonly<Record<string, Action>> = {
  list: (queue) => ({
    data: { paused: queue.isPaused(), pauseReason: queue.pauseReason(), jobs: queue.list() },
    text: `${pauseLine(queue)}${queue.list().map(toLine).join('')}`,
  }),
  pause: (queue, words) => {
    queue.pause(words.length === 0 ? undefined : findJobIds(queue, words));
    return done(queue, words, words.length === 0 ? 'The queue is paused; what was sent comes home.' : 'Paused.');
  },
  resume: (queue, words) => {
    queue.resume(words.length === 0 ? undefined : findJobIds(queue, words));
    return done(queue, words, 'They go on with “dropforge resume”, or when the window opens.');
  },
  cancel: (queue, words) => {
    queue.cancel(requireJobIds(queue, words));
    return done(queue, words, 'Cancelled; what was sent is still brought home.');
  },
  confirm: async (queue, words, { agreeToHeld }) => {
    const named =
      words.length === 0 ? queue.records() : findJobIds(queue, words).map((id) => queue.find(id) as JobRecord);
    const held = named.filter(({ status }) => status === 'held');
    if (held.length === 0) throw new AppError('not_found', 'None of these jobs waits for a yes.');
    await agreeToHeld(held);
    const ids = held.map(({ id }) => id);
    queue.confirm(ids);
    return done(queue, ids, 'They are made with “dropforge resume”, or when the window opens.');
  },
  retry: (queue, words) => {
    queue.retry(requireJobIds(queue, words));
    return done(queue, words, 'They go on with “dropforge resume”, or when the window opens.');
  },
  repeat: async (queue, words, { seeds, agreeTo }) => {
    const [word = '', ...more] = words;
    if (more.length > 0) throw misuse('Repeat one job at a time.');
    if (seeds !== 'same' && seeds !== 'new') throw misuse('Say --seeds same or --seeds new.');
    const like = queue.records().find(({ id }) => id === findJobId(queue, word)) as JobRecord;
    await agreeTo(like);
    const { id } = queue.repeat(like.id, seeds);
    return done(queue, [id], 'It is made with “dropforge resume”.');
  },
  resolve: (queue, words, { by }) => {
    const resolution = RESOLUTIONS.find((known) => known === by);
    if (!resolution) throw misuse(`Say --by ${RESOLUTIONS.join('|')}.`);
    for (const id of requireJobIds(queue, words)) queue.resolve(id, resolution);
    return done(queue, words, 'Decided.');
  },
  move: (queue, words, options) => {
    queue.move(requireJobIds(queue, words), readPlace(queue, options));
    return done(queue, words, 'Moved.');
  },
  priority: (queue, words) => {
    const priority = PRIORITIES.find((known) => known === words.at(-1));
    if (!priority) throw misuse(`Name jobs, then one of ${PRIORITIES.join(', ')}.`);
    const jobs = words.slice(0, -1);
    queue.prioritise(requireJobIds(queue, jobs), priority);
    return done(queue, jobs, `Their priority is ${priority}.`);
  },
  rename: (queue, words) => {
    const [word = '', typed = '', ...more] = words;
    if (more.length > 0 || typed === '') throw misuse('Name one job, then what it is to be called, in quotes.');
    const marks = jobMarks.safeParse({ name: typed });
    if (!marks.success) throw misuse(`A name has 1 to ${MAX_JOB_NAME_LENGTH} characters and no control characters.`);
    const id = findJobId(queue, word);
    queue.mark([id], marks.data);
    return done(queue, [id], 'Renamed; files that are exported already keep their names.');
  },
  found: async (queue) => {
    const tasks = (await queue.reconciler.sweep()).map(toOrphanTaskView);
    const lines = tasks.map(({ taskId, operation, status, createdAt }) =>
      maskControlCharacters(`${taskId}  ${operation}  ${status}  ${createdAt ?? ''}`),
    );
    return { data: { tasks }, text: lines.length === 0 ? 'Every task there has its job.\n' : `${lines.join('\n')}\n` };
  },
  import: async (queue, words) => {
    if (words.length === 0) throw misuse('Name at least one task that “queue found” lists.');
    await queue.reconciler.sweep();
    const ids = new Set(queue.reconciler.adopt(words));
    if (ids.size === 0) throw new AppError('not_found', 'None of these tasks is there without a job.');
    const jobs = queue.list().filter(({ id }) => ids.has(id));
    const next = 'Their files come home with “dropforge resume”; nothing is ordered.\n';
    return { data: { jobs }, text: `${jobs.map(toLine).join('')}${next}` };
  },
  dismiss: (queue, words) => {
    if (words.length === 0) throw misuse('Name at least one task that “queue found” lists.');
    queue.reconciler.dismiss(words);
    return { data: { dismissed: words }, text: 'They are not offered again.\n' };
  },
};

/** `dropforge queue …`: the jobs of a home, their order and what is decided about them; nothing is started. */
export async function queue(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      by: { type: 'string' },
      seeds: { type: 'string' },
      before: { type: 'string' },
      after: { type: 'string' },
      yes: { type: 'boolean', default: false },
      'max-credits': { type: 'string' },
      home: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const [name = 'list', ...words] = positionals;
  const { by, seeds, before, after, json, yes, 'max-credits': most } = values;
  return printResult(json, async () => {
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (!action) throw misuse(`There are ${Object.keys(ACTIONS).join(', ')}.`);
    const app = await openHeadlessApp(resolveHome(values.home, process.env));
    try {
      const agreeTo = ({ recipe, steps, serviceKind, cloud }: JobRecord): Promise<void> =>
        confirmSpending(app.plan([{ recipe, steps, count: 1 }], { service: serviceKind, cloud }), { yes, most });
      const agreeToHeld = (records: readonly JobRecord[]): Promise<void> =>
        confirmSpending(planUnconfirmed(records, app.plan), { yes, most });
      return await action(app.queue, words, { by, seeds, before, after, agreeTo, agreeToHeld });
    } finally {
      await app.close();
    }
  });
}

function done(queue: Queue, words: readonly string[], text: string): CommandResult {
  const ids = new Set(findJobIds(queue, words));
  const jobs = queue.list().filter(({ id }) => ids.has(id));
  return { data: { paused: queue.isPaused(), jobs }, text: `${jobs.map(toLine).join('')}${text}\n` };
}

function readPlace(queue: Queue, { before, after }: Options): MoveTarget {
  if ((before === undefined) === (after === undefined)) throw misuse('Say --before ID or --after ID.');
  if (before !== undefined) return { before: findJobId(queue, before) };
  return { after: findJobId(queue, after as string) };
}

function pauseLine(queue: Queue): string {
  const reason = queue.pauseReason();
  return queue.isPaused() ? `The queue is paused. ${reason?.detail ?? ''}`.trimEnd() + '\n' : '';
}

function toLine({ id, name, status, priority, recipe, money, error }: Job): string {
  const rank = priority === 'normal' ? '' : priority;
  const words = [id.slice(0, 8), status, rank, toMoneyWords(money), recipe, name, error?.detail ?? ''];
  return `${maskControlCharacters(words.filter(Boolean).join('  '))}\n`;
}

function toMoneyWords({ kind, amount, back }: Money): string {
  const sum = groupThousands(amount);
  const returned = back === '0.00' ? '' : `${groupThousands(back)} came back`;
  switch (kind) {
    case 'free':
      return 'free';
    case 'estimate':
      return `about ${sum}`;
    case 'held':
      return `${sum} held`;
    case 'charged':
      return [`${sum} charged`, returned].filter(Boolean).join(', ');
    case 'back':
      return returned;
    case 'not_charged':
      return 'not charged';
    case 'maybe_paid':
      return `${sum} maybe charged`;
    case 'not_known':
      return 'price not known';
  }
}

function misuse(detail: string): AppError {
  return new AppError('config_invalid', detail, { subject: 'queue' });
}
