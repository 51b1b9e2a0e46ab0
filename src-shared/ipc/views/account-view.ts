import { z } from 'zod';
import { errorInfo } from '../../base/errors.ts';

/** A decimal string of credits, such as `12.50`. */
const amount = z.string().max(40);

/** A local day as `2026-11-21`. */
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** A service by its name: `local` is this computer, null the one that was set up without a name. */
export const serviceName = z.string().min(1).max(32).nullable();

/** A service by its name; null: the one that was set up without a name. */
export type ServiceName = z.infer<typeof serviceName>;

/** The name of the service on this computer. */
export const LOCAL_SERVICE = 'local';

/** What has become of a task of the usage history; `other`: a word of the service that its interface does not name. */
const USAGE_STATES = ['open', 'success', 'failed', 'cancelled', 'other'] as const;

/** What has become of a task of the usage history. */
export type UsageState = (typeof USAGE_STATES)[number];

/** What of the usage history is wanted; null: everything. */
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

/** What of the usage history is wanted. */
export type UsageFilter = Readonly<z.infer<typeof usageFilter>>;

/** One task of the service's own history, and the job it belongs to as far as this computer knows. */
const usageView = z.object({
  taskId: z.string(),
  /** Epoch ms; null where the service told no moment. */
  at: z.number().nullable(),
  /** The task's type, in the service's word. */
  operation: z.string(),
  /** The service's own word for its state. */
  status: z.string(),
  state: z.enum(USAGE_STATES),
  /** What the service charged; null where it did not say. */
  credits: amount.nullable(),
  /** Our estimate, while it is on its way. */
  held: amount.nullable(),
  /** Null: no job of this computer. */
  jobId: z.string().nullable(),
  /** Null: no job of this computer, or one that nobody remembers the name of. */
  name: z.string().nullable(),
  recipe: z.string().nullable(),
  /** Id of the hot folder its source came from. */
  folder: z.string().nullable(),
  /** Whether the job is in the queue or the gallery. */
  listed: z.boolean(),
});

/** One task of the service's own history. */
export type UsageView = Readonly<z.infer<typeof usageView>>;

/** How far the history was read. */
const usageCoverage = z.object({
  /** Tasks read. */
  read: z.int(),
  /** Whether there are no older ones. */
  whole: z.boolean(),
  /** The oldest that was read, epoch ms; null: none was. */
  oldestAt: z.number().nullable(),
  /** When the newest were read, epoch ms; null: not yet. */
  readAt: z.number().nullable(),
  /** Why it could not be read now; what was read before stays. */
  problem: errorInfo.nullable(),
});

/** How far the history was read. */
export type UsageCoverage = Readonly<z.infer<typeof usageCoverage>>;

/** Part of the history, newest first. */
export const usagePage = z.object({
  rows: z.array(usageView),
  /** Rows the filter lets through, of those that were read. */
  matching: z.int(),
  /** What those were charged. */
  charged: amount,
  /** Those of them that no job of this computer has. */
  foreign: z.int(),
  reach: usageCoverage,
});

/** Part of the history, newest first. */
export type UsagePage = Readonly<z.infer<typeof usagePage>>;

/** What one operation of one recipe and folder was charged on one local day. */
const usageSum = z.object({
  day,
  operation: z.string(),
  recipe: z.string().nullable(),
  folder: z.string().nullable(),
  credits: amount,
  tasks: z.int(),
});

/** What one operation of one recipe and folder was charged on one local day. */
export type UsageSum = Readonly<z.infer<typeof usageSum>>;

/** Sums of the history since a day, as far as it was read; latest day first. */
export const usageTotals = z.object({ sums: z.array(usageSum), charged: amount, tasks: z.int(), reach: usageCoverage });

/** Sums of the history since a day. */
export type UsageTotals = Readonly<z.infer<typeof usageTotals>>;

/** Jobs, and what their steps cost. */
const jobsOf = z.object({
  jobs: z.int(),
  amount,
  /** Steps whose price nobody knows. */
  unknown: z.int(),
});

/** A service beside the others. */
export const serviceCard = z.object({
  name: serviceName,
  kind: z.enum(['local', 'cloud']),
  baseUrl: z.string().nullable(),
  deployment: z.enum(['international', 'china']).nullable(),
  /** What happens to an order whose answer was lost and that no search finds; the same for this computer always. */
  resend: z.enum(['strict', 'auto']),
  inUse: z.boolean(),
  /** Nothing costs anything there. */
  free: z.boolean(),
  key: z.object({
    present: z.boolean(),
    /** Last four characters. */
    ending: z.string(),
    /** Where it lies, such as `Secret Service`; `memory` when there is no keychain. */
    store: z.string(),
    durable: z.boolean(),
  }),
  /** `unasked`: it was not asked yet. */
  status: z.enum(['unasked', 'starting', 'ready', 'offline', 'refused', 'no_key']),
  /** As it said last; null: it never did. */
  balance: amount.nullable(),
  held: amount.nullable(),
  /** When it said so, epoch ms. */
  askedAt: z.number().nullable(),
  /** Steps of ours that are on their way there. */
  underWay: jobsOf,
  /** Steps of ours that wait to be ordered there. */
  waiting: jobsOf,
  error: errorInfo.nullable(),
});

/** A service beside the others. */
export type ServiceCard = Readonly<z.infer<typeof serviceCard>>;
