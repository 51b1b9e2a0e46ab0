import path from 'node:path';
import { openHeadlessApp } from '../../src-main/cli/lib/open/open-headless-app.ts';

/** Opens the app of a home, says on stdout how many jobs are listed and the most memory until then in MiB, and closes it. */
const home = process.argv[2] as string;
const app = await openHeadlessApp({ path: home, isolated: true, defaultExportFolder: path.join(home, 'export') });
const jobs = app.queue.list().length;
process.stdout.write(`${JSON.stringify({ jobs, mib: process.resourceUsage().maxRSS / 1024 })}\n`);
await app.close();
