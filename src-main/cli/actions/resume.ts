import { queueGroupOf } from '../../../src-shared/jobs/queue-groups.ts';
import { removeLeftovers } from '../../folders/export-folder.ts';
import { runJobs } from '../lib/run-jobs.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import type { CommandResult } from '../lib/output/command-result.ts';
import { withHeadlessApp } from '../lib/open/open-headless-app.ts';

/** Runs the jobs in the queue of a home that are not finished, and reports those. */
export async function resume({ home, json }: CommandContext): Promise<CommandResult> {
  return withHeadlessApp(home, async (app) => {
    const records = app.queue.records();
    const folders = new Set(records.flatMap(({ outFolder }) => outFolder ?? []));
    await Promise.all([...folders].map((folder) => removeLeftovers(folder)));
    const unfinished = records.filter(({ status }) => queueGroupOf(status) !== 'finished');
    if (unfinished.length === 0) return { data: { jobs: [] }, text: '', notes: 'No jobs to resume.\n' };
    return runJobs(app, { ids: unfinished.map(({ id }) => id), refused: [], json });
  });
}
