import path from 'node:path';
import type { HotFolder } from '../../../src-shared/hot-folders/hot-folder.ts';
import { queueGroupOf } from '../../../src-shared/jobs/queue-groups.ts';
import type { AppParts } from '../../app.ts';
import { removeLeftovers } from '../../folders/export-folder.ts';
import { assertFolder, toTemporaryFolder } from '../../hot-folders/folder-settings.ts';
import { SYSTEM } from '../../base/system.ts';
import { parseSpending } from '../../settings/parse-spending.ts';
import { formatServiceManagerFile, type ServiceManager } from '../lib/service-manager-file.ts';
import { createWatchLog } from '../lib/output/watch-log.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import { endOfRunning, INTERRUPTED_STATUS, listenForInterrupt } from '../lib/interrupt.ts';
import { commandHost } from '../lib/open/command-host.ts';
import { withHeadlessApp } from '../lib/open/open-headless-app.ts';
import { openRecipeBook } from '../lib/open/open-recipe-book.ts';
import { UsageError } from '../lib/usage-error.ts';
import type { App } from '../../app-deps.ts';

/** Time within which the queue reports an event. */
const EVENT_FLUSH_MS = 100;

/** Options of `dropforge watch`; those about one folder apply to `folder`. */
export interface WatchInput {
  readonly folder: string | undefined;
  readonly recipe: string;
  readonly out: string | undefined;
  readonly after: 'move' | 'stay';
  readonly limit: number | undefined;
  readonly cap: string | undefined;
  readonly poll: boolean;
  readonly yes: boolean;
  readonly once: boolean;
  readonly printService: ServiceManager | undefined;
}

/**
 * Watches hot folders without a window until it is interrupted: one folder, or those of the settings. With `once` it ends
 * when all files are processed, with status 0 only when everything succeeded, and 130 when it was interrupted.
 */
export async function watch(input: WatchInput, context: CommandContext): Promise<number> {
  assertFolderOptions(input);
  if (input.printService !== undefined) return printService(input.printService, input, context);
  const { home, json } = context;
  return withHeadlessApp(home, async (app) => {
    const folders =
      input.folder === undefined
        ? app.settings.get().hotFolders
        : [await toFolder(input, input.folder, home.path, app)];
    if (folders.length === 0) {
      throw new UsageError(
        'No hot folders are configured. Use --folder DIR, or add one with “dropforge folders add DIR”.',
      );
    }
    return run(app, folders, input, json);
  });
}

/** Throws UsageError for an option about one folder where the folders of the settings are watched, which have their own. */
function assertFolderOptions({ folder, recipe, out, after, limit, cap, poll }: WatchInput): void {
  if (folder !== undefined) return;
  const given = {
    ...{ '--out': out !== undefined, '--limit': limit !== undefined, '--cap': cap !== undefined, '--poll': poll },
    ...{ '--recipe': recipe !== 'draft', '--after': after !== 'move' },
  };
  const [option] = Object.entries(given).find(([, isGiven]) => isGiven) ?? [];
  if (option === undefined) return;
  throw new UsageError(
    `${option} applies to --folder only. “dropforge folders change” changes a folder of the settings.`,
  );
}

async function run(
  app: App & AppParts,
  folders: readonly HotFolder[],
  { yes, once }: WatchInput,
  json: boolean,
): Promise<number> {
  const { hotFolders, queue } = app;
  const outputs = [...new Set(folders.map(({ outFolder }) => outFolder ?? app.exportFolder()))];
  await Promise.all(outputs.map((folder) => removeLeftovers(folder)));
  const interrupt = listenForInterrupt();
  const log = createWatchLog(app, outputs, json);
  if (queue.isPaused()) log.event('problem', 'The queue is paused; “dropforge queue resume” continues it.');
  const stop = hotFolders.onEvent(({ kind }) => {
    if (kind !== 'changed' || !yes) return;
    for (const { id, question } of hotFolders.list()) {
      // Jobs that may have been ordered before need the user's decision.
      if (question && !question.isAgain) hotFolders.approve(id, question.total).catch(log.problem);
    }
  });
  try {
    app.start(folders);
    const ended = once ? settle(app) : new Promise<never>(() => undefined);
    const how = await Promise.race([ended, interrupt.interrupted]);
    if (how === 'interrupted') {
      log.event('stopped', 'Stopped. Your jobs are safe; tasks that were sent continue the next time.');
      return once ? INTERRUPTED_STATUS : endOfRunning();
    }
    const isWell = log.failures() === 0 && hotFolders.list().every(({ question, error }) => !question && !error);
    return isWell && areFinished(folders, queue) ? 0 : 1;
  } finally {
    stop();
    log.close();
    interrupt.stop();
  }

  /** Resolves when no file waits and every job has ended. */
  async function settle({ hotFolders: all }: Pick<AppParts, 'hotFolders'>): Promise<'settled'> {
    for (let before: string | undefined = ''; ;) {
      await all.settle();
      const ids = queue.records().map(({ id }) => id);
      await queue.whenSettled(ids);
      await all.settle();
      const open = all.list().reduce((sum, { waiting, question }) => sum + (question ? 0 : waiting), 0);
      // New jobs are the last ones.
      if (open === 0 && ids.at(-1) === before) {
        await SYSTEM.clock.pause(EVENT_FLUSH_MS);
        return 'settled';
      }
      before = ids.at(-1);
    }
  }
}

/** True if every job of the folders has ended; others wait, such as for the next day if the folder has reached its limit. */
function areFinished(folders: readonly HotFolder[], { records }: Pick<AppParts['queue'], 'records'>): boolean {
  const ids = new Set<string | null | undefined>(folders.map(({ id }) => id));
  return records().every(({ origin, status }) => !ids.has(origin) || queueGroupOf(status) === 'finished');
}

/** The checked hot folder of the options; its cap is saved in the settings under its id. */
async function toFolder(input: WatchInput, folderPath: string, home: string, app: AppParts): Promise<HotFolder> {
  const { after, limit } = input;
  const outFolder = input.out === undefined ? null : path.resolve(input.out);
  const passing = toTemporaryFolder({ path: folderPath, recipe: input.recipe, outFolder });
  const mostAtOnce = limit ?? passing.mostAtOnce;
  const folder: HotFolder = { ...passing, after, polls: input.poll, mostAtOnce };
  await app.hotFolders.check(folder);
  await assertFolder(folder.path);
  await openRecipeBook(home).choose(folder.recipe, app.settings.get().formats);
  if (input.cap !== undefined) {
    const { spending } = app.settings.get();
    const perFolder = { ...spending.perFolder, [folder.id]: input.cap };
    app.settings.set({ spending: parseSpending(spending, { perFolder }) });
  }
  return folder;
}

/** Prints a service definition that runs this command; its paths are absolute, because it starts in another folder. */
function printService(kind: ServiceManager, input: WatchInput, { home, json }: CommandContext): number {
  const { folder, recipe, out, after, limit, cap, poll, yes, once } = input;
  const args = [
    ...(folder === undefined ? [] : ['--folder', path.resolve(folder)]),
    ...(recipe === 'draft' ? [] : ['--recipe', recipe]),
    ...(out === undefined ? [] : ['--out', path.resolve(out)]),
    ...(after === 'move' ? [] : ['--after', after]),
    ...(limit === undefined ? [] : ['--limit', String(limit)]),
    ...(cap === undefined ? [] : ['--cap', cap]),
    ...(poll ? ['--poll'] : []),
    ...(yes ? ['--yes'] : []),
    ...(once ? ['--once'] : []),
    ...(home.isolated ? ['--home', home.path] : []),
    ...(json ? ['--json'] : []),
  ];
  const [program, ...first] = commandHost().command;
  process.stdout.write(formatServiceManagerFile(kind, { program, args: [...first, 'watch', ...args] }));
  return 0;
}
