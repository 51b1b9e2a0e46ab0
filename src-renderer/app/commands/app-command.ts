import type { Payload } from '../../../src-shared/ipc/pushes.ts';
import { listCommands } from './commands.ts';
import { notices } from '../notices.svelte.ts';
import { showJob } from '../../features/queue/show-job.ts';

/** Runs what the menu bar, the tray or a notification asks for; what cannot be run now says why. */
export function runAppCommand({ command, jobId }: Payload<'app:command'>): void {
  if (command === 'job.show') {
    if (jobId !== undefined) showJob(jobId);
    return;
  }
  const found = listCommands().find(({ id }) => id === command);
  const reason = found?.available();
  if (reason === true) found?.run();
  else if (reason !== undefined) notices.toast(reason);
}
