import { openHeadlessApp } from '../../src-main/cli/lib/open/open-headless-app.ts';
import { createBenchFolder } from './bench-folder.ts';

/** The real app in a home of its own, its service warm; `close` ends it and deletes its files. */
export async function openBenchApp() {
  const folder = createBenchFolder();
  const home = { path: folder.at('home'), isolated: true, defaultExportFolder: folder.at('export') };
  const app = await openHeadlessApp(home);
  await app.services.client('local');
  app.queue.start();
  return {
    app,
    folder,
    close: async (): Promise<void> => {
      await app.close();
      folder.remove();
    },
  };
}
