import { z } from 'zod';
import { folderLogLine } from '../../hot-folders/folder-log.ts';
import { hotFolderChange, hotFolderView, outputLocation } from '../../hot-folders/hot-folder.ts';
import { id, nothing } from './call-schemas.ts';

/** What the page may ask of the hot folders: channel → [input, output]. */
export const folderCalls = {
  'folders:list': [nothing, z.array(hotFolderView)],
  /**
   * Opens the system's folder dialog in the window; in a browser the person types the path. `results` absent: they go to
   * the export folder. Null: none was chosen.
   */
  'folders:add': [
    z.object({
      typed: z.string().max(32_768).nullable(),
      recipe: id,
      change: hotFolderChange,
      results: outputLocation.optional(),
    }),
    id.nullable(),
  ],
  /** `results` absent, or no folder chosen for them: they go where they went. */
  'folders:change': [z.object({ id, change: hotFolderChange, results: outputLocation.optional() }), nothing],
  /** Files and jobs stay. */
  'folders:remove': [z.object({ id }), nothing],
  /** Says yes to what waits there; `agreed` is the total that was shown. */
  'folders:approve': [z.object({ id, agreed: z.string().max(40).nullable() }), nothing],
  'folders:reveal': [z.object({ id }), nothing],
  /** What happened in one of them, or in all, the newest first; `problems`: only what needs a person. */
  'folders:log': [z.object({ folder: id.nullable(), problems: z.boolean() }), z.array(folderLogLine)],
} as const;
