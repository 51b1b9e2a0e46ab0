import { z } from 'zod';
import { generatorCredit } from '../api/generators/generator-state.ts';
import { messageOrTextSchema } from '../api/messages/message-schema.ts';
import { OPERATION_NAMES } from '../api/operations.ts';
import { errorInfoSchema } from '../base/error-info-schema.ts';
import { FORMATS } from '../formats/formats.ts';
import { SEED_FIELDS } from '../api/fields/seed-fields.ts';
import { SOURCE_KINDS } from '../formats/source-kind.ts';
import { PRIORITIES } from './priority.ts';

/** States of a job as displayed; the page provides their texts and icons. */
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

/** True if a job in this state continues automatically. */
export function isActive(status: JobStatus): boolean {
  return !['done', 'failed', 'unknown', 'held', 'paused', 'cancelled'].includes(status);
}

/** Meanings of the amount beside a job. */
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

/** An amount and its meaning; amounts are decimal strings. */
const money = z.object({
  kind: z.enum(MONEY_KINDS),
  amount: z.string(),
  back: z.string(),
  /** Held for running steps, beside what earlier steps were `charged`; absent: nothing. */
  held: z.string().optional(),
  /** Charged for earlier tasks of a job that waits for confirmation, beside its `estimate`; absent: nothing. */
  charged: z.string().optional(),
  /** Present if they are test credits of a rehearsal, not money. */
  test: z.literal(true).optional(),
});

/** An amount and its meaning. */
export type Money = Readonly<z.infer<typeof money>>;

/** Source of a price: the service's documentation, its earlier charges, or none. */
export const PRICE_BASES = ['listed', 'learned', 'unknown'] as const;

/** Estimated price of a step; null: unknown. */
export const price = z.object({ amount: z.string().nullable(), basis: z.enum(PRICE_BASES) });

/** Estimated price of a step. */
export type Price = Readonly<z.infer<typeof price>>;

/** An output file of a task on this computer. */
const artifact = z.object({
  id: z.string(),
  /** Index of the step that created it. */
  step: z.int(),
  /** Null for files that are not exported, such as the preview. */
  format: z.enum(FORMATS).nullable(),
  role: z.enum(['model', 'preview', 'picture']),
  name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  /** Of a glTF; absent: another format, unknown, or recorded by an earlier version. */
  triangles: z.int().optional(),
  exported: z.boolean(),
  /** True if it is in the library, not only in the output folder. */
  inLibrary: z.boolean(),
  /** Present if it needs the files beside it, such as textures: it is downloaded with them as a zip archive. */
  bundled: z.literal(true).optional(),
});

/** An output file of a task. */
export type Artifact = Readonly<z.infer<typeof artifact>>;

/** One operation of a job and its progress. */
const jobStep = z.object({
  operation: z.enum(OPERATION_NAMES),
  /** Index of the step whose result it processes; null: the job's source. */
  from: z.int().nullable(),
  /** The parameter that best distinguishes its result from similar ones, such as a face limit; null: none. */
  asked: z.union([z.string(), z.number()]).nullable(),
  format: z.enum(FORMATS).nullable(),
  status: z.enum(['waiting', 'running', 'done', 'failed', 'unknown', 'cancelled']),
  /** Progress, 0 to 100, as reported by the service; pushed while it runs, not saved. */
  progress: z.number(),
  taskId: z.string().nullable(),
  /** Estimate before the charge is known. */
  price,
  /** Credits charged by the service; null if unknown. */
  creditsConsumed: z.string().nullable(),
  /** Seeds of the order; absent: its operation has none, or it is not ordered yet. */
  seeds: z.partialRecord(z.enum(SEED_FIELDS), z.int()).optional(),
  /** True if it was added to a finished job, beyond its recipe. */
  extra: z.literal(true).optional(),
  /** The user’s generator that made its result; absent: none, or not done yet. */
  generator: generatorCredit.optional(),
  /** Notes of the engine about its result, such as the method of outline detection; absent: none. */
  notes: z.array(messageOrTextSchema).optional(),
});

/** One operation of a job. */
export type JobStep = Readonly<z.infer<typeof jobStep>>;

/** True while the service holds the credits of a step: it has a task, and its charge is not known yet. */
export function isStepHeld({ status, taskId, creditsConsumed }: HeldStep): boolean {
  return status === 'running' && taskId !== null && creditsConsumed === null;
}

type HeldStep = Pick<JobStep, 'status' | 'taskId' | 'creditsConsumed'>;

/** The processing of one source with one recipe: a row of the queue. It contains no path, key or URL. */
export const job = z.object({
  id: z.string(),
  /** File name of the source; for views the common part of their names, for a prompt its first words. */
  name: z.string(),
  kind: z.enum(SOURCE_KINDS),
  /** Number of views; 0: not made of views. */
  views: z.int(),
  sourceBytes: z.int(),
  /** True if `thumb-<id>` can be fetched. */
  hasThumbnail: z.boolean(),
  status: z.enum(JOB_STATUSES),
  recipe: z.string(),
  /** Position in the queue; lower is earlier. */
  position: z.number(),
  priority: z.enum(PRIORITIES),
  serviceKind: z.enum(['local', 'cloud']),
  /** Display name of its cloud service; absent: this computer, or unknown yet. */
  service: z.string().optional(),
  /** Index of the current step. */
  step: z.int(),
  steps: z.array(jobStep),
  money,
  error: errorInfoSchema.nullable(),
  /** Time of the next retry; null: none. */
  retryAt: z.number().nullable(),
  artifacts: z.array(artifact),
  /** Notes about the job as a whole. */
  notes: z.array(messageOrTextSchema),
  /** Id of the hot folder its source came from; null: added by a user. */
  origin: z.string().nullable(),
  /** Id of the job it repeats, or whose files it uses; null: none or unknown. */
  basedOn: z.string().nullable(),
  favourite: z.boolean(),
  /** Custom tags. */
  tags: z.array(z.string()),
  /** Ids of its collections, removed ones included. */
  collections: z.array(z.string()),
  /** True if it is finished and hidden from the queue, but not from the gallery. */
  filed: z.boolean(),
  createdAt: z.number(),
  /** Start of its last run. */
  startedAt: z.number().nullable(),
  /** Duration of the run that produced its result; null: none yet. */
  tookMs: z.number().nullable(),
  finishedAt: z.number().nullable(),
});

/** The processing of one source with one recipe. */
export type Job = Readonly<z.infer<typeof job>>;
