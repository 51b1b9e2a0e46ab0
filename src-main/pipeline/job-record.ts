import type { GeneratorCredit } from '../../src-shared/api/generators/generator-state.ts';
import type { Deployment } from '../../src-shared/api/models/generation-models.ts';
import type { OperationName } from '../../src-shared/api/operations.ts';
import type { ErrorInfo } from '../../src-shared/base/errors.ts';
import type { Format } from '../../src-shared/formats/formats.ts';
import type { JobStatus, JobStep } from '../../src-shared/jobs/job.ts';
import type { Priority } from '../../src-shared/jobs/priority.ts';
import type { SourceKind, ViewSlot } from '../../src-shared/formats/source-kind.ts';
import type { SourceMask } from '../folders/source-files.ts';
import type { ServiceProfile } from '../service-client/services/service-profile.ts';
import type { MessageOrText } from '../../src-shared/messages/message.ts';

/** One operation of a job and its state. */
export interface StepRecord {
  readonly operation: OperationName;
  readonly params: Readonly<Record<string, unknown>>;
  /** Index of the step whose task is the input; null: the job's source. */
  readonly from: number | null;
  readonly exports: Format | null;
  readonly status: JobStep['status'];
  readonly taskId: string | null;
  /** Decimal string; set when the service reported it. */
  readonly creditsConsumed: string | null;
  /** Set when a task of this step failed: everything but `creditsConsumed` was refunded. */
  readonly refunded: boolean;
  /** The generator of the user that made its result; absent: none, or not done yet. */
  readonly generator?: GeneratorCredit;
  /** Added after the job was finished; not part of its recipe. */
  readonly extra?: true;
  /** Notes about its result; absent: none yet, or among those of the job, where earlier versions kept them. */
  readonly notes?: readonly MessageOrText[];
}

/** An output file of a task and its path on disk. */
export interface ArtifactRecord {
  readonly id: string;
  readonly step: number;
  readonly role: 'model' | 'preview' | 'picture';
  readonly format: Format | null;
  /** Absolute path of the file, or of a bundle's main file. */
  readonly path: string;
  /** Folder of the main file and its side files; null for a single file. */
  readonly bundle: string | null;
  readonly bytes: number;
  readonly sha256: string;
  /** Of a glTF; absent: another format, not specified, or recorded by an earlier version. */
  readonly triangles?: number;
  /** Absolute path in the output folder, after the export. */
  readonly exportedPath: string | null;
  /** Id in the manifest that lists it there; absent: not exported, or exported by an earlier version. */
  readonly exportedAs?: string;
}

/** The upload of a source and the identity of its content. */
export interface FileToken {
  readonly token: string;
  /** Epoch ms. */
  readonly issuedAt: number;
  /** Hash of the uploaded content; absent in records written before it was stored. */
  readonly sha256?: string;
  /** Version of the content on disk at that time (`Entry.version`). */
  readonly version?: string;
}

/** A source file. */
export interface SourceFile {
  /** The view it shows; null: it is the only one. */
  readonly slot: ViewSlot | null;
  /** Display name; its extension determines the file type. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  /** The upload at the service; null: not uploaded or expired. */
  readonly token: FileToken | null;
  /** The mask that the user chose for the image; absent: none. */
  readonly mask?: SourceMask;
  /** Identity when it was claimed from a hot folder; absent: not from a hot folder, or archived since. */
  readonly taken?: ClaimMark;
}

/** Paths of a source: its file, and the image that its mask was chosen for. */
export function listSourcePaths({ path, mask }: Pick<SourceFile, 'path' | 'mask'>): string[] {
  return mask ? [path, mask.original.path] : [path];
}

/** A file as it was in a hot folder when a job was created from it. */
export interface ClaimMark {
  readonly folderId: string;
  /** Identity of the file on disk, independent of its name. */
  readonly fileId: string;
  /** Relative to the hot folder, with forward slashes. */
  readonly place: string;
  /** Changes whenever the content may have changed. */
  readonly version: string;
  readonly sha256: string;
}

/** The cap that stopped a job, and the local day whose budget was used up. */
export interface OverCapMark {
  readonly cap: 'day' | 'recipe' | 'folder';
  readonly day: string;
}

/** A cap that the user allowed one step of a job to exceed. */
interface WaivedCap {
  readonly cap: OverCapMark['cap'];
  readonly step: number;
}

/** A cloud region by its address, under which its key is stored, and its policy. */
export interface CloudService {
  readonly baseUrl: string;
  readonly deployment: Deployment;
}

/**
 * Why a job waits for confirmation: its cost, more new files at once than expected, or that it may have been ordered already,
 * as a source that was in the hot folder before, or an order without a response.
 */
export type HoldReason = 'price' | 'many' | 'again';

/** The state of a job before it was cancelled. */
export interface CancelledFrom {
  readonly status: 'waiting' | 'paused' | 'held';
  readonly error: ErrorInfo | null;
}

/** A job as it is saved. Every result is saved here before the next action. */
export interface JobRecord {
  readonly id: string;
  /** Position in the queue; lower runs first. */
  readonly position: number;
  readonly priority: Priority;
  readonly name: string;
  readonly kind: SourceKind;
  /** One file, or one for each view; for a prompt the file it was read from, if any. None: the job was found at the service. */
  readonly sources: readonly SourceFile[];
  /** The prompt; absent: the source is files. */
  readonly prompt?: string;
  /** Uploads of the images in its parameters; absent: none, or expired. */
  readonly references?: readonly FileToken[];
  /** The task was found at the service. Its settings are unknown, so it is never created again. */
  readonly found?: true;
  /** The intent that created the found task; absent: it was ordered elsewhere. */
  readonly foundIntent?: string;
  readonly recipe: string;
  /** Version of the recipe when the job was created; its steps and seeds are in `steps` and do not change. */
  readonly recipeVersion: number;
  readonly serviceKind: 'local' | 'cloud';
  /**
   * The cloud region it was added for, whichever is in use later; absent: this computer, or added before regions
   * were recorded.
   */
  readonly cloud?: CloudService;
  /** The service and key it was ordered with; null until the first step is sent. */
  readonly serviceId: string | null;
  /** Folder for the results; null: the output folder of the settings. */
  readonly outFolder: string | null;
  readonly status: JobStatus;
  /** Index of the current step. */
  readonly step: number;
  readonly steps: readonly StepRecord[];
  readonly hasThumbnail: boolean;
  readonly artifacts: readonly ArtifactRecord[];
  /** Notes about the job as a whole. */
  readonly notes: readonly MessageOrText[];
  readonly free: boolean;
  readonly error: ErrorInfo | null;
  /** Consecutive failures; waiting for the service does not count. */
  readonly attempts: number;
  /** Consecutive waits for the service; absent: none. */
  readonly pauses?: number;
  readonly retryAt: number | null;
  /** The user asked to stop; a step that was sent is still downloaded. */
  readonly stopRequested: boolean;
  /** The state that undoing its cancellation returns to; absent: it was not cancelled. */
  readonly cancelledFrom?: CancelledFrom;
  /** The user asked to pause; a step that was sent is still downloaded. Absent: not asked. */
  readonly pauseRequested?: boolean;
  /** Id of the hot folder the source came from; absent or null: added by the user. */
  readonly origin?: string | null;
  /** Id of the job it repeats, or whose files it uses; absent: none, or not recorded. */
  readonly basedOn?: string;
  /** Set while a paused job waits because of a cap. */
  readonly overCap?: OverCapMark | null;
  /** The caps past which the user resumed this job; absent: none. */
  readonly waivedCaps?: readonly WaivedCap[];
  /** Charged for tasks that failed and were ordered again, a decimal; absent: nothing. */
  readonly chargedBefore?: string;
  /** Why it waits for confirmation; absent: it may start. Kept when it was skipped. */
  readonly unconfirmed?: HoldReason;
  /** Marked as a favourite. */
  readonly favourite?: true;
  /** Custom tags; absent: none. */
  readonly tags?: readonly string[];
  /** Ids of the collections it is in; absent: none. */
  readonly collections?: readonly string[];
  /** Finished and removed from the queue; still in the gallery. */
  readonly filed?: true;
  readonly createdAt: number;
  /** Start of its last run, including pauses and restarts; null: it did not run, or will run again. */
  readonly startedAt: number | null;
  /** Duration of the run that produced its newest result; absent: none, or not recorded. */
  readonly tookMs?: number;
  readonly finishedAt: number | null;
}

/** Default values of fields that records of earlier versions lack. Add every new field here. */
const LATER_FIELDS = { priority: 'normal', recipeVersion: 1 } as const satisfies Partial<JobRecord>;

/** A job of one file, as written before views and prompts existed. */
interface SingleSource {
  readonly sourcePath: string;
  readonly sourceBytes: number;
  readonly fileToken: FileToken | null;
}

/** Migrates a record of any version of the app to the current one. */
export function toCurrentRecord(saved: JobRecord | (Omit<JobRecord, 'sources'> & SingleSource)): JobRecord {
  const record = { ...LATER_FIELDS, ...('sources' in saved ? saved : withSources(saved)) };
  // Before the mark existed, a found task was recognized by its missing source.
  return record.sources.length === 0 && record.prompt === undefined ? { ...record, found: true } : record;
}

function withSources({ sourcePath, sourceBytes, fileToken, ...kept }: Omit<JobRecord, 'sources'> & SingleSource) {
  const source = { slot: null, name: kept.name, path: sourcePath, bytes: sourceBytes, token: fileToken };
  return { ...kept, sources: sourcePath === '' ? [] : [source] };
}

/** The service and key a job belongs to. */
export type JobService = Pick<JobRecord, 'serviceKind' | 'cloud'> & { readonly serviceId: string };

/** Key of the service a job belongs to: jobs with the same key share pools, limits and pauses. */
export function serviceOf({ serviceKind, cloud }: Pick<JobRecord, 'serviceKind' | 'cloud'>): string {
  return cloud?.baseUrl ?? serviceKind;
}

/** The part of a job that spending depends on; a request of the command line has no more than that. */
export type Payer = Pick<
  JobRecord,
  'id' | 'name' | 'recipe' | 'origin' | 'serviceKind' | 'serviceId' | 'cloud' | 'free' | 'waivedCaps'
> & { readonly steps: readonly Pick<StepRecord, 'operation' | 'params'>[] };

/** The service and key of a profile, as stored with the jobs that use them. */
export function belongsTo({ kind, id, baseUrl, deployment }: ServiceProfile): JobService {
  return { serviceKind: kind, serviceId: id, ...(kind === 'cloud' ? { cloud: { baseUrl, deployment } } : {}) };
}

/** The record with one step changed. */
export function withStep(record: JobRecord, index: number, patch: Partial<StepRecord>): JobRecord {
  const steps = record.steps.map((step, at) => (at === index ? { ...step, ...patch } : step));
  return { ...record, steps };
}

/** The record with one source changed. */
export function withSource(record: JobRecord, index: number, patch: Partial<SourceFile>): JobRecord {
  const sources = record.sources.map((source, at) => (at === index ? { ...source, ...patch } : source));
  return { ...record, sources };
}
