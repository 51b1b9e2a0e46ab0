import type { Payload } from '../../../src-shared/ipc/pushes.ts';
import { listCommands } from './commands.ts';
import { notices } from '../notices.svelte.ts';
import { showJob } from '../../features/queue/show-job.ts';

/** Runs a command from the menu bar, the tray or a notification. If it is unavailable, shows the reason. */
export function runAppCommand({ command, jobId }: Payload<'app:command'>): void {
  if (command === 'job.show') {
    if (jobId !== undefined) showJob(jobId);
    return;
  }
  const match = listCommands().find(({ id }) => id === command);
  const reason = match?.available();
  if (reason === true) match?.run();
  else if (reason !== undefined) notices.toast(reason);
}
