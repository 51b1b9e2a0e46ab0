import {
  addCredits,
  formatCredits,
  ZERO_CREDITS,
  parseCredits,
  toCredits,
  type Credits,
} from '../../../src-shared/api/pricing/credits.ts';
import type { SpendingPlan } from '../../../src-shared/ipc/views/money-view.ts';
import type { RecipeStep } from '../../../src-shared/recipes/recipe.ts';
import type { Spending } from '../../../src-shared/settings/settings.ts';
import type { CloudService, JobRecord } from '../../pipeline/job-record.ts';
import { capsOver, type Cap } from './caps.ts';
import type { CapUsage } from './ledger.ts';
import type { KnownPrice, PricedStep } from './price-book.ts';

/** A number of identical jobs of one recipe. */
export interface PlannedJobs {
  readonly recipe: string;
  readonly steps: readonly Pick<RecipeStep, 'operation' | 'params'>[];
  readonly count: number;
}

/** The service for the jobs. */
export interface PlanService {
  readonly service: JobRecord['serviceKind'];
  /** The cloud region; absent: the one in use. */
  readonly cloud?: CloudService | undefined;
}

/** The cost of jobs at a service; default: the one in use. */
export type PlanJobs = (jobs: readonly PlannedJobs[], where?: PlanService) => SpendingPlan;

/** Dependencies of a plan. */
export interface PlanInput {
  readonly free: boolean;
  readonly jobs: readonly PlannedJobs[];
  /** Id of the hot folder the sources come from; null: added by the user. */
  readonly origin: string | null;
  readonly balance: Credits | null;
  readonly held: Credits | null;
}

interface PlanDeps {
  /** True if the jobs are paid with test credits. */
  readonly test: boolean;
  readonly spending: Spending;
  priceOf(step: PricedStep): KnownPrice;
  spentOn(place: { readonly recipe: string; readonly origin: string | null }): CapUsage;
  /** Available credits after pending orders; null: unknown. */
  readonly available: Credits | null;
}

interface Line {
  readonly operation: string;
  readonly price: KnownPrice;
  count: number;
}

/** The price of a batch, by groups of identical jobs: the work does not grow with their number. */
export function makePlan({ jobs, origin, balance, held, ...input }: PlanInput, deps: PlanDeps): SpendingPlan {
  const lines = input.free ? [] : toLines(jobs, deps);
  const total = sumOf(lines);
  const unknown = lines.reduce((sum, { price, count }) => sum + (price.amount === null ? count : 0), 0);
  const free = input.free || (lines.length > 0 && lines.every(({ price }) => price.amount === 0));
  const recipe = jobs[0]?.recipe ?? '';
  const spent = deps.spentOn({ recipe, origin });
  const { confirmAbove, perDay, pauseBelow } = deps.spending;
  return {
    free,
    test: deps.test,
    jobs: jobs.reduce((sum, { count }) => sum + count, 0),
    lines: lines.map(({ operation, price: { amount, basis }, count }) => ({
      operation,
      count,
      each: toDecimal(amount),
      basis,
      total: toDecimal(amount === null ? null : toCredits(amount * count)),
    })),
    total: formatCredits(total),
    testTotal: formatCredits(ZERO_CREDITS),
    unknown,
    learned: lines.some(({ price }) => price.basis === 'learned'),
    balance: toDecimal(free ? null : balance),
    held: toDecimal(free ? null : held),
    available: toDecimal(free ? null : deps.available),
    spentToday: formatCredits(spent.day),
    needsYes: needsConfirmation({ free, total, unknown, confirmAbove }),
    confirmAbove,
    perDay,
    over: free ? [] : [...overCaps(), ...overBalance()],
  };

  function overCaps(): SpendingPlan['over'] {
    return capsOver(deps.spending, spent, { recipe, origin }).flatMap((cap) => listExceeded(cap, total, unknown));
  }
  function overBalance(): SpendingPlan['over'] {
    const { available } = deps;
    if (available === null) return [];
    const left = toCredits(available - total);
    const low = pauseBelow !== null && left < amountOf(pauseBelow);
    return [
      ...(left < 0
        ? [
            {
              ...{ cap: 'balance' as const, subject: '' },
              ...{ limit: formatCredits(available), would: formatCredits(total) },
              ...(unknown > 0 ? {} : { covers: countCovered(jobs, available, deps) }),
            },
          ]
        : []),
      ...(low ? [{ cap: 'pause_below' as const, subject: '', limit: pauseBelow, would: formatCredits(left) }] : []),
    ];
  }
}

/** True if a batch has to be confirmed: it costs more than the limit, or its price is unknown. */
export function needsConfirmation({
  free,
  total,
  unknown,
  confirmAbove,
}: Pick<SpendingPlan, 'free' | 'unknown' | 'confirmAbove'> & { readonly total: Credits }): boolean {
  return !free && (unknown > 0 || total > amountOf(confirmAbove));
}

/** A cap, if a batch exceeds it; `unknown`: number of its steps without a known price. */
export function listExceeded(
  { kind, subject, limit, spent }: Cap,
  total: Credits,
  unknown: number,
): SpendingPlan['over'] {
  const would = addCredits(spent, total);
  if (would <= limit && (unknown === 0 || spent < limit)) return [];
  return [{ cap: kind, subject, limit: formatCredits(limit), would: formatCredits(would) }];
}

function toLines(jobs: readonly PlannedJobs[], { priceOf }: PlanDeps): Line[] {
  const lines = new Map<string, Line>();
  for (const { steps, count } of jobs) {
    for (const { operation, params } of steps) {
      const price = priceOf({ operation, params });
      const key = `${operation} ${price.amount} ${price.basis}`;
      const line = lines.get(key) ?? { operation, price, count: 0 };
      line.count += count;
      lines.set(key, line);
    }
  }
  return [...lines.values()];
}

/** Jobs in their order whose total the available credits cover. */
function countCovered(planned: readonly PlannedJobs[], available: Credits, { priceOf }: PlanDeps) {
  let left = Math.max(0, available);
  let jobs = 0;
  for (const { steps, count } of planned) {
    const prices = steps.map(({ operation, params }) => priceOf({ operation, params }).amount ?? ZERO_CREDITS);
    const each = addCredits(...prices);
    const covered = each === 0 ? count : Math.min(count, Math.floor(left / each));
    jobs += covered;
    left -= covered * each;
    if (covered < count) break;
  }
  return { jobs, of: planned.reduce((sum, { count }) => sum + count, 0) };
}

function sumOf(lines: readonly Line[]): Credits {
  return addCredits(...lines.map(({ price, count }) => toCredits((price.amount ?? 0) * count)));
}

/** The credits of a decimal. */
export function amountOf(decimal: string): Credits {
  return parseCredits(decimal) ?? ZERO_CREDITS;
}

function toDecimal(amount: Credits | null): string | null {
  return amount === null ? null : formatCredits(amount);
}
