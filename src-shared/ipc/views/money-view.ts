import { z } from 'zod';
import { errorInfo } from '../../base/errors.ts';
import { price, PRICE_BASES } from '../../jobs/job.ts';
import { SOURCE_KINDS } from '../../formats/source-kind.ts';

/** A decimal string of credits, such as `12.50`. */
const amount = z.string().max(40);

/** Where a batch would break a limit: caps hold for a local day, `balance` is what the service says is there. */
export const exceededCap = z.object({
  cap: z.enum(['day', 'recipe', 'folder', 'balance', 'pause_below']),
  /** The recipe's or the folder's id; empty for the others. */
  subject: z.string(),
  limit: amount,
  /** What would be spent that day with the batch; for `balance` its total, for `pause_below` what would be left. */
  would: amount,
});

/** What a batch costs before anything of it is added. */
export const spendingPlan = z.object({
  /** Nothing costs anything at the service in use. */
  free: z.boolean(),
  jobs: z.int(),
  /** One line for each operation and price of one. */
  lines: z.array(
    z.object({
      operation: z.string(),
      count: z.int(),
      each: price.shape.amount,
      basis: z.enum(PRICE_BASES),
      total: amount.nullable(),
    }),
  ),
  /** Of the steps whose price is known. */
  total: amount,
  /** Steps whose price nobody knows before it is charged. */
  unknown: z.int(),
  /** Some price is what the service usually charged, not what it lists. */
  learned: z.boolean(),
  /** As the service said last; null when it was not asked yet. */
  balance: amount.nullable(),
  held: amount.nullable(),
  /** Charged today, and what is held or in doubt. */
  spentToday: amount,
  /** Adding it takes the person's yes: `agreed`, this total. */
  needsYes: z.boolean(),
  over: z.array(exceededCap),
});

/** What a batch costs before anything of it is added. */
export type SpendingPlan = Readonly<z.infer<typeof spendingPlan>>;

/** What a batch of sources costs, and which of them are no part of it. */
export const batchPlan = spendingPlan.extend({
  /** All that were given. */
  sources: z.int(),
  /** The kinds of sources the recipe takes. */
  takes: z.array(z.enum(SOURCE_KINDS)),
  /** Sources of other kinds; no job is made of them. */
  leftOut: z.array(z.object({ id: z.string(), name: z.string(), kind: z.enum(SOURCE_KINDS) })),
});

/** What a batch of sources costs, and which of them are no part of it. */
export type BatchPlan = Readonly<z.infer<typeof batchPlan>>;

/** Money of the local day: charged, given back by tasks that failed, and held or in doubt. */
export const spentToday = z.object({ charged: amount, back: amount, held: amount });

/** Money of the local day. */
export type SpentToday = Readonly<z.infer<typeof spentToday>>;

/** Own spending, summed up; days are local, latest first. */
export const spentView = z.object({
  today: spentToday,
  days: z.array(z.object({ day: z.string(), charged: amount, back: amount, jobs: z.int() })),
  recipes: z.array(z.object({ recipe: z.string(), charged: amount, jobs: z.int() })),
});

/** Own spending, summed up. */
export type SpentView = Readonly<z.infer<typeof spentView>>;

/** What became of the money of an order; `unknown`: its end was not seen, it may be charged. */
const SPENDING_STATES = ['held', 'charged', 'back', 'unknown'] as const;

/** One order that costs, as it lies in the history. */
export const spendingRow = z.object({
  /** When it was ordered, epoch ms. */
  at: z.number(),
  jobId: z.string(),
  name: z.string(),
  recipe: z.string(),
  step: z.int(),
  operation: z.string(),
  taskId: z.string().nullable(),
  serviceKind: z.enum(['local', 'cloud']),
  estimate: amount.nullable(),
  charged: amount.nullable(),
  back: amount.nullable(),
  state: z.enum(SPENDING_STATES),
});

/** One order that costs, as it lies in the history. */
export type SpendingRow = Readonly<z.infer<typeof spendingRow>>;

/** Why the app paused the whole queue by itself; null: it did not. */
export const pauseReason = errorInfo.nullable();
