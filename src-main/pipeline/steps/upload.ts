import path from 'node:path';
import { sniffContainer, SIGNATURE_BYTES } from '../../../src-shared/formats/containers.ts';
import { partPathOf } from '../../base/files/durable-file.ts';
import { LIMITS } from '../../../src-shared/api/protocol/limits.ts';
import { PRESIGN_FORMATS, type PresignFormat } from '../../../src-shared/api/protocol/files.ts';
import { OPERATIONS } from '../../../src-shared/api/operations.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { toSourceError } from '../../folders/disk-error.ts';
import { hashFile } from '../../base/files/hash-file.ts';
import { assertUnchanged } from '../../service-client/transfer/upload-file.ts';
import type { Disk, FileStat } from '../../base/files/disk.ts';
import { withSource, type FileToken, type JobRecord, type SourceFile, type StepRecord } from '../job-record.ts';
import { message } from '../../../src-shared/messages/message.ts';
import type { Uploadable } from './uploadable.ts';
import { referenceTokensOf, uploadReferences, withoutReferenceTokens } from './upload-references.ts';
import { uploadCacheOf } from '../upload-cache.ts';
import type { PipelineTools } from '../pipeline-tools.ts';

/** Maximum age of a token: the 1800 s of its upload URL, less a margin. */
const TOKEN_LIFE_MS = (LIMITS.presignSeconds - 120) * 1000;

/** Uploads every file of the current step: its inputs, and the images its parameters reference. */
export async function uploadFiles(record: JobRecord, tools: PipelineTools): Promise<JobRecord> {
  const step = record.steps[record.step] as StepRecord;
  return uploadReferences(worksOnFiles(step) ? await uploadSources(record, tools) : record, tools, freshToken);
}

/** When the files of a step were uploaded, epoch ms; 0: unknown. */
export function uploadTimes(record: JobRecord, index: number): number[] {
  const step = record.steps[index] as StepRecord;
  const sources = worksOnFiles(step) ? record.sources.map(({ token }) => token?.issuedAt ?? 0) : [];
  return [...sources, ...referenceTokensOf(record, step).map((token) => token?.issuedAt ?? 0)];
}

/** True if the input of a step is the files of the job, not another step or a prompt. */
function worksOnFiles({ from, operation }: StepRecord): boolean {
  return from === null && OPERATIONS[operation].source.kind !== 'none';
}

/** File tokens of all files of the source, each saved before it is used; see `freshToken`. */
export async function uploadSources(record: JobRecord, tools: PipelineTools): Promise<JobRecord> {
  let uploaded = record;
  for (const index of record.sources.keys()) uploaded = await uploadSource(uploaded, index, tools);
  return uploaded;
}

async function uploadSource(record: JobRecord, index: number, tools: PipelineTools): Promise<JobRecord> {
  const source = record.sources[index] as SourceFile;
  const token = await freshToken(source, record.steps[record.step]?.operation ?? '', tools);
  return token === source.token ? record : tools.save(withSource(tools.current(), index, { token }));
}

/**
 * A token of a file, to be saved before it is used: the job's own while it is valid for this exact content, otherwise
 * one that another job got for the same content, otherwise a new upload.
 *
 * Jobs share a token only if orders can be distinguished without it: if they are free, or if the service is known
 * to echo `client_ref`. Otherwise the token identifies the order, so each job has its own.
 */
async function freshToken(source: Uploadable, operation: string, tools: PipelineTools): Promise<FileToken> {
  const { client, intents, signal, system } = tools;
  const own = isFresh(source.token, system.clock.now()) ? source.token : null;
  const entry = await findSource(source, system.disk);
  // An uploaded source does not need the file.
  const isSame = entry === null || (own?.version !== undefined && own.version === entry.version);
  if (own && isSame) return own;
  const content = await readContent(source, entry, system.disk);
  if (own?.sha256 === content.sha256) return own;
  // The file was replaced; a replaced file in a hot folder gets its own job.
  if (source.taken && source.taken.sha256 !== content.sha256) {
    throw new AppError('source_replaced', '', { subject: source.name });
  }
  const mayShare = client.profile.free || intents.hasEcho(client.profile.id, operation);
  const upload = (): Promise<FileToken> => {
    signal.throwIfAborted();
    tools.save({ ...tools.current(), status: 'uploading' });
    return send(source, content, tools);
  };
  const token = mayShare
    ? await uploadCacheOf(client).share(content.sha256, (known) => isFresh(known, system.clock.now()), upload)
    : await upload();
  signal.throwIfAborted();
  return token;
}

/** Drops the job's tokens, also for other jobs: the service may no longer accept them. */
export function discardFileTokens(tools: PipelineTools): void {
  const current = tools.current();
  const tokens = [...current.sources.flatMap(({ token }) => token ?? []), ...(current.references ?? [])];
  for (const { sha256 } of tokens) if (sha256 !== undefined) uploadCacheOf(tools.client).forget(sha256);
  const sources = current.sources.map((source) => ({ ...source, token: null }));
  tools.save({ ...withoutReferenceTokens(current), sources });
}

/** The format for the presigned upload of a file, by its name; throws `unsupported_file`. */
export function presignFormatOf(name: string): PresignFormat {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const format = extension === 'tif' ? 'tiff' : PRESIGN_FORMATS.find((known) => known === extension);
  if (format) return format;
  throw new AppError('unsupported_file', '', { subject: name });
}

/** The content of a source and its version on disk. */
type Content = Pick<FileToken, 'sha256' | 'version'> & { readonly sha256: string };

async function send(source: Uploadable, content: Content, tools: PipelineTools): Promise<FileToken> {
  const { client, signal, system } = tools;
  const issuedAt = system.clock.now();
  const assertSame = async (): Promise<void> => {
    const entry = await findSource(source, system.disk);
    if (entry?.version !== content.version) throw assertUnchanged(source.name);
  };
  const token = await withUploadFile(source, tools, async (file, format) => {
    const isSource = file === source.path;
    // An image is converted from its path.
    if (!isSource) await assertSame();
    return client.upload(file, format, signal, tools.report, isSource ? content.version : undefined);
  });
  await assertSame();
  return { token, issuedAt, ...content };
}

/**
 * Calls `upload` with the file to upload and its format: the source itself, or a temporary PNG of an image whose format
 * the service does not accept (spec 4.6). The content decides, whatever the name.
 */
async function withUploadFile(
  { path: source, name }: Uploadable,
  { reader, system, jobFolder }: PipelineTools,
  upload: (file: string, format: PresignFormat) => Promise<string>,
): Promise<string> {
  if (!(await needsPng(source, name, system.disk))) return upload(source, presignFormatOf(name));
  const png = partPathOf(path.join(jobFolder, 'upload.png'));
  try {
    await reader.read('to-png-file', { path: source, pngPath: png, subject: name });
    return await upload(png, 'png');
  } finally {
    await system.disk.remove(png).catch(() => undefined);
  }
}

async function needsPng(source: string, name: string, disk: Disk): Promise<boolean> {
  const file = await disk.open(source, 'read').catch((error: unknown) => {
    throw toSourceError(error, name);
  });
  try {
    const head = new Uint8Array(SIGNATURE_BYTES);
    const container = sniffContainer(head.subarray(0, await file.read(head, 0)));
    return container === 'gif' || container === 'avif';
  } finally {
    await file.close();
  }
}

/** If the clock went back, the age of a token is unknown; a new upload is free. */
function isFresh(token: FileToken | null, now: number): token is FileToken {
  const ageMs = token ? now - token.issuedAt : -1;
  return ageMs >= 0 && ageMs < TOKEN_LIFE_MS;
}

/** A link that was given is resolved before it becomes a source, so one at its path leads to a file that nobody gave. */
async function findSource({ path, name }: Uploadable, disk: Disk): Promise<FileStat | null> {
  const entry = await disk.stat(path).catch((error: unknown) => {
    throw toSourceError(error, name);
  });
  if (entry?.isLink) throw new AppError('file_unreadable', message('file.became-link'), { subject: name });
  return entry;
}

async function readContent({ path, name }: Uploadable, entry: FileStat | null, disk: Disk): Promise<Content> {
  if (!entry) throw new AppError('file_missing', '', { subject: name });
  try {
    const sha256 = disk.hashWhileWriting
      ? await disk.hashWhileWriting(path).finish(entry.bytes)
      : (await hashFile(path, disk)).sha256;
    return { sha256, ...(entry.version === undefined ? {} : { version: entry.version }) };
  } catch (error) {
    throw toSourceError(error, name);
  }
}
