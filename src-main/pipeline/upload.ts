import path from 'node:path';
import { LIMITS } from '../../src-shared/api/limits.ts';
import { PRESIGN_FORMATS, type PresignFormat } from '../../src-shared/api/files.ts';
import { AppError } from '../../src-shared/errors.ts';
import { toSourceError } from '../folders/disk-error.ts';
import { hashFile } from '../folders/hash-file.ts';
import { changed } from '../service-client/upload-file.ts';
import type { Disk, Entry } from '../system/disk.ts';
import type { FileToken, JobRecord } from './job-record.ts';
import { shelfOf } from './token-shelf.ts';
import type { Tools } from './tools.ts';

/** A token is used only while it is surely valid: a margin before the 1800 s of its upload URL. */
const TOKEN_LIFE_MS = (LIMITS.presignSeconds - 120) * 1000;

/**
 * The source's file token, saved before it is used: the one the job has while it is fresh and of this very content, else
 * one that another job got for the same content, else a new upload.
 *
 * Jobs share a token only where orders are told apart without it: where they cost nothing, or where the service is known
 * to echo `client_ref`. Elsewhere the token is part of what makes an order unlike any other, so each job has its own.
 */
export async function uploadSource(record: JobRecord, tools: Tools, now: number): Promise<JobRecord> {
  const { client, intents, signal, system } = tools;
  const own = isFresh(record.fileToken, now) ? record.fileToken : null;
  const entry = await findSource(record.sourcePath, system.disk);
  // What was uploaded needs the file no more.
  const isSame = entry === null || (own?.version !== undefined && own.version === entry.version);
  if (own && isSame) return record;
  const content = await readContent(record.sourcePath, entry, system.disk);
  if (own?.sha256 === content.sha256) return record;
  const operation = record.steps[record.step]?.operation ?? '';
  const mayShare = client.profile.free || intents.hasEcho(client.profile.id, operation);
  const upload = (): Promise<FileToken> => {
    signal.throwIfAborted();
    tools.save({ ...tools.current(), status: 'uploading' });
    return send(record, content, tools);
  };
  const fileToken = mayShare
    ? await shelfOf(client).share(content.sha256, (token) => isFresh(token, system.clock.now()), upload)
    : await upload();
  signal.throwIfAborted();
  return tools.save({ ...tools.current(), fileToken });
}

/** Forgets the job's token, for everybody: the service may no longer take it. */
export function dropToken(tools: Tools): void {
  const { fileToken } = tools.current();
  if (fileToken?.sha256 !== undefined) shelfOf(tools.client).forget(fileToken.sha256);
  tools.save({ ...tools.current(), fileToken: null });
}

/** The format a file is presigned with, by its name; throws `unsupported_file`. */
export function presignFormatOf(name: string): PresignFormat {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const format = extension === 'tif' ? 'tiff' : PRESIGN_FORMATS.find((known) => known === extension);
  if (format) return format;
  throw new AppError('unsupported_file', '', { subject: name });
}

/** What a source holds, and how the disk tells that it still does. */
type Content = Pick<FileToken, 'sha256' | 'version'> & { readonly sha256: string };

async function send(record: JobRecord, content: Content, tools: Tools): Promise<FileToken> {
  const { client, signal, system } = tools;
  const issuedAt = system.clock.now();
  const token = await client.upload(record.sourcePath, presignFormatOf(record.name), signal, tools.report);
  const entry = await findSource(record.sourcePath, system.disk);
  if (entry?.version !== content.version) throw changed(path.basename(record.sourcePath));
  return { token, issuedAt, ...content };
}

/** A clock that went back proves nothing about the age of a token; a new upload costs nothing. */
function isFresh(fileToken: FileToken | null, now: number): fileToken is FileToken {
  const ageMs = fileToken ? now - fileToken.issuedAt : -1;
  return ageMs >= 0 && ageMs < TOKEN_LIFE_MS;
}

async function findSource(filePath: string, disk: Disk): Promise<Entry | null> {
  return disk.follow(filePath).catch((error: unknown) => {
    throw toSourceError(error, path.basename(filePath));
  });
}

async function readContent(filePath: string, entry: Entry | null, disk: Disk): Promise<Content> {
  if (!entry) throw new AppError('file_missing', '', { subject: path.basename(filePath) });
  try {
    const sha256 = disk.hashBeside
      ? await disk.hashBeside(filePath).finish(entry.bytes)
      : (await hashFile(filePath, disk)).sha256;
    return { sha256, ...(entry.version === undefined ? {} : { version: entry.version }) };
  } catch (error) {
    throw toSourceError(error, path.basename(filePath));
  }
}
