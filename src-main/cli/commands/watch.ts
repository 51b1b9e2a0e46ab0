import path from 'node:path';
import { parseArgs } from 'node:util';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { HotFolder } from '../../../src-shared/hot-folders/hot-folder.ts';
import type { App } from '../../app-deps.ts';
import type { AppParts } from '../../app.ts';
import { removeLeftovers } from '../../folders/export-folder.ts';
import { assertFolder, toTemporaryFolder } from '../../hot-folders/folder-settings.ts';
import { SYSTEM } from '../../base/system.ts';
import { parseSpending } from '../../settings/parse-spending.ts';
import { resolveHome } from '../../settings/home.ts';
import { openHeadlessApp } from '../lib/open/open-headless-app.ts';
import { openRecipeBook } from './recipes.ts';
import { SERVICE_MANAGERS, formatServiceManagerFile } from '../lib/service-manager-file.ts';
import { createWatchLog } from '../lib/output/watch-log.ts';

const OPTIONS = {
  folder: { type: 'string' },
  recipe: { type: 'string', default: 'draft' },
  out: { type: 'string' },
  after: { type: 'string', default: 'move' },
  limit: { type: 'string' },
  cap: { type: 'string' },
  poll: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  once: { type: 'boolean', default: false },
  'print-service': { type: 'string' },
  home: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** The queue tells of what happened within that. */
const EVENT_FLUSH_MS = 100;

/**
 * `dropforge watch`: hot folders without a window, until it is interrupted; with `--folder` that one, else those of the
 * settings. `--once` ends when everything that lies there is made. Answers the exit status: with `--once` 0 only when
 * everything succeeded.
 */
export async function watch(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  if (values['print-service'] !== undefined) return printService(values['print-service'], args);
  const home = resolveHome(values.home, process.env);
  const app = await openHeadlessApp(home);
  try {
    const folders =
      values.folder === undefined ? app.settings.get().hotFolders : [await toFolder(values, home.path, app)];
    if (folders.length === 0) {
      throw misuse('There is no hot folder yet. Give --folder DIR, or make one with “dropforge folders add DIR”.');
    }
    return await run(app, folders, values);
  } finally {
    await app.close();
  }
}

type Values = ReturnType<typeof parseArgs<{ args: string[]; options: typeof OPTIONS }>>['values'];

async function run(app: App & AppParts, folders: readonly HotFolder[], { yes, once, json }: Values): Promise<number> {
  const { hotFolders, queue } = app;
  const outputs = [...new Set(folders.map(({ outFolder }) => outFolder ?? app.exportFolder()))];
  await Promise.all(outputs.map((folder) => removeLeftovers(folder)));
  const interrupted = Promise.withResolvers<'interrupted'>();
  const interrupt = (): void => interrupted.resolve('interrupted');
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  const log = createWatchLog(app, outputs, json);
  const stop = hotFolders.onNews(({ kind }) => {
    if (kind !== 'changed' || !yes) return;
    for (const { id, question } of hotFolders.list()) {
      // What may have been ordered before is for a person to look at.
      if (question && !question.isAgain) hotFolders.approve(id, question.total).catch(log.trouble);
    }
  });
  try {
    app.start(folders);
    const ended = once ? settle(app) : new Promise<never>(() => undefined);
    const how = await Promise.race([ended, interrupted.promise]);
    if (how === 'interrupted') {
      log.say('stopped', 'Stopped. Nothing is lost; what was sent is brought home the next time.');
      return 0;
    }
    return log.failures() === 0 && hotFolders.list().every(({ question, error }) => !question && !error) ? 0 : 1;
  } finally {
    stop();
    log.close();
    process.removeListener('SIGINT', interrupt);
    process.removeListener('SIGTERM', interrupt);
  }

  /** Resolves when nothing is left to be taken or made. */
  async function settle({ hotFolders: all }: Pick<AppParts, 'hotFolders'>): Promise<'settled'> {
    for (let before = -1; ;) {
      await all.settle();
      const ids = queue.records().map(({ id }) => id);
      await queue.whenSettled(ids);
      await all.settle();
      const open = all.list().reduce((sum, { waiting, question }) => sum + (question ? 0 : waiting), 0);
      if (open === 0 && ids.length === before) {
        await SYSTEM.clock.pause(EVENT_FLUSH_MS);
        return 'settled';
      }
      before = ids.length;
    }
  }
}

/** The folder of the command line, checked; its cap is kept under its id. */
async function toFolder(values: Values, home: string, app: AppParts): Promise<HotFolder> {
  const { after, limit } = values;
  if (after !== 'move' && after !== 'stay') throw misuse('--after is move or stay.');
  if (limit !== undefined && !/^[1-9]\d{0,5}$/.test(limit)) throw misuse('--limit is a number of files.');
  const outFolder = values.out === undefined ? null : path.resolve(values.out);
  const passing = toTemporaryFolder({ path: values.folder ?? '', recipe: values.recipe, outFolder });
  const most = limit === undefined ? passing.mostAtOnce : Number(limit);
  const folder: HotFolder = { ...passing, after, polls: values.poll, mostAtOnce: most };
  await app.hotFolders.check(folder);
  await assertFolder(folder.path);
  await openRecipeBook(home).choose(folder.recipe, app.settings.get().formats);
  if (values.cap !== undefined) {
    const { spending } = app.settings.get();
    const perFolder = { ...spending.perFolder, [folder.id]: values.cap };
    app.settings.set({ spending: parseSpending(spending, { perFolder }) });
  }
  return folder;
}

/** The file for the system's own starter, with this very command in it. */
function printService(wanted: string, args: readonly string[]): number {
  const kind = SERVICE_MANAGERS.find((known) => known === wanted);
  if (!kind) throw misuse(`--print-service is ${SERVICE_MANAGERS.join(', ')}.`);
  const at = args.findIndex((word) => word.startsWith('--print-service'));
  const others = args.toSpliced(at, args[at]?.includes('=') ? 1 : 2);
  const paths = ['--folder', '--out', '--home'];
  // It starts in another folder than this one.
  const absolute = others.map((word, index) => (paths.includes(others[index - 1] ?? '') ? path.resolve(word) : word));
  const program = process.execPath;
  process.stdout.write(
    formatServiceManagerFile(kind, { program, args: [process.argv[1] ?? '', 'watch', ...absolute] }),
  );
  return 0;
}

function misuse(detail: string): AppError {
  return new AppError('config_invalid', detail, { subject: 'watch' });
}
