import { z } from 'zod';
import { messageOrTextSchema } from '../api/messages/message-schema.ts';
import { crashReport } from '../base/crash-report.ts';
import { logLine } from '../base/log-line.ts';
import { hotFolderView } from '../hot-folders/hot-folder.ts';
import { collection } from '../jobs/collection.ts';
import { job } from '../jobs/job.ts';
import { settingsView } from '../settings/settings.ts';
import { updateState } from '../settings/update-settings.ts';
import { appCommand } from './app-command.ts';
import { linkProgress } from './calls/link-calls.ts';
import { networksView } from './calls/network-calls.ts';
import { openedFiles } from './calls/source-calls.ts';
import { accountState } from './calls/service-calls.ts';
import type { PUSH_NAMES } from './channels.ts';
import { queuePause } from './views/money-view.ts';
import { deliveryChanges } from './views/target-view.ts';

/** Pushes from main to the page: channel → payload. */
export const pushes = {
  /** Whole jobs, batched per frame. */
  'queue:changed': z.object({
    jobs: z.array(job),
    removed: z.array(z.string()),
    /** Set when the whole queue was paused or resumed. */
    pause: queuePause.optional(),
  }),
  'folders:changed': z.array(hotFolderView),
  'collections:changed': z.array(collection),
  'deliveries:changed': deliveryChanges,
  'settings:changed': settingsView,
  'updates:changed': updateState,
  /** How an installation goes, at most once per hundredth of its download, and its end. */
  'networks:changed': networksView,
  'account:changed': accountState,
  /** A command from the menu bar, the tray or a notification; sent to the window only. */
  'app:command': appCommand,
  /** Files that were opened with Dropforge, for the user to review; sent to the window only. */
  'app:opened': openedFiles,
  /** Progress of link downloads, at most ten times a second each; sent to every page. */
  'links:changed': linkProgress,
  /** A process of the window ended while the page was open; sent to the window only. */
  'crash:changed': crashReport.nullable(),
  /** New lines of the log. */
  'log:changed': z.array(logLine),
  /** The change that waits for a code from outside the page; null: none. */
  'confirmation:changed': z.object({ question: messageOrTextSchema }).nullable(),
} as const satisfies Record<(typeof PUSH_NAMES)[number], z.ZodType>;

/** A channel of a push. */
export type Push = keyof typeof pushes;

/** Payload of a push. */
export type Payload<P extends Push> = z.output<(typeof pushes)[P]>;
