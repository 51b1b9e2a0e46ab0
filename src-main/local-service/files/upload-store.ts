import type { Readable } from 'node:stream';

/** An uploaded file that can be used now. */
export interface StoredFile {
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
}

/** Where uploads are kept under their tokens (spec 2.5). */
export interface UploadStore {
  /** A new token; it refers to no file until one is received. */
  newToken(): string;
  /**
   * Takes a token's bytes, once; they are on the disk when this resolves. Throws faults: 2022 above `maxBytes`, 2003
   * when empty or cut short, 1004 when the token has its file already. After a fault the token is as it was.
   */
  receive(token: string, body: Readable, maxBytes: number): Promise<void>;
  /** The file of a token; null when it has none, or expired. */
  find(token: string): StoredFile | null;
  /** The file of an accepted task, even if its token expired; null if it is missing. */
  findAccepted(token: string): StoredFile | null;
  /** Deletes what has expired or was never finished, except the files of `keep`. */
  sweep(keep: ReadonlySet<string>): Promise<void>;
}
