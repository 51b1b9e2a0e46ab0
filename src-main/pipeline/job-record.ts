import type { Deployment } from '../../src-shared/api/models/generation-models.ts';
import type { OperationName } from '../../src-shared/api/operations.ts';
import type { ErrorInfo } from '../../src-shared/base/errors.ts';
import type { Format } from '../../src-shared/formats/formats.ts';
import type { JobStatus, JobStep, Priority } from '../../src-shared/jobs/job.ts';
import type { SourceKind, ViewSlot } from '../../src-shared/formats/source-kind.ts';
import type { ServiceProfile } from '../service-client/services/service-profile.ts';
import type { MessageOrText } from '../../src-shared/messages/message.ts';

/** One operation of a job, with all that is known about it. */
export interface StepRecord {
  readonly operation: OperationName;
  readonly params: Readonly<Record<string, unknown>>;
  /** Index of the step whose task this one works on; null: the job's source. */
  readonly from: number | null;
  readonly exports: Format | null;
  readonly status: JobStep['status'];
  readonly taskId: string | null;
  /** Decimal string, once the service said so. */
  readonly creditsConsumed: string | null;
  /** Set when a task of this step failed, so that the person hears what came back. */
  readonly refunded: boolean;
  /** Ordered of the job when it was over, beyond its recipe. */
  readonly extra?: true;
}

/** A file that came out of a task, with its place on our disk. */
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
  /** Absolute path in the output folder, once it is there. */
  readonly exportedPath: string | null;
}

/** The source as the service has it, and what exactly that is. */
export interface FileToken {
  readonly token: string;
  /** Epoch ms. */
  readonly issuedAt: number;
  /** Of the content that was uploaded; absent in records written before it was kept. */
  readonly sha256?: string;
  /** Version of the content on disk at that time (`Entry.version`). */
  readonly version?: string;
}

/** A file the person gave. */
export interface SourceFile {
  /** The side it shows; null: it is the only one. */
  readonly slot: ViewSlot | null;
  /** What people call it; its ending says what it is. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  /** The upload at the service; null: not uploaded or expired. */
  readonly token: FileToken | null;
  /** Identity when it was claimed from a hot folder; absent: not from a hot folder, or archived since. */
  readonly taken?: ClaimMark;
}

/** A file as it lay in a hot folder when a job was made of it. */
export interface ClaimMark {
  readonly folderId: string;
  /** Identity of the file on disk, independent of its name. */
  readonly fileId: string;
  /** Relative to the hot folder, with forward slashes. */
  readonly place: string;
  /** Another text whenever the content may be another. */
  readonly version: string;
  readonly sha256: string;
}

/** The cap that stopped a job, and the local day whose budget was used up. */
export interface OverCapMark {
  readonly cap: 'day' | 'recipe' | 'folder';
  readonly day: string;
}

/** A cloud region by its address, under which its key is kept, and by its rules. */
export interface CloudService {
  readonly baseUrl: string;
  readonly deployment: Deployment;
}

/**
 * Why a job waits for a yes: what it costs, that more came at once than was expected, or that its source was in the hot
 * folder before and may have been ordered already.
 */
export type HoldReason = 'price' | 'many' | 'again';

/** One source on its way, as it is saved. Everything the way learns is in here before the next thing happens. */
export interface JobRecord {
  readonly id: string;
  /** Place in the queue; smaller goes first. */
  readonly position: number;
  readonly priority: Priority;
  readonly name: string;
  readonly kind: SourceKind;
  /** One, or one for each view; of a prompt the file it was read from, if any. None: the job was found at the service. */
  readonly sources: readonly SourceFile[];
  /** The words a model is made of; absent: it is made of files. */
  readonly prompt?: string;
  /** Uploads of the images in its parameters; absent: none, or expired. */
  readonly references?: readonly FileToken[];
  /** The task was found at the service. Its settings are unknown, so it is never created again. */
  readonly found?: true;
  readonly recipe: string;
  /** Version of the recipe when the job was made; its steps and seeds are in `steps` and stay as they were. */
  readonly recipeVersion: number;
  readonly serviceKind: 'local' | 'cloud';
  /**
   * The cloud region it was added for, whichever is in use later; absent: this computer, or it was added before regions
   * were written down.
   */
  readonly cloud?: CloudService;
  /** The service and key it was made with; null until the first step is sent. */
  readonly serviceId: string | null;
  /** Folder for the results; null: the output folder of the settings. */
  readonly outFolder: string | null;
  readonly status: JobStatus;
  /** Index of the step in hand. */
  readonly step: number;
  readonly steps: readonly StepRecord[];
  readonly hasThumbnail: boolean;
  readonly artifacts: readonly ArtifactRecord[];
  readonly notes: readonly MessageOrText[];
  readonly free: boolean;
  readonly error: ErrorInfo | null;
  /** Failures in a row that count; waiting for the service never does. */
  readonly attempts: number;
  /** Times in a row the service had to be waited for; absent: none. */
  readonly pauses?: number;
  readonly retryAt: number | null;
  /** The person asked to stop; a step that was sent is still brought home. */
  readonly stopRequested: boolean;
  /** The person asked to pause; a step that was sent is still brought home. Absent: not asked. */
  readonly pauseRequested?: boolean;
  /** Id of the watched folder the source came from; absent or null: from a person. */
  readonly origin?: string | null;
  /** Id of the job it repeats, or from whose files it was made; absent: none, or it was not written down. */
  readonly basedOn?: string;
  /** Set while a paused job waits because of a cap. */
  readonly overCap?: OverCapMark | null;
  /** The person resumed this job past the caps. */
  readonly capWaived?: boolean;
  /** Why it may not begin before a person says yes to what it costs; absent: it may. Kept when it is left out. */
  readonly unconfirmed?: HoldReason;
  /** The person likes it. */
  readonly favourite?: true;
  /** The person's own words for it; absent: none. */
  readonly tags?: readonly string[];
  /** Finished and removed from the queue; still in the gallery. */
  readonly filed?: true;
  readonly createdAt: number;
  /** When its last run began, over every pause and restart; null: none did, or another is to begin. */
  readonly startedAt: number | null;
  /** How long the run took that its newest result came from; absent: none was made, or it was not written down. */
  readonly tookMs?: number;
  readonly finishedAt: number | null;
}

/** Fields that came later, as records written before them mean them. A new field gets its line here. */
const LATER_FIELDS = { priority: 'normal', recipeVersion: 1 } as const satisfies Partial<JobRecord>;

/** A job of one file, as it was written before there were views and prompts. */
interface SingleSource {
  readonly sourcePath: string;
  readonly sourceBytes: number;
  readonly fileToken: FileToken | null;
}

/** A record as some version of the app wrote it, as this one has it. */
export function toCurrentRecord(saved: JobRecord | (Omit<JobRecord, 'sources'> & SingleSource)): JobRecord {
  const record = { ...LATER_FIELDS, ...('sources' in saved ? saved : withSources(saved)) };
  // Before the mark was kept, a found task was known by having nothing it was made of.
  return record.sources.length === 0 && record.prompt === undefined ? { ...record, found: true } : record;
}

function withSources({ sourcePath, sourceBytes, fileToken, ...kept }: Omit<JobRecord, 'sources'> & SingleSource) {
  const source = { slot: null, name: kept.name, path: sourcePath, bytes: sourceBytes, token: fileToken };
  return { ...kept, sources: sourcePath === '' ? [] : [source] };
}

/** The service and key a job belongs to. */
export type JobService = Pick<JobRecord, 'serviceKind' | 'cloud'> & { readonly serviceId: string };

/** The service a job belongs to in one word: jobs with the same share pools, limits and pauses. */
export function serviceOf({ serviceKind, cloud }: Pick<JobRecord, 'serviceKind' | 'cloud'>): string {
  return cloud?.baseUrl ?? serviceKind;
}

/** The service and key of a profile, as a job that is carried on with them has them. */
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
