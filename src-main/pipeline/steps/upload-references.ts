import type { AnyValues } from '../../../src-shared/api/operation.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { listReferences, replaceReferences } from '../../../src-shared/operations/map-file-parameters.ts';
import type { ImageReference } from '../../../src-shared/operations/image-reference.ts';
import type { Disk } from '../../base/files/disk.ts';
import type { FileToken, JobRecord, StepRecord } from '../job-record.ts';
import { referencePath } from '../reference-store.ts';
import type { PipelineTools } from '../pipeline-tools.ts';
import type { Uploadable } from './uploadable.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** As `freshToken` of uploads. */
type FindToken = (file: Uploadable, operation: string, tools: PipelineTools) => Promise<FileToken>;

/**
 * Tokens of the images that the parameters of the step in hand name, each saved before it is used. Throws
 * `reference_missing` naming the image that is not in the library as it was kept.
 */
export async function uploadReferences(
  record: JobRecord,
  tools: PipelineTools,
  findToken: FindToken,
): Promise<JobRecord> {
  const { operation, params } = record.steps[record.step] as StepRecord;
  let uploaded = record;
  for (const reference of listReferences(operation, params)) {
    const { name, sha256 } = reference;
    const known = tokenOf(uploaded, reference);
    const file = { name, path: referencePath(tools.referencesFolder, reference), token: known, taken: { sha256 } };
    const token = await findToken(file, operation, tools).catch((error: unknown) => {
      throw isMissing(error) ? missing(reference, error) : error;
    });
    if (token === known) continue;
    const others = (tools.current().references ?? []).filter((other) => other.sha256 !== sha256);
    uploaded = tools.save({ ...tools.current(), references: [...others, token] });
  }
  return uploaded;
}

/** The parameters of a step as they are sent: tokens in place of images. Throws where one was not uploaded: a bug. */
export function withTokens(record: JobRecord, { operation, params }: StepRecord): AnyValues {
  return replaceReferences(operation, params, (reference) => {
    const token = tokenOf(record, reference);
    if (!token) throw new AppError('bug', message('jobs.not-uploaded', { name: reference.name }));
    return token.token;
  });
}

/** Tokens of the images that a step names; null: it was not uploaded. */
export function referenceTokensOf(record: JobRecord, { operation, params }: StepRecord): (FileToken | null)[] {
  return listReferences(operation, params).map((reference) => tokenOf(record, reference));
}

/** The record as if no image that its parameters name had been uploaded. */
export function withoutReferenceTokens({ references: _, ...record }: JobRecord): JobRecord {
  return record;
}

/**
 * Makes sure, before anything of a job is ordered, that every image is there which its steps name, so that nothing is
 * paid for a chain that breaks off. Throws `reference_missing` naming the first that is not.
 */
export async function assertReferences({ steps }: JobRecord, folder: string, disk: Disk): Promise<void> {
  for (const reference of steps.flatMap(({ operation, params }) => listReferences(operation, params))) {
    const entry = await disk.statFollowingLinks(referencePath(folder, reference)).catch(() => null);
    if (!entry) throw missing(reference);
  }
}

function tokenOf({ references = [] }: JobRecord, { sha256 }: ImageReference): FileToken | null {
  return references.find((token) => token.sha256 === sha256) ?? null;
}

function isMissing(error: unknown): boolean {
  return error instanceof AppError && ['file_missing', 'source_replaced'].includes(error.code);
}

function missing({ name }: ImageReference, cause?: unknown): AppError {
  return new AppError('reference_missing', '', { subject: name, cause });
}
