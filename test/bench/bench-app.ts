import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openHeadlessApp } from '../../src-main/cli/lib/open/open-headless-app.ts';

type BenchApp = Awaited<ReturnType<typeof openHeadlessApp>>;

/** Runs a bench with the real app in a home of its own, its service warm; tidies up after it. */
export async function withApp<T>(run: (app: BenchApp, folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dropforge-bench-'));
  const home = { path: path.join(folder, 'home'), isolated: true, defaultExportFolder: path.join(folder, 'export') };
  const app = await openHeadlessApp(home);
  try {
    await app.services.client('local');
    app.queue.start();
    return await run(app, folder);
  } finally {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds a run takes. */
export async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
