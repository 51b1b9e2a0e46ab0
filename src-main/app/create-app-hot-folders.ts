import { deploymentOf, serviceForNewJobs } from '../../src-shared/settings/settings.ts';
import { SYSTEM } from '../base/system.ts';
import { createFolderLog, type FolderLog } from '../hot-folders/folder-log.ts';
import { createFolderSettings, type FolderSettings } from '../hot-folders/folder-settings.ts';
import { createHotFolders, type HotFolders } from '../hot-folders/hot-folders.ts';
import type { Planner } from '../ipc/planner.ts';
import type { Queue } from '../queue/queue.ts';
import type { RecipeBook } from '../queue/recipes/recipe-book.ts';
import type { AppSettings } from '../settings/app-settings.ts';

interface Deps {
  readonly home: string;
  readonly queue: Queue;
  readonly settings: AppSettings;
  readonly book: Pick<RecipeBook, 'choose'>;
  readonly plan: Planner;
  exportFolder(): string;
}

interface AppHotFolders {
  readonly hotFolders: HotFolders;
  readonly folderSettings: FolderSettings;
  readonly folderLog: FolderLog;
}

/** The hot folders under the current settings, with their own settings and log. Nothing is watched yet. */
export function createAppHotFolders({ home, queue, settings, book, plan, exportFolder }: Deps): AppHotFolders {
  const hotFolders = createHotFolders({
    queue,
    home,
    system: SYSTEM,
    exportFolder,
    caps: () => settings.get().spending.perFolder,
    remembered: () => settings.get().hotFolders,
    chooseRecipe: book.choose,
    plan: (jobs, origin, place) => plan(jobs, { origin, ...place }),
    context: () => ({ deployment: deploymentOf(settings.get()), now: Date.now() }),
    batchOptions: () => ({ formats: settings.get().formats, ...serviceForNewJobs(settings.get()) }),
  });
  const folderSettings = createFolderSettings(settings, hotFolders, (id) => book.choose(id, settings.get().formats));
  const folderLog = createFolderLog(hotFolders, home, SYSTEM.clock.now);
  return { hotFolders, folderSettings, folderLog };
}
