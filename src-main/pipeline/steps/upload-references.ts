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
 * Tokens of the images that the parameters of the current step reference, each saved before it is used. Throws
 * `reference_missing` naming the image that is missing from the library or damaged.
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

/** The parameters of a step as they are sent: tokens replace images. Throws an internal error if one was not uploaded. */
export function withTokens(record: JobRecord, { operation, params }: StepRecord): AnyValues {
  return replaceReferences(operation, params, (reference) => {
    const token = tokenOf(record, reference);
    if (!token) throw new AppError('bug', message('jobs.not-uploaded', { name: reference.name }));
    return token.token;
  });
}

/** Tokens of the images that a step references; null: not uploaded. */
export function referenceTokensOf(record: JobRecord, { operation, params }: StepRecord): (FileToken | null)[] {
  return listReferences(operation, params).map((reference) => tokenOf(record, reference));
}

/** The record without uploads of the images that its parameters reference. */
export function withoutReferenceTokens({ references: _, ...record }: JobRecord): JobRecord {
  return record;
}

/**
 * Checks, before any step of a job is ordered, that all images referenced by its steps exist, so that no incomplete chain
 * is charged. Throws `reference_missing` naming the first missing one.
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
