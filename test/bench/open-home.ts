import path from 'node:path';
import { openHeadlessApp } from '../../src-main/cli/lib/open/open-headless-app.ts';

/** Opens the app of a home, says on stdout that its jobs are listed, and closes it. */
const home = process.argv[2] as string;
const app = await openHeadlessApp({ path: home, isolated: true, defaultExportFolder: path.join(home, 'export') });
process.stdout.write(`${app.queue.list().length}\n`);
await app.close();
