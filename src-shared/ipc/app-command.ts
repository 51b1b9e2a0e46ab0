import { z } from 'zod';

/** What the menu bar and the tray may ask the page to do: commands of the page by their ids, and nothing else. */
export const APP_COMMANDS = [
  'add.files',
  'add.folder',
  'view.queue',
  'view.gallery',
  'view.recipes',
  'view.folders',
  'view.account',
  'view.settings',
  'view.find',
  'view.found',
  'viewer.lit',
  'viewer.matcap',
  'viewer.normals',
  'viewer.wireframe',
  'viewer.uv',
  'viewer.colours',
  'queue.pause',
  'job.pause',
  'job.resume',
  'job.retry',
  'job.again',
  'job.againNew',
  'job.export',
  'job.reveal',
  'job.cancel',
  'job.remove',
  'help.commands',
  'help.keys',
  'settings.doctor',
  'settings.about',
  'job.show',
] as const;

/** A command the shell may give the page. */
export type AppCommand = (typeof APP_COMMANDS)[number];

/** A command to the page; `jobId` comes with `job.show`. */
export const appCommand = z.object({ command: z.enum(APP_COMMANDS), jobId: z.string().max(200).optional() });
