import { z } from 'zod';
import { messageOrTextSchema } from '../api/messages/message.ts';
import { OPERATION_NAMES } from '../api/operations.ts';
import { errorInfo } from '../base/errors.ts';
import { FORMATS } from '../formats/formats.ts';
import { SEED_FIELDS } from '../operations/seeds.ts';
import { SOURCE_KINDS } from '../formats/source-kind.ts';

/** States of a job as a person sees them; their words and icons are the page's. */
export const JOB_STATUSES = [
  'waiting',
  'uploading',
  'queued',
  'running',
  'downloading',
  'verifying',
  'exporting',
  'done',
  'failed',
  'unknown',
  'held',
  'paused',
  'offline',
  'cancelled',
] as const;

/** The state of a job. */
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Whether a job in this state continues automatically. */
export function isActive(status: JobStatus): boolean {
  return !['done', 'failed', 'unknown', 'held', 'paused', 'cancelled'].includes(status);
}

/** Priority of a job, highest first; recipes of the same priority alternate. */
export const PRIORITIES = ['high', 'normal', 'low'] as const;

/** Priority of a job. */
export type Priority = (typeof PRIORITIES)[number];

/** What the amount beside a job means. */
export const MONEY_KINDS = [
  'free',
  'estimate',
  'held',
  'charged',
  'back',
  'not_charged',
  'maybe_paid',
  'not_known',
] as const;

/** An amount and what it means; the amount is a decimal string. */
const money = z.object({ kind: z.enum(MONEY_KINDS), amount: z.string(), back: z.string() });

/** An amount and what it means. */
export type Money = Readonly<z.infer<typeof money>>;

/** Where a price comes from: the service's interface, what it charged for the same before, or nowhere. */
export const PRICE_BASES = ['listed', 'learned', 'unknown'] as const;

/** Estimated price of a step; null: unknown. */
export const price = z.object({ amount: z.string().nullable(), basis: z.enum(PRICE_BASES) });

/** What a step costs, as far as that is known before it is charged. */
export type Price = Readonly<z.infer<typeof price>>;

/** A file that came out of a task, on our disk. */
const artifact = z.object({
  id: z.string(),
  /** Index of the step whose task it came out of. */
  step: z.int(),
  /** Null for what is not exported, such as the preview. */
  format: z.enum(FORMATS).nullable(),
  role: z.enum(['model', 'preview', 'picture']),
  name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  /** Of a glTF; absent: another format, not specified, or recorded by an earlier version. */
  triangles: z.int().optional(),
  exported: z.boolean(),
  /** Whether the library has it, rather than the output folder alone. */
  inLibrary: z.boolean(),
});

/** A file that came out of a task. */
export type Artifact = Readonly<z.infer<typeof artifact>>;

/** One operation of a job, and how far it is. */
const jobStep = z.object({
  operation: z.enum(OPERATION_NAMES),
  /** Index of the step whose result it works on; null: the job's source. */
  from: z.int().nullable(),
  /** The parameter that best distinguishes its result from similar ones, such as a face limit; null: none. */
  asked: z.union([z.string(), z.number()]).nullable(),
  format: z.enum(FORMATS).nullable(),
  status: z.enum(['waiting', 'running', 'done', 'failed', 'unknown', 'cancelled']),
  /** Share done, 0 to 100, as the service says; pushed while it runs, not saved. */
  progress: z.number(),
  taskId: z.string().nullable(),
  /** Estimate, before it is charged. */
  price,
  /** Credits the service charged; null until it says. */
  creditsConsumed: z.string().nullable(),
  /** What it was ordered with; absent: its operation takes none, or it is not ordered yet. */
  seeds: z.partialRecord(z.enum(SEED_FIELDS), z.int()).optional(),
  /** Ordered of the job when it was over, beyond its recipe. */
  extra: z.literal(true).optional(),
});

/** One operation of a job. */
export type JobStep = Readonly<z.infer<typeof jobStep>>;

/** One source on its way through one recipe: a row of the queue. It holds no path, key or URL. */
export const job = z.object({
  id: z.string(),
  /** File name of the source; of views, what their names have in common; of a prompt, its first words. */
  name: z.string(),
  kind: z.enum(SOURCE_KINDS),
  /** How many sides of one thing it is made of; 0: it is not made of views. */
  views: z.int(),
  sourceBytes: z.int(),
  /** Whether `thumb-<id>` can be fetched. */
  hasThumbnail: z.boolean(),
  status: z.enum(JOB_STATUSES),
  recipe: z.string(),
  /** Place in the queue; smaller goes first. */
  position: z.number(),
  priority: z.enum(PRIORITIES),
  serviceKind: z.enum(['local', 'cloud']),
  /** What people call the cloud service it belongs to; absent: this computer, or it is not known yet. */
  service: z.string().optional(),
  /** Index of the step in hand. */
  step: z.int(),
  steps: z.array(jobStep),
  money,
  error: errorInfo.nullable(),
  /** When a retry is due; null when none is. */
  retryAt: z.number().nullable(),
  artifacts: z.array(artifact),
  /** What the engine says about its result, such as how the outline was found. */
  notes: z.array(messageOrTextSchema),
  /** Id of the hot folder its source came from; null: from a person. */
  origin: z.string().nullable(),
  /** Id of the job it repeats, or from whose files it was made; null: none, or it is not known. */
  basedOn: z.string().nullable(),
  favourite: z.boolean(),
  /** The person's own words for it. */
  tags: z.array(z.string()),
  /** It is done and off the queue's list; the gallery has it. */
  filed: z.boolean(),
  createdAt: z.number(),
  /** When its last run began. */
  startedAt: z.number().nullable(),
  /** How long the run took that its result came from; null: there is none yet. */
  tookMs: z.number().nullable(),
  finishedAt: z.number().nullable(),
});

/** One source on its way through one recipe. */
export type Job = Readonly<z.infer<typeof job>>;
