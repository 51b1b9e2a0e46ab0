import { z } from 'zod';
import { errorInfoSchema } from '../../base/error-info-schema.ts';

/** A decimal string of credits, such as `12.50`. */
const amount = z.string().max(40);

/** A local day as `2026-11-21`. */
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** Name of a service: `local` is this computer, null the one that was set up without a name. */
export const serviceName = z.string().min(1).max(32).nullable();

/** Name of a service; null: the one that was set up without a name. */
export type ServiceName = z.infer<typeof serviceName>;

export const LOCAL_SERVICE = 'local';

/** State of a task in the usage history; `other`: unknown to the documented interface. */
const USAGE_STATES = ['open', 'success', 'failed', 'cancelled', 'other'] as const;

/** State of a task in the usage history. */
export type UsageState = (typeof USAGE_STATES)[number];

/** Filter of the usage history; null: everything. */
export const usageFilter = z.object({
  operation: z.string().max(100).nullable(),
  recipe: z.string().max(200).nullable(),
  state: z.enum(USAGE_STATES).nullable(),
  /** Part of a job's name, a task id or an operation. */
  text: z.string().max(200),
  /** First and last local day. */
  from: day.nullable(),
  to: day.nullable(),
});

/** Filter of the usage history. */
export type UsageFilter = Readonly<z.infer<typeof usageFilter>>;

/** One task of the service's own history, with its job if this computer knows it. */
const usageView = z.object({
  taskId: z.string(),
  /** Epoch ms; null if the service did not send a time. */
  at: z.number().nullable(),
  /** The task's type, as the service names it. */
  operation: z.string(),
  /** The service's own name for its state. */
  status: z.string(),
  state: z.enum(USAGE_STATES),
  /** The charge; null if the service did not send it. */
  credits: amount.nullable(),
  /** Our estimate while the task is in progress. */
  held: amount.nullable(),
  /** Null: no job of this computer. */
  jobId: z.string().nullable(),
  /** Null: no job of this computer, or its name is unknown. */
  name: z.string().nullable(),
  recipe: z.string().nullable(),
  /** Id of the hot folder its source came from. */
  folder: z.string().nullable(),
  /** True if the job is in the queue or the gallery. */
  listed: z.boolean(),
});

/** One task of the service's own history. */
export type UsageView = Readonly<z.infer<typeof usageView>>;

/** Range of the history that was read. */
const usageCoverage = z.object({
  /** Number of tasks read. */
  read: z.int(),
  /** True if there are no older ones. */
  whole: z.boolean(),
  /** Time of the oldest one read, epoch ms; null: none. */
  oldestAt: z.number().nullable(),
  /** Time when the newest ones were read, epoch ms; null: not yet. */
  readAt: z.number().nullable(),
  /** Reason why it cannot be read now; earlier rows are kept. */
  problem: errorInfoSchema.nullable(),
});

/** Range of the history that was read. */
export type UsageCoverage = Readonly<z.infer<typeof usageCoverage>>;

/** Part of the history, newest first. */
export const usagePage = z.object({
  rows: z.array(usageView),
  /** Number of read rows that match the filter. */
  matching: z.int(),
  /** Total charge of the matching rows. */
  charged: amount,
  /** Number of matching rows without a job on this computer. */
  foreign: z.int(),
  reach: usageCoverage,
});

/** Part of the history, newest first. */
export type UsagePage = Readonly<z.infer<typeof usagePage>>;

/** Charges of one operation of one recipe and folder on one local day. */
const usageSum = z.object({
  day,
  operation: z.string(),
  recipe: z.string().nullable(),
  folder: z.string().nullable(),
  credits: amount,
  tasks: z.int(),
});

/** Charges of one operation of one recipe and folder on one local day. */
export type UsageSum = Readonly<z.infer<typeof usageSum>>;

/** Sums of the history since a day, as far as it was read; latest day first. */
export const usageTotals = z.object({ sums: z.array(usageSum), charged: amount, tasks: z.int(), reach: usageCoverage });

/** Sums of the history since a day. */
export type UsageTotals = Readonly<z.infer<typeof usageTotals>>;

/** Jobs and the cost of their steps. */
const jobsOf = z.object({
  jobs: z.int(),
  amount,
  /** Number of steps with an unknown price. */
  unknown: z.int(),
});

/** A service, as shown in the list of services. */
export const serviceCard = z.object({
  name: serviceName,
  kind: z.enum(['local', 'cloud']),
  baseUrl: z.string().nullable(),
  deployment: z.enum(['international', 'china']).nullable(),
  /** Handling of an order whose response was lost and that no search finds; always the same for this computer. */
  resend: z.enum(['strict', 'auto']),
  inUse: z.boolean(),
  /** True if nothing costs anything there. */
  free: z.boolean(),
  key: z.object({
    present: z.boolean(),
    /** Last four characters. */
    ending: z.string(),
    /** Its storage, such as `Secret Service`; `memory` without a keychain. */
    store: z.string(),
    durable: z.boolean(),
  }),
  /** `unasked`: not checked yet. */
  status: z.enum(['unasked', 'starting', 'ready', 'slow', 'offline', 'refused', 'no_key']),
  /** Last known balance; null: unknown. */
  balance: amount.nullable(),
  held: amount.nullable(),
  /** Time of the balance, epoch ms. */
  askedAt: z.number().nullable(),
  /** Our steps whose credits it holds. */
  underWay: jobsOf,
  /** Our steps that wait to be ordered there. */
  waiting: jobsOf,
  error: errorInfoSchema.nullable(),
});

/** A service, as shown in the list of services. */
export type ServiceCard = Readonly<z.infer<typeof serviceCard>>;
