import { z } from 'zod';

/** Commands that menu bar and tray can send to the page, by id. */
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
  'help.firstProject',
  'settings.doctor',
  'settings.about',
  'job.show',
] as const;

/** A command from the shell to the page. */
export type AppCommand = (typeof APP_COMMANDS)[number];

/** A command to the page; `jobId` comes with `job.show`. */
export const appCommand = z.object({ command: z.enum(APP_COMMANDS), jobId: z.string().max(200).optional() });
