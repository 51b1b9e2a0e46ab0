import type { DatabaseSync } from 'node:sqlite';
import type { ErrorCode } from '../../src-shared/base/errors.ts';
import { formatCredits } from '../../src-shared/api/pricing/credits.ts';
import type { JobRecord } from '../../src-main/pipeline/job-record.ts';
import type { Intent } from '../../src-main/pipeline/intent.ts';
import type { Queue } from '../../src-main/queue/queue.ts';
import type { QueueStore } from '../../src-main/queue/store/queue-store.ts';
import { toJobView } from '../../src-main/queue/job-list/job-view.ts';
import type { CoverageRecorder } from './coverage.ts';
import { createExportOracle } from './export-oracle.ts';
import type { Fault, FaultPlan } from './faults.ts';
import type { Limits } from './limits.ts';
import type { Machine } from './machine.ts';
import { sha256 } from './model-bytes.ts';
import { createMoneyOracle } from './money-oracle.ts';
import { chargeOf, statusOf, type SimTask } from './sim-tasks.ts';
import { short, withoutNonce, type SimService } from './sim-service.ts';
import { toEnglish } from '../../src-shared/messages/english.ts';

/** Knows everything, and says so when an invariant of money-and-files breaks. */
export interface Oracle {
  /** The first byte of a creation is about to leave. */
  onCreation(body: string): void;
  watchStore(store: QueueStore): QueueStore;
  /** A person says yes to a job that was added to wait for one. */
  agree(record: JobRecord): void;
  /** A person decided something that allows one more order of a job's step. */
  allow(record: JobRecord): void;
  /** Looks at what is visible in the output folder; cheap while nothing changed. */
  checkExports(): void;
  /** The end: everything has settled. `found`: tasks the program offers to bring home. */
  checkEnd(queue: Queue, found: ReadonlySet<string>): void;
}

interface OracleOptions {
  readonly machine: Machine;
  readonly tables: DatabaseSync;
  readonly service: SimService;
  readonly plan: FaultPlan;
  readonly limits: Limits;
  readonly isFree: boolean;
  readonly hasEcho: boolean;
  readonly coverage: CoverageRecorder;
}

/** What may make a job fail; a code that is not here never may. */
const CAUSES: Partial<Record<ErrorCode, readonly Fault[]>> = {
  disk_full: ['disk_full', 'disk_errors', 'database_full'],
  folder_unwritable: ['disk_errors', 'disk_full'],
  file_unreadable: ['disk_errors'],
  service_error: ['errors_that_created', 'errors_that_did_not', 'garbage_answers', 'broken_bodies'],
  download_failed: [
    // A connection that ends early, as often as a download is tried.
    'lost_requests',
    'lost_answers',
    'expired_urls',
    'errors_that_created',
    'errors_that_did_not',
    'garbage_answers',
    'broken_bodies',
    'wrong_lengths',
  ],
  result_damaged: ['garbage_answers', 'wrong_lengths', 'wrong_types'],
  result_missing: ['garbage_answers', 'wrong_types'],
  moderation: ['failing_tasks'],
  queue_timeout: ['failing_tasks'],
  task_failed: ['failing_tasks', 'unknown_states'],
  task_missing: ['vanishing_tasks'],
};

interface IntentRow {
  readonly id: string;
  readonly job_id: string;
  readonly step: number;
  readonly state: Intent['state'];
  readonly body: string;
  readonly task_id: string | null;
}

/** An oracle of a world that is about to begin. */
export function createOracle(options: OracleOptions): Oracle {
  const { machine, tables, service, plan, isFree, hasEcho, coverage } = options;
  const { kernel, tree } = machine;
  const money = createMoneyOracle(options);
  const owners = new Map<string, string>();
  const allowed = new Map<string, number>();
  /** Jobs that nobody said yes to yet. */
  const held = new Set<string>();
  const byStep = new Map<string, SimTask[]>();
  const models = new Map<string, SimTask>();
  const exports = createExportOracle({ machine, plan, isModel: (sha) => models.has(sha) });
  const findIntent = tables.prepare('select * from intents where id = ?');
  const isDismissed = tables.prepare('select 1 from dismissed_tasks where task_id = ?');
  const findByTask = tables.prepare('select * from intents where task_id = ?');

  const extra = (key: string): number => allowed.get(key) ?? 0;
  const isMoot = (task: SimTask): boolean => ['failed', 'cancelled'].includes(statusOf(task, kernel.now()));

  service.onCreate.push((task) => {
    models.set(task.modelSha, task);
    if (String(task.input['client_ref']).startsWith('elsewhere-')) return;
    const owner = task.nonce === null ? undefined : owners.get(task.nonce);
    if (!owner) return kernel.violate('I2 every task is ours by its nonce', `task ${short(task.id)} carries none`);
    const siblings = byStep.get(owner) ?? [];
    siblings.push(task);
    byStep.set(owner, siblings);
    const live = siblings.filter((other) => !isMoot(other) || other.nonce === task.nonce);
    if (live.length > 1 + extra(owner)) {
      const ids = live.map(({ id }) => short(id)).join(', ');
      kernel.violate('I1 at most one task for each decision', `${owner} has ${ids}`);
    }
  });

  const checkJob = (record: JobRecord): void => {
    const name = `job ${short(record.id)}`;
    if (record.error?.code === 'bug') kernel.violate('no bug is shown', `${name}: ${toEnglish(record.error.detail)}`);
    if (record.status === 'failed') checkFailure(record, name);
    if (record.status === 'done') checkDone(record, name);
    if (['done', 'failed', 'cancelled', 'unknown'].includes(record.status)) exports.checkEnded(record, name);
  };
  const checkFailure = (record: JobRecord, name: string): void => {
    // A found task came without its request and source: its price is not known, and it cannot be ordered again.
    if (isFound(record)) return;
    const code = record.error?.code;
    const causes = (code && CAUSES[code]) ?? [];
    if (!causes.some((fault) => plan.on.includes(fault))) {
      kernel.violate('I7 nothing fails without a cause', `${name}: ${code}: ${toEnglish(record.error?.detail ?? '')}`);
    }
    const step = record.steps[record.step];
    const task = step?.taskId ? service.find(step.taskId) : undefined;
    if (!task || isFree || task.outcome === 'success' || !isMoot(task)) return;
    // The answer was on its way, or a clock stood still, when the task ended after it.
    if (code === 'task_failed' && service.wasStrange(task.id)) return;
    const { kind, back } = toJobView(record, 0).money;
    if (kind === 'maybe_paid' || back !== formatCredits(task.price)) {
      kernel.violate('I4 a refund is shown', `${name} says ${kind}, ${back} back`);
    }
  };
  const checkDone = (record: JobRecord, name: string): void => {
    for (const [index, step] of record.steps.entries()) {
      const task = step.taskId ? service.find(step.taskId) : undefined;
      const artifact = record.artifacts.find((other) => other.step === index && other.role === 'model');
      if (!task || !artifact) return kernel.violate('I5 every model arrives', `${name} step ${index} has none`);
      if (artifact.sha256 !== task.modelSha) kernel.violate('I5 the model is the task’s', `${name} step ${index}`);
      // What was made once and used again is charged where it was ordered.
      const holder = findByTask.get(task.id) as IntentRow | undefined;
      const isOwn = !holder || (holder.job_id === record.id && holder.step === index);
      const charge = isOwn ? chargeOf(task) : '0.00';
      if (step.creditsConsumed !== charge) {
        kernel.violate('I4 the ledgers agree', `${name} step ${index}: ${step.creditsConsumed}, not ${charge}`);
      }
      const places = [artifact.path, ...(step.exports === null ? [] : [artifact.exportedPath ?? 'nowhere'])];
      for (const place of places) checkFile(place, task, `${name} step ${index}`);
      const source = tree.find(record.sources[0]?.path ?? '');
      if (source && !source.isFolder && task.sourceSha !== 'elsewhere' && task.sourceSha !== sha256(source.data)) {
        kernel.violate('I5 the model is the source’s', `${name} step ${index}`);
      }
    }
  };
  const checkFile = (place: string, task: SimTask, name: string): void => {
    const node = tree.find(place);
    if (!node || node.isFolder || sha256(node.data) !== task.modelSha) {
      kernel.violate('I5 every model is on disk', `${name}: ${place} ${node ? 'is another' : 'is not there'}`);
    } else if (!tree.isDurable(place)) {
      kernel.violate('I5 a finished model survives a power cut', `${name}: ${place} would not`);
    }
  };

  const watchJobs = (jobs: QueueStore['jobs']): QueueStore['jobs'] => ({
    ...jobs,
    addJobs: (records) => {
      jobs.addJobs(records);
      for (const record of records) {
        coverage.addJob(record);
        if (record.unconfirmed) held.add(record.id);
      }
    },
    saveJob: (record) => {
      jobs.saveJob(record);
      coverage.addJob(record);
      const { status, step, steps, error, retryAt } = record;
      const states = steps.map((each) => each.status[0]).join('');
      const pause =
        retryAt === null
          ? ''
          : `, again in ${Math.round((retryAt - kernel.now() - machine.wallStart - machine.wallOffset) / 1000)} s`;
      kernel.trace(`job ${short(record.id)}: ${status} ${step}/${states} ${error?.code ?? ''}${pause}`);
      checkJob(record);
    },
  });
  const stateOf = (id: string): Intent['state'] | null => (findIntent.get(id) as IntentRow | undefined)?.state ?? null;
  const traced = <T extends object>(part: T): T =>
    new Proxy(part, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function' || !/^(prepare|mark|bind|adopt|dismiss)/.test(String(name))) return value;
        return (...given: unknown[]): unknown => {
          const id = idOf(given[0]);
          const before = stateOf(id);
          const result: unknown = (value as (...given: unknown[]) => unknown)(...given);
          const after = stateOf(id);
          if (after) coverage.addIntent(before, after);
          kernel.trace(`intent ${String(name)} ${given.map(shorten).join(' ')}`);
          return result;
        };
      },
    });

  return {
    onCreation: (body) => {
      const nonce = (JSON.parse(body) as { client_ref?: string }).client_ref ?? '';
      const row = findIntent.get(nonce) as IntentRow | undefined;
      kernel.trace(`net: creation leaves, ref ${short(nonce)}`);
      if (!row || tables.isTransaction || row.state !== 'sending' || row.body !== body) {
        kernel.violate('I3 no byte before the intent is durable', `ref ${short(nonce)} is ${row?.state ?? 'unknown'}`);
      }
      if (row && held.has(row.job_id)) {
        kernel.violate('I0 nothing is ordered before a yes', `job ${short(row.job_id)} was held`);
      }
      if (row) owners.set(nonce, `${short(row.job_id)}/${row.step}`);
      if (row) money.onCreation(row.id);
    },
    watchStore: (store) => ({
      ...store,
      jobs: watchJobs(store.jobs),
      intents: traced(store.intents),
      spendings: money.watch(store.spendings),
    }),
    agree: ({ id }) => void held.delete(id),
    allow: (record) => {
      const key = `${short(record.id)}/${record.step}`;
      allowed.set(key, extra(key) + 1);
    },
    checkExports: exports.check,
    checkEnd: (queue, found) => {
      const records = queue.records();
      for (const record of records) {
        const name = `job ${short(record.id)}`;
        const isOver = ['done', 'cancelled', 'unknown'].includes(record.status) || isFound(record);
        if (!isOver) kernel.violate('I7 everything settles', `${name} is ${record.status} (${record.error?.code})`);
        if (record.status === 'done') checkDone(record, name);
      }
      for (const [owner, tasks] of byStep) for (const task of tasks) checkTask(owner, task, records, found);
      money.checkEnd(queue);
    },
  };

  /** Without an echo, an order that makes the same of the same may have the task of another. */
  function isTwin(holder: IntentRow, task: SimTask): boolean {
    if (hasEcho) return false;
    const sent = JSON.parse(holder.body) as Record<string, unknown>;
    return JSON.stringify(withoutNonce(sent)) === JSON.stringify(withoutNonce(task.input));
  }

  /** I2, I4: each paid task of ours is bound to its order, or shown as what it is. */
  function checkTask(owner: string, task: SimTask, records: readonly JobRecord[], found: ReadonlySet<string>): void {
    const intent = findIntent.get(task.nonce) as IntentRow | undefined;
    const holder = findByTask.get(task.id) as IntentRow | undefined;
    const isBound = holder !== undefined && (holder.id === task.nonce || isTwin(holder, task));
    // A second result, or one of an order that was given up or taken off the list, comes home as a job of its own.
    const isAdopted = holder !== undefined && holder.body === '{}' && intent?.state !== 'prepared';
    const isShown = found.has(task.id) || isDismissed.get(task.id) !== undefined;
    const isNameless = !hasEcho && task.operation === 'import_model';
    if (!isBound && !isAdopted && !isShown && !isNameless && task.outcome === 'success') {
      kernel.violate('I2 every task is bound', `task ${short(task.id)} of ${owner}; its intent is ${intent?.state}`);
    }
    if (holder && !isBound && !isAdopted) {
      kernel.violate('I2 a task is bound to its own order', `task ${short(task.id)} of ${owner}`);
    }
    // The task of an order that was given up is downloaded by a job of its own, which then has the order.
    const record = records.find(({ id }) => id === holder?.job_id);
    const step = record?.steps.find(({ taskId }) => taskId === task.id);
    if (isBound && record && !step && task.outcome === 'success' && intent?.state === 'bound') {
      kernel.violate('I5 no paid task is dropped', `task ${short(task.id)} of ${owner}`);
    }
  }
}

/** Whether a job was made of a task that was found, and not of a source. */
function isFound({ notes }: JobRecord): boolean {
  return notes.some((note) => /^(Found at the service|A second task)/.test(toEnglish(note)));
}

/** The id of an intent, given as such or as its record. */
function idOf(value: unknown): string {
  return typeof value === 'string' ? value : (value as { id: string }).id;
}

function shorten(value: unknown): string {
  if (typeof value === 'string') return short(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const { id, jobId, step } = value as { id?: string; jobId?: string; step?: number };
  return `${short(id ?? '')} of ${short(jobId ?? '')}/${step}`;
}
