import { LIMITS } from '../../src-shared/api/limits.ts';
import { PRESIGN_FORMATS, type PresignFormat } from '../../src-shared/api/files.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { JobRecord } from './job-record.ts';
import type { Tools } from './tools.ts';

/** A token is used only while it is surely valid: a margin before the 1800 s of its upload URL. */
const TOKEN_LIFE_MS = (LIMITS.presignSeconds - 120) * 1000;

/** The source's file token: the one we have while it is fresh, else a new upload. Saved before it is used. */
export async function uploadSource(record: JobRecord, tools: Tools, now: number): Promise<JobRecord> {
  // A clock that went back proves nothing about the age of a token; a new upload costs nothing.
  const ageMs = record.fileToken ? now - record.fileToken.issuedAt : -1;
  if (ageMs >= 0 && ageMs < TOKEN_LIFE_MS) return record;
  tools.save({ ...tools.current(), status: 'uploading' });
  const token = await tools.client.upload(record.sourcePath, presignFormatOf(record.name), tools.signal, tools.report);
  return tools.save({ ...tools.current(), fileToken: { token, issuedAt: now } });
}

/** The format a file is presigned with, by its name; throws `unsupported_file`. */
export function presignFormatOf(name: string): PresignFormat {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const format = extension === 'tif' ? 'tiff' : PRESIGN_FORMATS.find((known) => known === extension);
  if (format) return format;
  throw new AppError('unsupported_file', '', { subject: name });
}
