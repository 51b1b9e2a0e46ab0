import { removeLeftovers } from '../../folders/export-folder.ts';
import { runJobs } from '../lib/run-jobs.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import type { CommandResult } from '../lib/output/command-result.ts';
import { withHeadlessApp } from '../lib/open/open-headless-app.ts';

/** Runs everything that the queue of a home holds, and reports all of it. */
export async function resume({ home, json }: CommandContext): Promise<CommandResult> {
  return withHeadlessApp(home, async (app) => {
    const records = app.queue.records();
    const folders = new Set(records.flatMap(({ outFolder }) => outFolder ?? []));
    await Promise.all([...folders].map((folder) => removeLeftovers(folder)));
    return runJobs(app, { ids: records.map(({ id }) => id), refused: [], json });
  });
}
