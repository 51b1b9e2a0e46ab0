import { z } from 'zod';
import { errorInfoSchema } from '../base/error-info-schema.ts';
import { HOT_FOLDER_STATES } from './hot-folder.ts';

/** Maximum number of displayed log lines per hot folder. */
export const MAX_FOLDER_LOG_LINES = 500;

/** An event in a hot folder. */
const folderEvent = z.discriminatedUnion('kind', [
  /** A job was created from this number of files. */
  z.object({ kind: z.literal('job_created'), name: z.string(), files: z.int(), jobId: z.string() }),
  /** The same file or content was processed before. */
  z.object({ kind: z.literal('known'), name: z.string() }),
  /** The file was rejected or is incomplete. */
  z.object({ kind: z.literal('problem'), error: errorInfoSchema }),
  /** The job of a source failed. */
  z.object({ kind: z.literal('failed'), name: z.string(), jobId: z.string(), error: errorInfoSchema }),
  /** The job ended and its source was moved to `done` or `failed`; paths are relative to the folder. */
  z.object({ kind: z.literal('archived'), name: z.string(), paths: z.array(z.string()) }),
  /** Jobs wait for confirmation of a total, as a decimal. */
  z.object({ kind: z.literal('asked'), jobs: z.int(), total: z.string() }),
  z.object({ kind: z.literal('state'), state: z.enum(HOT_FOLDER_STATES) }),
]);

/** A line of the hot folder log. */
export const folderLogLine = z.object({
  /** Increases with every line of this run; lines of earlier runs have negative ids. */
  id: z.int(),
  /** Epoch ms. */
  at: z.number(),
  /** Id of the hot folder. */
  folder: z.string(),
  event: folderEvent,
});

/** An event in a hot folder. */
export type FolderEvent = Readonly<z.infer<typeof folderEvent>>;

/** A line of the hot folder log. */
export type FolderLogLine = Readonly<z.infer<typeof folderLogLine>>;

/** States in which a hot folder does not work and may need attention. */
const PROBLEM_STATES: readonly string[] = ['short_of_watches', 'gone', 'elsewhere', 'refused'];

/** True if an event may need attention. */
export function isFolderProblem(event: FolderEvent): boolean {
  if (event.kind === 'state') return PROBLEM_STATES.includes(event.state);
  return event.kind === 'problem' || event.kind === 'failed';
}
