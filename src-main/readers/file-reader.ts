import type { READ_FUNCTIONS } from './read-functions.ts';

type ReadFunctions = { readonly [N in keyof typeof READ_FUNCTIONS]: Awaited<ReturnType<(typeof READ_FUNCTIONS)[N]>> };

/** A way to read a file that came from outside: a name in `READ_FUNCTIONS`. */
export type ReadName = keyof ReadFunctions;

/** What a read function is asked. */
export type ReadRequest<N extends ReadName = ReadName> = Parameters<ReadFunctions[N]>[0];

/** What a read function returns. */
export type ReadResponse<N extends ReadName = ReadName> = ReadFunctions[N] extends (
  ...args: never[]
) => Promise<infer Response>
  ? Response
  : never;

/**
 * Reads files that came from outside: from users, services and links. The app's own reader runs every read in a process
 * of its own (`reader-pool.ts`), so that no file can stop the app.
 */
export interface FileReader {
  /**
   * Runs a read function. Throws what it throws, AppError `file_too_complex` if it takes too long, needs too much memory or
   * crashes, and AppError `reader_unavailable`, which is retryable, if no process can be started for it.
   */
  read<N extends ReadName>(name: N, request: ReadRequest<N>): Promise<ReadResponse<N>>;
  /** Rejects all reads; resolves when their files no longer count as being read. */
  close(): Promise<void>;
}
