import { parseArgs } from 'node:util';
import { removeLeftovers } from '../../folders/export-folder.ts';
import { resolveHome } from '../../settings/home.ts';
import { runJobs } from '../lib/run-jobs.ts';
import { openHeadlessApp } from '../lib/open/open-headless-app.ts';

/** `dropforge resume`: goes on with everything the queue of a home holds; reports all of it. */
export async function resume(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { home: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  const app = await openHeadlessApp(resolveHome(values.home, process.env));
  const records = app.queue.records();
  const folders = new Set(records.flatMap(({ outFolder }) => outFolder ?? []));
  await Promise.all([...folders].map((folder) => removeLeftovers(folder)));
  return runJobs(
    app,
    records.map(({ id }) => id),
    [],
    values.json,
  );
}
