import type { Readable } from 'node:stream';

/** An uploaded file that has not expired. */
export interface StoredFile {
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
}

/** Storage of uploads by their tokens (spec 2.5). */
export interface UploadStore {
  /** A new token; it refers to no file until one is received. */
  newToken(): string;
  /**
   * Receives a token's bytes, once; they are on the disk when this resolves. Throws errors: 2022 above `maxBytes`, 2003
   * if empty or truncated, 1004 if the token already has a file. After an error the token is unchanged.
   */
  receive(token: string, body: Readable, maxBytes: number): Promise<void>;
  /** The file of a token; null if it has none, or if it expired. */
  find(token: string): StoredFile | null;
  /** The file of an accepted task, even if its token expired; null if it is missing. */
  findAccepted(token: string): StoredFile | null;
  /** Deletes expired and unfinished uploads, except the files of `keep`. */
  sweep(keep: ReadonlySet<string>): Promise<void>;
}
