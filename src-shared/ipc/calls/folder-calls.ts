import { z } from 'zod';
import { folderLogLine } from '../../hot-folders/folder-log.ts';
import { hotFolderChange, hotFolderView, outputLocation } from '../../hot-folders/hot-folder.ts';
import { id, nothing } from './call-schemas.ts';

/** Calls about hot folders: channel → [input, output]. */
export const folderCalls = {
  'folders:list': [nothing, z.array(hotFolderView)],
  /**
   * Without a folder dialog: the folders that may be typed next, as absolute paths, and how many files of a typed folder
   * would become jobs. `files`: null if the folder does not exist. Without text, the folders are the allowed ones.
   */
  'folders:preview': [
    z.object({ typed: z.string().max(32_768) }),
    z.object({ folders: z.array(z.string()), files: z.int().nullable() }),
  ],
  /**
   * Opens the folder dialog of the system, and answers the chosen folder with the number of its files that would become
   * jobs; null if none was chosen, or without a folder dialog.
   */
  'folders:choose': [nothing, z.object({ path: z.string(), files: z.int().nullable() }).nullable()],
  /**
   * Adds the folder that was typed, or chosen in the folder dialog. Without `results`, results go to the output folder.
   * Returns null if no output folder was chosen.
   */
  'folders:add': [
    z.object({
      typed: z.string().max(32_768),
      recipe: id,
      change: hotFolderChange,
      results: outputLocation.optional(),
    }),
    id.nullable(),
  ],
  /** The output folder stays the same without `results`, or if no folder was chosen. */
  'folders:change': [z.object({ id, change: hotFolderChange, results: outputLocation.optional() }), nothing],
  /** Keeps files and jobs. */
  'folders:remove': [z.object({ id }), nothing],
  /** Undoes `folders:remove`: the folder returns with its settings and limit. */
  'folders:restore': [z.object({ id }), nothing],
  /** Confirms the jobs that wait there; `agreed` is the total that was shown. */
  'folders:approve': [z.object({ id, agreed: z.string().max(40).nullable() }), nothing],
  'folders:reveal': [z.object({ id }), nothing],
  /** The activity of one folder or of all, newest first; `problems`: only entries that need attention. */
  'folders:log': [z.object({ folder: id.nullable(), problems: z.boolean() }), z.array(folderLogLine)],
} as const;
