import { z } from 'zod';
import { errorInfoSchema } from '../../base/error-info-schema.ts';
import { price, PRICE_BASES } from '../../jobs/job.ts';
import { SOURCE_KINDS } from '../../formats/source-kind.ts';

/** A decimal string of credits, such as `12.50`. */
const amount = z.string().max(40);

/** A limit that a batch would exceed: caps apply per local day, `balance` is the balance the service reported. */
export const exceededCap = z.object({
  cap: z.enum(['day', 'recipe', 'folder', 'balance', 'pause_below']),
  /** Id of the recipe or the folder; empty for other limits. */
  subject: z.string(),
  limit: amount,
  /** Spending of that day including the batch; for `balance` its total, for `pause_below` the remaining balance. */
  would: amount,
  /** For `balance`: how many of the jobs it covers completely; absent: a price is unknown. */
  covers: z.object({ jobs: z.int(), of: z.int() }).optional(),
});

/** Cost of a batch before it is added. */
export const spendingPlan = z.object({
  /** True if it costs nothing: the service is free, or all its steps are. */
  free: z.boolean(),
  /** True if it is paid with test credits of a rehearsal. */
  test: z.boolean(),
  jobs: z.int(),
  /** One line for each operation and unit price. */
  lines: z.array(
    z.object({
      operation: z.string(),
      count: z.int(),
      each: price.shape.amount,
      basis: z.enum(PRICE_BASES),
      total: amount.nullable(),
    }),
  ),
  /** Total of the steps with a known price; of several services, those that are paid with real credits, if any are. */
  total: amount,
  /** Test credits that the jobs cost beside this total. */
  testTotal: amount,
  /** Number of steps with an unknown price. */
  unknown: z.int(),
  /** True if some prices are past charges of the service, not listed ones. */
  learned: z.boolean(),
  /** Last known balance; null if unknown, or if several accounts pay. */
  balance: amount.nullable(),
  held: amount.nullable(),
  /** Credits that can be spent: the balance without held credits that it may include; null if unknown. */
  available: amount.nullable(),
  /** Charged today, plus amounts that are held or unconfirmed. */
  spentToday: amount,
  /** True if adding it requires confirmation: `agreed`, this total. */
  needsYes: z.boolean(),
  /** Highest total that requires no confirmation. */
  confirmAbove: amount,
  /** The daily limit; null: there is none. */
  perDay: amount.nullable(),
  over: z.array(exceededCap),
});

/** Cost of a batch before it is added. */
export type SpendingPlan = Readonly<z.infer<typeof spendingPlan>>;

/** Cost of a batch of sources, and the sources it skips. */
export const batchPlan = spendingPlan.extend({
  /** Number of all given sources. */
  sources: z.int(),
  /** Kinds of sources the recipe accepts. */
  takes: z.array(z.enum(SOURCE_KINDS)),
  /** Skipped sources of other kinds. */
  leftOut: z.array(z.object({ id: z.string(), name: z.string(), kind: z.enum(SOURCE_KINDS) })),
});

/** Cost of a batch of sources, and the sources it skips. */
export type BatchPlan = Readonly<z.infer<typeof batchPlan>>;

/** Amounts of the local day: charged, refunded by failed tasks, and held or unconfirmed; `test`: in test credits. */
export const spentToday = z.object({ charged: amount, back: amount, held: amount, test: z.boolean() });

/** Amounts of the local day. */
export type SpentToday = Readonly<z.infer<typeof spentToday>>;

/** Sums of our own spending; days are local, latest first. */
export const spentView = z.object({
  today: spentToday,
  days: z.array(z.object({ day: z.string(), charged: amount, back: amount, jobs: z.int() })),
  recipes: z.array(z.object({ recipe: z.string(), charged: amount, jobs: z.int() })),
});

/** Sums of our own spending. */
export type SpentView = Readonly<z.infer<typeof spentView>>;

/** State of an order's charge; `unknown`: its end was not observed, so it may be charged. */
const SPENDING_STATES = ['held', 'charged', 'back', 'unknown'] as const;

/** One order that costs credits, as stored in the history. */
export const spendingRow = z.object({
  /** Time of the order, epoch ms. */
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

/** One order that costs credits, as stored in the history. */
export type SpendingRow = Readonly<z.infer<typeof spendingRow>>;

/** If the whole queue is paused, and why. */
export const queuePause = z.object({
  paused: z.boolean(),
  /** Reason why the app paused it automatically; null: it did not. */
  reason: errorInfoSchema.nullable(),
  /** The only services it is paused for: the base URLs of clouds, or `local`; null: all, or it is not paused. */
  services: z.array(z.string()).nullable(),
});

/** If the whole queue is paused, and why. */
export type QueuePause = Readonly<z.infer<typeof queuePause>>;
