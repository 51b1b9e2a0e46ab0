import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { LocalCopy } from './local-copy.ts';

/** Lifetime of an upload; the specification defines none. */
export const UPLOAD_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** A sweep leaves uploads for an hour more: a task may be created with one just before it expires, after `keep` was read. */
export const SWEEP_AFTER_MS = UPLOAD_LIFETIME_MS + 60 * 60 * 1000;

/** An upload that a task uses; plain data, which is stored with the task. */
export interface UploadSource {
  readonly kind: 'upload';
  readonly token: string;
  /** Identifies the bytes, where the storage lets a client replace them; absent: they never change. */
  readonly version?: string;
}

/** Storage of uploads by their tokens (spec 2.5). */
export interface UploadStore {
  /**
   * Stores the bytes of a new upload and returns its token; they survive a power failure when this resolves. Throws
   * errors: 2022 above the limit of uploads, 2003 if empty or truncated. After an error nothing is stored.
   */
  store(body: Readable): Promise<string>;
  /**
   * The upload of a token, to be used by a task; null if it has none, or if it expired. Where clients upload without this
   * service, size and type are checked here: throws 2003, 2004 and 2022.
   */
  find(token: string): Promise<UploadSource | null>;
  /**
   * The file of an accepted task, even if its token expired; null if it is missing. Throws 2003 if it is not the file that
   * was found. The caller releases it.
   */
  openCopy(source: UploadSource): Promise<LocalCopy | null>;
  /** Deletes unfinished uploads and those that expired more than an hour ago, except the files of `keep`. */
  sweep(keep: ReadonlySet<string>): Promise<void>;
}

/** A new token (spec 2.5); it refers to no file until one is uploaded. */
export function newFileToken(): string {
  return `file_${randomBytes(18).toString('base64url')}`;
}
