import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createHotFolders, type HotFolderEvent, type HotFolders } from '../../src-main/hot-folders/hot-folders.ts';
import type { JobCreationDeps } from '../../src-main/hot-folders/create-jobs.ts';
import { ownerOf } from '../../src-main/hot-folders/folder-claim.ts';
import { createQueue, type Queue } from '../../src-main/queue/queue.ts';
import { openQueueStore } from '../../src-main/queue/store/queue-store.ts';
import { createRecipeBook } from '../../src-main/queue/recipes/recipe-book.ts';
import { SYSTEM } from '../../src-main/base/system.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import { hotFolder, type HotFolder } from '../../src-shared/hot-folders/hot-folder.ts';
import { spending, type Spending } from '../../src-shared/settings/settings.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import type { Mutation } from '../simulation/mutation.ts';

/** Hot folders over a real disk and a real queue that carries nothing on by itself. */
export interface HotBench {
  readonly root: string;
  /** The hot folder. */
  readonly folder: string;
  readonly queue: Queue;
  readonly hot: HotFolders;
  readonly events: HotFolderEvent[];
  /** What turns the files of a folder into jobs, without a folder that is watched. */
  readonly creation: JobCreationDeps;
  put(name: string, content?: Buffer | string): string;
  /** Names of the jobs, in order. */
  names(): string[];
  /** Names of the jobs that wait for a yes, in order. */
  held(): string[];
  /** Visible files of the hot folder. */
  files(): string[];
  /** Cancels a job by its name. */
  cancel(name: string): void;
  close(): Promise<void>;
}

/** A planted bug: what it puts around the queue's store, and the home by which it marks its claims. */
export interface HotFolderMutation extends Pick<Mutation, 'store'> {
  home?(home: string): string;
}

interface BenchOptions {
  readonly root?: string;
  readonly free?: boolean;
  readonly spending?: () => Spending;
  readonly patch?: Partial<HotFolder>;
  /** The hot folders of the settings; absent: none. */
  readonly remembered?: () => readonly HotFolder[];
  readonly mutation?: HotFolderMutation;
  /** Called whenever the recipe of a source is chosen, before its file is read. */
  readonly beforeChoice?: () => void;
}

/** Opens everything until the test ends; `root` reopens an earlier one. */
export async function openHot(options: BenchOptions = {}): Promise<HotBench> {
  const { root = makeTempFolder(), free = true, patch = {}, remembered = () => [], mutation = {} } = options;
  const limits = options.spending ?? (() => spending.parse({}));
  const home = path.join(root, 'home');
  const folder = path.join(root, 'in');
  mkdirSync(folder, { recursive: true });
  const nowhere = () => Promise.reject(new AppError('offline', '', { retryable: true }));
  const deps = { home, connect: nowhere, serviceInUse: nowhere, exportFolder: () => path.join(root, 'out') };
  const store = openQueueStore(home);
  const queue = createQueue({ ...deps, spending: limits, store: mutation.store?.(store) ?? store });
  const context = () => ({ deployment: 'international', now: Date.now() }) as const;
  const book = createRecipeBook(home, context);
  const making: Omit<JobCreationDeps, 'claimedFiles' | 'owner' | 'queue'> = {
    chooseRecipe: (...all) => {
      options.beforeChoice?.();
      return book.choose(...all);
    },
    context,
    batchOptions: () => ({ formats: ['glb'], serviceKind: free ? 'local' : 'cloud', free }),
    plan: (jobs, origin) =>
      queue.spending.plan({ free, jobs, origin, balance: null, held: null }, { serviceKind: 'cloud', serviceId: null }),
  };
  const hot = createHotFolders({
    ...making,
    queue,
    home: mutation.home?.(home) ?? home,
    system: SYSTEM,
    exportFolder: () => path.join(root, 'out'),
    remembered,
    caps: () => limits().perFolder,
  });
  const events: HotFolderEvent[] = [];
  hot.onEvent((event) => events.push(event));
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    await hot.close();
    await queue.close();
  };
  onTestFinished(close);
  await hot.setFolders([hotFolder.parse({ id: 'in', path: folder, ...patch })]);
  await expect.poll(() => hot.list()[0]?.state).not.toBe('starting');
  return {
    ...{ root, folder, queue, hot, events, close },
    creation: { ...making, queue, claimedFiles: queue.claimedFiles, owner: ownerOf(home, 'here') },
    put: (name, content = `content of ${name}`) => {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content);
      return file;
    },
    names: () => queue.records().map(({ name }) => name),
    held: () => queue.records().flatMap(({ name, status }) => (status === 'held' ? [name] : [])),
    files: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.parentPath.includes('.dropforge'))
        .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
        .sort(),
    cancel: (name) => queue.cancel(queue.records().flatMap((record) => (record.name === name ? [record.id] : []))),
  };
}
