import type { DatabaseSync } from 'node:sqlite';
import { formatCredits, parseCredits, toCredits } from '../../src-shared/api/pricing/credits.ts';
import type { SpendingPlan, SpendingRow } from '../../src-shared/ipc/views/money-view.ts';
import type { Settings } from '../../src-shared/settings/settings.ts';
import type { JobRecord } from '../../src-main/pipeline/job-record.ts';
import type { Queue } from '../../src-main/queue/queue.ts';
import { listedPrice } from '../../src-main/queue/spending/price-book.ts';
import { toLocalDay } from '../../src-main/queue/spending/local-day.ts';
import type { QueueStore } from '../../src-main/queue/store/queue-store.ts';
import { wallClock, type Machine } from '../simulation/machine.ts';
import { short, type SimService } from '../simulation/sim-service.ts';
import { statusOf, type SimTask } from '../simulation/sim-tasks.ts';
import type { SendingFault, TaskFault } from './history.ts';

type Cap = 'day' | 'recipe' | 'folder';

/** Steps by job and index, with what may be ordered of them without another question. */
type Orderable = ReadonlyMap<string, number>;

/** Compares the ledger, the caps, the views and the consent with the service's account. */
export interface SpendingChecks {
  /** The first byte of a creation is about to leave. */
  onCreation(body: string): void;
  watchStore(store: QueueStore): QueueStore;
  /** Listed prices of the steps that jobs may order without another question. */
  listOrderable(queue: Queue): Orderable;
  /** Steps became orderable after a person agreed to a total; null: to nothing. */
  onAgreed(queue: Queue, before: Orderable, agreed: string | null): void;
  onCall(plan: SpendingPlan, agreed: string | null): void;
  /** A person resumes a job; if a cap stopped it, its current step may exceed the caps. */
  onResume(record: JobRecord | undefined): void;
  /** The app died while a command ran. */
  onDied(): void;
  /** The limits changed. */
  onLimits(): void;
  /** After every event: each order has the amount in the ledger that the service's account has. */
  checkRows(): void;
  /** After every command: all views show the ledger. */
  checkViews(queue: Queue, plan: SpendingPlan): void;
  /** At the end: nothing is open that the service knows. */
  checkSettled(): void;
}

interface Parts {
  readonly machine: Machine;
  readonly tables: DatabaseSync;
  readonly service: SimService;
  readonly settings: { get(): Settings };
  readonly faults: ReadonlySet<SendingFault | TaskFault>;
  /** True while a person has the whole queue paused. */
  isPaused(): boolean;
}

/** An order: its intent and its row of the ledger, if any. */
interface Row {
  readonly id: string;
  readonly job_id: string;
  readonly step: number;
  readonly state: 'prepared' | 'sending' | 'bound' | 'rejected' | 'ambiguous' | 'abandoned';
  readonly task_id: string | null;
  /** `{}` for a found task. */
  readonly body: string;
  readonly recipe: string | null;
  readonly origin: string | null;
  readonly day: string | null;
  readonly estimate: number | null;
  readonly charged: number | null;
  readonly back: number | null;
  readonly ended: 'charged' | 'back' | 'unknown' | null;
}

const SELECT = `select i.id, i.job_id, i.step, i.state, i.task_id, i.body, s.recipe, s.origin, s.day, s.estimate,
    s.charged, s.back, s.ended from intents i left join spendings s on s.intent_id = i.id`;
/** Intents that may have a task. */
const MAY_COST = ['sending', 'bound', 'ambiguous', 'abandoned'];
/** Orders that were reserved before a limit was lowered are on their way for at most this long, ms. */
const ON_ITS_WAY_MS = 5 * 60_000;

const isOpen = ({ ended, state }: Row): boolean => ended === 'unknown' || (ended === null && MAY_COST.includes(state));
const sumOf = (amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0);
const toWords = (amount: number): string => formatCredits(toCredits(amount));

/** Checks of a world that is about to begin. */
export function createSpendingChecks({ machine, tables, service, settings, faults, isPaused }: Parts): SpendingChecks {
  const { kernel } = machine;
  const select = tables.prepare(SELECT);
  const changes = tables.prepare('select total_changes() as count');
  const rows = (): Row[] => select.all() as unknown as Row[];
  const orderable = new Set<string>();
  /** Orders that a person knew of who agreed to their step again. */
  const replaced = new Set<string>();
  /** Steps that a person resumed past a cap: `day JOB/STEP`. */
  const waived = new Set<string>();
  /** Orders that certainly have no task: not sent yet, or answered so. */
  const unsent = new Set<string>();
  let agreedCalls = 0;
  /** The app died in a command: whether its jobs were saved is not known. */
  let hasDied = false;
  let limitsChangedAt = -Infinity;
  let seen = '';

  const violate = (invariant: string, detail: string): void => kernel.violate(invariant, detail);
  const stepKey = (jobId: string, step: number): string => `${jobId}/${step}`;
  const name = ({ id, job_id: jobId, step, state, ended }: Row): string =>
    `order ${short(id)} of ${short(jobId)}/${step} (${state}, ${ended ?? 'open'})`;
  const today = (): string => toLocalDay(wallClock(machine));
  /** Prices differ from the listed ones after odd charges, because the price book learns them. */
  const isListed = (): boolean =>
    !faults.has('is charged less than its price') && !faults.has('is charged more than its price');

  const taskOf = (row: Row, byNonce: ReadonlyMap<string, SimTask>): SimTask | undefined =>
    (row.task_id === null ? undefined : service.find(row.task_id)) ?? byNonce.get(row.id);

  const checkRow = (row: Row, task: SimTask | undefined): void => {
    const status = task && statusOf(task, kernel.now());
    if (row.recipe === null) return violate('every order is in the ledger', name(row));
    switch (row.ended) {
      case 'charged':
        if (status !== 'success' || row.charged !== task?.charge)
          violate('a charge is that of the service', `${name(row)}: ${row.charged}, not ${task?.charge} (${status})`);
        return;
      case 'back':
        if (status !== 'failed' && status !== 'cancelled')
          violate('a refund is that of the service', `${name(row)}: ${status}`);
        return;
      case 'unknown':
        return violate('a reported charge is known', name(row));
    }
    if (!task) {
      if (row.state === 'bound') violate('a bound task exists', name(row));
      if (isOpen(row) && unsent.has(row.id)) violate('an order that was not sent is not counted', name(row));
      return;
    }
    if (!isOpen(row)) return violate('an order with a task is counted', `${name(row)} has task ${short(task.id)}`);
    const isBound = row.state === 'bound' && row.body !== '{}';
    if (isListed() && isBound && row.estimate !== task.price)
      violate('a reservation is the price', `${name(row)}: ${row.estimate}, not ${task.price}`);
  };

  const checkRows = (): void => {
    const now = `${(changes.get() as { count: number }).count} ${service.tasks().length}`;
    if (now === seen || tables.isTransaction) return;
    seen = now;
    const byNonce = new Map<string, SimTask>();
    for (const task of service.tasks()) {
      if (task.nonce === null) continue;
      const twin = byNonce.get(task.nonce);
      if (twin) violate('one task for each order', `${short(task.id)} and ${short(twin.id)} of ${short(task.nonce)}`);
      byNonce.set(task.nonce, task);
    }
    const all = rows();
    const holders = new Map<string, Row>();
    for (const row of all) {
      const task = taskOf(row, byNonce);
      checkRow(row, task);
      const other = task && holders.get(task.id);
      if (other) violate('a task is counted once', `${name(row)} and ${name(other)}`);
      if (task) holders.set(task.id, row);
    }
    for (const task of service.tasks()) {
      if (task.nonce !== null && !holders.has(task.id)) violate('every task has an order', `task ${short(task.id)}`);
    }
  };

  /** The orders of a day that count against a cap; what was sent past it knowingly does not. */
  const checkCap = (cap: Cap, own: Row, limit: string | null | undefined, all: readonly Row[]): void => {
    if (limit === null || limit === undefined || isWaivedFor(cap, own)) return;
    const ordered = all.filter((row) => isCounted(row) && !isWaivedFor(cap, row));
    // A charge above the price was not known when the order was sent.
    const weigh = ({ ended, charged, estimate }: Row): number =>
      ended === 'charged' ? Math.min(charged ?? 0, estimate ?? Infinity) : ended === 'back' ? 0 : (estimate ?? 0);
    const sum = sumOf(ordered.map(weigh));
    if (sum > (parseCredits(limit) ?? 0))
      violate('caps are kept', `${name(own)}: ${toWords(sum)} for its ${cap}, whose limit is ${limit}`);
  };
  const isWaivedFor = (cap: string, { job_id: jobId, step }: Row): boolean =>
    waived.has(`${cap} ${stepKey(jobId, step)}`);

  const checkCaps = (own: Row, all: readonly Row[]): void => {
    if (own.estimate === 0 || kernel.now() - limitsChangedAt < ON_ITS_WAY_MS) return;
    const { perDay, perRecipe, perFolder } = settings.get().spending;
    const ofDay = all.filter(({ day, body }) => day !== null && own.day !== null && day >= own.day && body !== '{}');
    const ofRecipe = ofDay.filter(({ recipe }) => recipe === own.recipe);
    const ofFolder = ofDay.filter(({ origin }) => origin === own.origin);
    checkCap('day', own, perDay, ofDay);
    checkCap('recipe', own, perRecipe[own.recipe ?? ''], ofRecipe);
    if (own.origin !== null) checkCap('folder', own, perFolder[own.origin], ofFolder);
  };
  const isCounted = ({ ended, state }: Row): boolean => ended !== null || MAY_COST.includes(state);

  service.onCreate.push((task) => {
    const keep = parseCredits(settings.get().spending.pauseBelow ?? '');
    const isRecent = kernel.now() - limitsChangedAt < ON_ITS_WAY_MS;
    // A task that comes later than its sender thinks was not expected in the balance.
    const isLate = faults.has('arrives after the sender gave up') || faults.has('is charged more than its price');
    if (keep === null || isRecent || isLate || task.price === 0 || service.left() >= keep) return;
    violate(
      'the minimum balance is kept',
      `task ${short(task.id)} leaves ${toWords(service.left())} of ${toWords(keep)}`,
    );
  });

  /** An order counts in the day in which it is reserved. */
  const checkDay = (day: string): void => {
    if (day !== today()) violate('an order counts in its day', `${day}, not ${today()}`);
  };
  const checkAgreed = (own: Row, all: readonly Row[]): void => {
    const key = stepKey(own.job_id, own.step);
    if (hasDied) return;
    const isCall = !orderable.has(key) && own.job_id.startsWith('call-') && agreedCalls-- > 0;
    if (isCall) orderable.add(key);
    if (!orderable.has(key)) violate('a person agreed to every order', name(own));
    const twin = all.find((row) => isOfStep(row, key) && row.id !== own.id && !replaced.has(row.id) && mayCost(row));
    if (twin) violate('a person agreed to every order', `${name(own)} after ${name(twin)}`);
  };
  const isOfStep = (row: Row, key: string): boolean => stepKey(row.job_id, row.step) === key;
  const mayCost = (row: Row): boolean => row.ended === 'charged' || isOpen(row);
  /** A person agrees to a step, whatever was ordered of it before. */
  const agreeTo = (key: string): void => {
    orderable.add(key);
    for (const row of rows()) if (isOfStep(row, key)) replaced.add(row.id);
  };

  const listOrderable = (queue: Queue): Orderable =>
    new Map(
      queue
        .records()
        .flatMap(({ id, status, found, steps }) =>
          status === 'held' || found
            ? []
            : steps.flatMap((step, index) =>
                step.status === 'done' ? [] : [[stepKey(id, index), listedPrice(step).amount ?? 0] as const],
              ),
        ),
    );

  const checkToday = (queue: Queue, plan: SpendingPlan, all: readonly Row[]): void => {
    const told = queue.spending.spent();
    const since = all.filter(({ day }) => day !== null && day >= today());
    const right = { charged: sumOf(since.map(({ charged }) => charged)), back: sumOf(since.map(({ back }) => back)) };
    const held = sumOf(since.filter(isOpen).map(({ estimate }) => estimate));
    const most = held + sumOf(queue.records().map((record) => reservedFor(record, all)));
    const heldNow = parseCredits(told.today.held) ?? -1;
    const words = JSON.stringify(told.today);
    if (told.today.charged !== toWords(right.charged) || told.today.back !== toWords(right.back))
      violate(
        'today’s sums are those of the ledger',
        `${words}, not ${toWords(right.charged)}, ${toWords(right.back)}`,
      );
    if (heldNow < held || heldNow > most)
      violate('what is held are open orders', `${words}, not ${toWords(held)} to ${toWords(most)}`);
    if (plan.spentToday !== toWords(right.charged + heldNow))
      violate('a plan shows today’s sums', `${plan.spentToday}, not ${toWords(right.charged + heldNow)}`);
    const total = toWords(sumOf(all.map(({ charged }) => charged)));
    const days = toWords(sumOf(told.days.map(({ charged }) => parseCredits(charged))));
    const recipes = toWords(sumOf(told.recipes.map(({ charged }) => parseCredits(charged))));
    if (days !== total || recipes !== total)
      violate('the sums of days and recipes are those of the ledger', `${days} and ${recipes}, not ${total}`);
  };
  /** What may be reserved for a step that is about to be sent. */
  const reservedFor = ({ id, status, step, steps, free }: JobRecord, all: readonly Row[]): number => {
    const own = steps[step];
    if (free || status !== 'queued' || own?.status !== 'running' || own.taskId !== null) return 0;
    const known = all.findLast((row) => row.job_id === id && row.step === step && row.state === 'prepared');
    const isSent = all.some(
      (row) => row.job_id === id && row.step === step && ['sending', 'bound', 'ambiguous'].includes(row.state),
    );
    return isSent ? 0 : (known?.estimate ?? listedPrice(own).amount ?? 0);
  };

  const checkHistory = (queue: Queue, all: readonly Row[]): void => {
    const toText = (amount: number | null): string | null => (amount === null ? null : toWords(amount));
    const isDoubtful = ({ state }: Row): boolean => state === 'ambiguous' || state === 'abandoned';
    const right = all
      .filter((row) => row.recipe !== null && (row.ended !== null || MAY_COST.includes(row.state)))
      .map((row) => {
        const state: SpendingRow['state'] = row.ended ?? (isDoubtful(row) ? 'unknown' : 'held');
        return [row.job_id, row.step, toText(row.estimate), toText(row.charged), toText(row.back), state].join(' ');
      });
    const told = queue.spending
      .history(null, 10_000)
      .map(({ jobId, step, estimate, charged, back, state }) =>
        [jobId, step, estimate, charged, back, state].join(' '),
      );
    const [one, other] = [right.sort().join('\n'), told.sort().join('\n')];
    if (one !== other) violate('the history is the ledger', `${other}\nnot\n${one}`);
  };

  const checkJobs = (queue: Queue, all: readonly Row[]): void => {
    for (const { id, status, money, steps } of queue.list()) {
      const own = all.filter((row) => row.job_id === id);
      // An order that was given up or sent again is shown by the history alone.
      const charged = sumOf(own.filter(({ state }) => state !== 'abandoned').map((row) => row.charged));
      const open = own.filter(isOpen);
      const held = sumOf(open.filter(({ state }) => state !== 'abandoned').map(({ estimate }) => estimate));
      const words = `job ${short(id)} (${status}) shows ${JSON.stringify(money)}`;
      const amount = parseCredits(money.amount);
      const isOver = status === 'done' || status === 'failed' || status === 'cancelled';
      if (money.kind === 'free') violate('a job shows its charge', words);
      if (money.kind === 'charged' && amount !== charged)
        violate('a job shows its charge', `${words}, charged ${toWords(charged)}`);
      const shown = money.kind === 'held' ? amount : parseCredits(money.held ?? '0');
      const isPriced = open.every(({ estimate }) => estimate !== null);
      // Between the request and its response, a job shows the price as an estimate.
      const isBound = open.every(({ state }) => state === 'bound' || state === 'abandoned');
      if ((money.kind === 'held' || money.kind === 'charged') && isPriced && isBound && shown !== held)
        violate('a job shows what is held', `${words}, held ${toWords(held)}`);
      const isBesideEstimate = status === 'held' && parseCredits(money.charged ?? '0') === charged;
      if (
        ['estimate', 'not_known', 'not_charged', 'back', 'held'].includes(money.kind) &&
        charged > 0 &&
        !isBesideEstimate
      )
        violate('a job shows its charge', `${words}, charged ${toWords(charged)}`);
      if (isOver && money.kind !== 'maybe_paid' && open.some(({ state }) => state !== 'abandoned'))
        violate('a job shows what may be charged', `${words}, open ${toWords(held)}`);
      for (const { taskId, creditsConsumed } of steps) {
        const row = own.find(({ task_id: task }) => task !== null && task === taskId);
        const isRight = !row || creditsConsumed === null || parseCredits(creditsConsumed) === (row.charged ?? 0);
        if (!isRight) violate('a step shows its charge', `${words}: ${creditsConsumed}, not ${row.charged}`);
      }
    }
  };

  return {
    onCreation: (body) => {
      const nonce = (JSON.parse(body) as { client_ref?: string }).client_ref ?? '';
      const all = rows();
      const own = all.find(({ id }) => id === nonce);
      if (!own || own.state !== 'sending' || tables.isTransaction)
        return violate('an order is on disk before it is sent', `${short(nonce)} is ${own?.state ?? 'unknown'}`);
      checkAgreed(own, all);
      checkCaps(own, all);
    },
    watchStore: (store) => ({
      ...store,
      intents: {
        ...store.intents,
        prepare: (order) => {
          const intent = store.intents.prepare(order);
          unsent.add(order.id);
          return intent;
        },
        markSending: (id, serverTime) => {
          unsent.delete(id);
          const intent = store.intents.markSending(id, serverTime);
          if (isPaused() && !intent.jobId.startsWith('call-'))
            violate('a paused queue orders nothing', `order ${short(id)} of ${short(intent.jobId)}/${intent.step}`);
          return intent;
        },
        unmarkSending: (intent) => {
          store.intents.unmarkSending(intent);
          unsent.add(intent.id);
        },
        mark: (id, state) => {
          const intent = store.intents.mark(id, state);
          if (state === 'prepared') unsent.add(id);
          return intent;
        },
      },
      spendings: {
        ...store.spendings,
        add: (spending) => {
          store.spendings.add(spending);
          checkDay(spending.day);
        },
        renew: (id, reserved) => {
          store.spendings.renew(id, reserved);
          checkDay(reserved.day);
          kernel.trace(`ledger: ${short(id)} renewed, ${reserved.day} ${reserved.estimate}`);
        },
        end: (id, end, at) => {
          store.spendings.end(id, end, at);
          kernel.trace(`ledger: ${short(id)} ${JSON.stringify(end)}`);
        },
      },
      jobs: {
        ...store.jobs,
        saveJob: (record) => {
          store.jobs.saveJob(record);
          const states = record.steps.map(({ status }) => status[0]).join('');
          kernel.trace(
            `job ${short(record.id)}: ${record.status} ${record.step}/${states} ${record.error?.code ?? ''}`,
          );
        },
      },
    }),
    listOrderable,
    onAgreed: (queue, before, agreed) => {
      const added = [...listOrderable(queue)].filter(([key]) => !before.has(key));
      for (const [key] of added) agreeTo(key);
      const total = sumOf(added.map(([, price]) => price));
      const { confirmAbove } = settings.get().spending;
      if (!isListed() || total <= (parseCredits(confirmAbove) ?? 0) || agreed === 'the cap of the folder') return;
      if (agreed === null || (parseCredits(agreed) ?? 0) < total)
        violate('a person agrees to the cost', `${toWords(total)} with ${agreed ?? 'nothing'} agreed`);
    },
    onCall: ({ total }, agreed) => {
      const { confirmAbove } = settings.get().spending;
      const cost = parseCredits(total) ?? 0;
      if (cost > (parseCredits(agreed ?? confirmAbove) ?? 0))
        violate('a person agrees to the cost', `a call of ${total} with ${agreed ?? 'nothing'} agreed`);
      agreedCalls++;
    },
    onResume: (record) => {
      if (record?.status === 'paused' && record.overCap)
        waived.add(`${record.overCap.cap} ${stepKey(record.id, record.step)}`);
    },
    onLimits: () => void (limitsChangedAt = kernel.now()),
    onDied: () => void (hasDied = true),
    checkRows,
    checkViews: (queue, plan) => {
      const all = rows();
      checkToday(queue, plan, all);
      checkHistory(queue, all);
      checkJobs(queue, all);
    },
    checkSettled: () => {
      const all = rows();
      const byNonce = new Map(service.tasks().map((task) => [task.nonce ?? '', task]));
      for (const row of all) {
        const task = taskOf(row, byNonce);
        if (row.ended === null && task)
          violate('every end is recorded', `${name(row)}: ${statusOf(task, kernel.now())}`);
      }
      const spent = toWords(sumOf(service.tasks().map((task) => (task.outcome === 'success' ? task.charge : 0))));
      const charged = toWords(sumOf(all.map((row) => row.charged)));
      if (spent !== charged) violate('the ledger is the service’s account', `${charged}, not ${spent}`);
    },
  };
}
