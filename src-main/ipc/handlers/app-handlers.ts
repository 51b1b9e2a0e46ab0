import { toErrorInfo, type ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { appCalls } from '../../../src-shared/ipc/calls/app-calls.ts';
import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { Desktop } from '../../app-deps.ts';
import { listLibraries } from '../../doctor/libraries.ts';
import type { Queue } from '../../queue/queue.ts';
import { toDamagedJobsError, type DamagedJobs } from '../../queue/store/job-rows.ts';
import { toRebuiltError } from '../../queue/store/queue-store.ts';

interface Parts {
  readonly version: string;
  readonly desktop: Desktop;
  readonly queue: Pick<Queue, 'rebuilt' | 'damagedJobs'>;
  readonly settingsReset: ErrorInfo | null;
  readonly homeOnNetwork: ErrorInfo | null;
}

/** Handlers of the calls about the app itself. */
export function createAppHandlers({
  version,
  desktop,
  queue,
  settingsReset,
  homeOnNetwork,
}: Parts): HandlersOf<typeof appCalls> {
  return {
    'app:info': async () => ({
      version,
      can: {
        chooseFolder: desktop.chooseFolder !== null,
        reveal: desktop.revealPath !== null,
        drag: desktop.startDrag !== null,
      },
      platform: process.platform,
      rebuilt: queue.rebuilt && toErrorInfo(toRebuiltError(queue.rebuilt)),
      damagedJobs: toDamagedNotice(queue.damagedJobs()),
      settingsReset,
      homeOnNetwork,
    }),
    'app:libraries': () => listLibraries(),
  };
}

function toDamagedNotice(damaged: DamagedJobs | null): ErrorInfo | null {
  return damaged && toErrorInfo(toDamagedJobsError(damaged));
}
