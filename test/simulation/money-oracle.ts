import type { DatabaseSync } from 'node:sqlite';
import { formatCredits, parseCredits, toCredits } from '../../src-shared/api/pricing/credits.ts';
import type { JobRecord } from '../../src-main/pipeline/job-record.ts';
import type { SpendingStore } from '../../src-main/queue/spending/spending-store.ts';
import type { Queue } from '../../src-main/queue/queue.ts';
import type { Fault, FaultPlan } from './faults.ts';
import type { Limits } from './limits.ts';
import { wallClock, type Machine } from './machine.ts';
import { short, type SimService } from './sim-service.ts';

/** The oracle's eye on money: no cap is broken without a person's yes, and the account agrees with the service's. */
export interface MoneyOracle {
  /** The first byte of an order's creation is about to leave. */
  onCreation(intentId: string): void;
  watch(spendings: SpendingStore): SpendingStore;
  checkEnd(queue: Queue): void;
}

interface MoneyOptions {
  readonly machine: Machine;
  readonly tables: DatabaseSync;
  readonly service: SimService;
  readonly plan: FaultPlan;
  readonly limits: Limits;
  readonly isFree: boolean;
}

/** A row of the account, with the state of its order. */
interface Row {
  readonly intent_id: string;
  readonly job_id: string;
  readonly step: number;
  readonly recipe: string;
  readonly origin: string | null;
  readonly day: string;
  readonly estimate: number | null;
  readonly charged: number | null;
  readonly back: number | null;
  readonly ended: 'charged' | 'back' | 'unknown' | null;
  readonly state: string;
  readonly body: string;
  readonly task_id: string | null;
}

/**
 * Where others order, or a task comes later than its sender thinks, nobody here can know what is left; and a balance that
 * cannot be read stops nothing.
 */
const BLINDING: readonly Fault[] = [
  'other_device',
  'late_requests',
  'service_stalls',
  'garbage_answers',
  'broken_bodies',
  'errors_that_created',
  'errors_that_did_not',
];
const MAY_COST = ['sending', 'bound', 'ambiguous', 'abandoned'];
const SELECT = 'select s.*, i.state, i.body, i.task_id from spendings s join intents i on i.id = s.intent_id';

/** The money of a world that is about to begin. */
export function createMoneyOracle({ machine, tables, service, plan, limits, isFree }: MoneyOptions): MoneyOracle {
  const { kernel } = machine;
  const select = tables.prepare(SELECT);
  const findJob = tables.prepare('select doc from jobs where id = ?');
  const rows = (): Row[] => select.all() as unknown as Row[];
  const today = (): string => {
    const now = wallClock(machine);
    return new Date(now - new Date(now).getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  };
  /** Steps that were sent past a cap, as `job step`; their jobs may be removed later. */
  const waived = new Set<string>();
  const isWaived = ({ job_id: id, step }: Row): boolean => {
    const doc = findJob.get(id)?.['doc'];
    const caps = typeof doc === 'string' ? (JSON.parse(doc) as JobRecord).waivedCaps : undefined;
    for (const waiver of caps ?? []) waived.add(`${id} ${waiver.step}`);
    return waived.has(`${id} ${step}`);
  };
  /** What a row may cost in the end. */
  const weigh = ({ ended, charged, estimate }: Row): number =>
    ended === 'charged' ? (charged ?? 0) : ended === 'back' ? 0 : (estimate ?? 0);

  const checkCap = (name: string, limit: string | null | undefined, ordered: readonly Row[]): void => {
    if (limit === null || limit === undefined) return;
    const sum = ordered.reduce((total, row) => total + weigh(row), 0);
    if (sum <= (parseCredits(limit) ?? 0)) return;
    kernel.violate('caps are kept', `${toWords(sum)} for ${name}, whose limit is ${limit}`);
  };

  const knowsAll = !plan.on.some((fault) => BLINDING.includes(fault));
  service.onCreate.push((task) => {
    const keep = parseCredits(limits.now().pauseBelow ?? '');
    if (keep === null || !knowsAll || task.price === 0 || service.left() >= keep) return;
    kernel.violate('what is to be kept is kept', `task ${short(task.id)} leaves ${formatCredits(service.left())}`);
  });

  const assertToday = (day: string): void => {
    if (day !== today()) kernel.violate('an order counts in its day', `${day}, not ${today()}`);
  };

  return {
    onCreation: (intentId) => {
      const { perDay, perRecipe, perFolder } = limits.now();
      const hasCaps = perDay !== null || Object.keys({ ...perRecipe, ...perFolder }).length > 0;
      if (isFree || !hasCaps) return;
      const all = rows();
      const own = all.find(({ intent_id: id }) => id === intentId);
      if (!own) return kernel.violate('I4 every order is in the account', `ref ${short(intentId)}`);
      if (isWaived(own) || own.estimate === 0) return;
      // What was found was paid for before; only what is ordered here is a matter of limits.
      const ordered = all.filter(
        (row) => row.day === own.day && row.body !== '{}' && MAY_COST.includes(row.state) && !isWaived(row),
      );
      const { recipe, origin } = own;
      checkCap('a day', perDay, ordered);
      checkCap(
        recipe,
        perRecipe[recipe],
        ordered.filter((row) => row.recipe === recipe),
      );
      checkCap(
        origin ?? 'no folder',
        perFolder[origin ?? ''],
        ordered.filter((row) => row.origin === origin),
      );
    },
    watch: (spendings) => ({
      ...spendings,
      add: (spending) => {
        assertToday(spending.day);
        spendings.add(spending);
      },
      renew: (id, reserved) => {
        assertToday(reserved.day);
        spendings.renew(id, reserved);
      },
    }),
    checkEnd: (queue) => {
      const all = rows();
      for (const row of all) checkRow(row);
      checkJobs(queue, all);
      checkSums(queue, all);
    },
  };

  /** I4: what was charged is what the service's usage says. */
  function checkRow({ intent_id: id, task_id: taskId, ended, charged }: Row): void {
    const task = taskId === null ? undefined : service.find(taskId);
    if (ended === null || !task) return;
    const [end, used] = task.outcome === 'success' ? (['charged', task.charge] as const) : (['back', 0] as const);
    if (ended === end && charged === used) return;
    kernel.violate('I4 the account agrees with the usage', `ref ${short(id)}: ${ended} ${charged}, not ${end} ${used}`);
  }

  /** I4: what a finished job has is in the account, whoever ordered it. */
  function checkJobs(queue: Queue, all: readonly Row[]): void {
    const charged = new Set(all.flatMap((row) => (row.ended === 'charged' ? [row.task_id] : [])));
    for (const { id, status, steps, free } of queue.records()) {
      if (status !== 'done' || free) continue;
      const missing = steps.find(({ taskId }) => !charged.has(taskId));
      if (missing) kernel.violate('I4 every charge is in the account', `job ${short(id)}: task ${missing.taskId}`);
    }
  }

  /** The sums that are kept change by change are those of the rows. */
  function checkSums(queue: Queue, all: readonly Row[]): void {
    const told = queue.spending.spent();
    const since = all.filter(({ day }) => day >= today());
    const open = since.filter(
      ({ ended, state }) => ended === 'unknown' || (ended === null && MAY_COST.includes(state)),
    );
    const right = {
      charged: toWords(...since.map(({ charged }) => charged)),
      back: toWords(...since.map(({ back }) => back)),
      held: toWords(...open.map(({ estimate }) => estimate)),
      test: false,
    };
    const words = JSON.stringify(told.today);
    if (words !== JSON.stringify(right)) {
      kernel.violate('I4 today’s sums are those of the rows', `${words}, not ${JSON.stringify(right)}`);
    }
    const days = toWords(...told.days.map(({ charged }) => parseCredits(charged)));
    const total = toWords(...all.map(({ charged }) => charged));
    if (days !== total) kernel.violate('I4 the days’ sums are those of the rows', `${days}, not ${total}`);
  }
}

function toWords(...amounts: readonly (number | null)[]): string {
  return formatCredits(toCredits(amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0)));
}
