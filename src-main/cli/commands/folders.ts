import path from 'node:path';
import { parseArgs } from 'node:util';
import { describeError } from '../../../src-shared/messages/error-messages.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { FolderEvent, FolderLogLine } from '../../../src-shared/hot-folders/folder-log.ts';
import type { HotFolder, HotFolderChange, Schedule } from '../../../src-shared/hot-folders/hot-folder.ts';
import { readFolderLog } from '../../hot-folders/folder-log.ts';
import { resolveHome } from '../../settings/home.ts';
import { printResult, maskControlCharacters, type CommandResult } from '../lib/output/command-result.ts';
import { openHeadlessApp } from '../lib/open/open-headless-app.ts';

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** `dropforge folders`: the hot folders that are remembered; `dropforge watch` and the window watch them. */
export async function folders(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      recipe: { type: 'string' },
      out: { type: 'string' },
      after: { type: 'string' },
      limit: { type: 'string' },
      cap: { type: 'string' },
      hours: { type: 'string' },
      problems: { type: 'boolean', default: false },
      home: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const [action = 'list', word = '', ...more] = positionals;
  return printResult(values.json, async () => {
    if (more.length > 0) throw misuse('Name one folder at a time.');
    const home = resolveHome(values.home, process.env);
    const app = await openHeadlessApp(home);
    const { folderSettings, settings } = app;
    const caps = (): Readonly<Record<string, string>> => settings.get().spending.perFolder;
    const one = (folder: HotFolder): CommandResult => ({ data: { folder }, text: toLine(folder, caps()) });
    try {
      // Folders are compared with those there are, watched or not.
      const known = settings.get().hotFolders;
      switch (action) {
        case 'list':
          return {
            data: { folders: known, caps: caps() },
            text: known.map((folder) => toLine(folder, caps())).join(''),
          };
        case 'add': {
          if (word === '') throw misuse('Name the folder to watch.');
          const { outFolder = null } = toOutput(values.out);
          const wanted = { path: path.resolve(word), recipe: values.recipe ?? 'draft', outFolder };
          return one(await folderSettings.add(wanted, toChange(values)));
        }
        case 'change':
          return one(
            await folderSettings.change(findId(known, word), { ...toChange(values), ...toOutput(values.out) }),
          );
        case 'pause':
        case 'resume':
          return one(await folderSettings.change(findId(known, word), { enabled: action === 'resume' }));
        case 'log': {
          const wish = { folder: word === '' ? null : findId(known, word), problems: values.problems };
          const lines = readFolderLog(home.path, wish);
          return { data: { lines }, text: lines.map((line) => toLogLine(line, known)).join('') };
        }
        case 'remove': {
          const id = findId(known, word);
          folderSettings.remove(id);
          return { data: { removed: id }, text: 'It is no hot folder any more; its files and jobs stay.\n' };
        }
        default:
          throw misuse('There are list, add DIR, change ID, pause ID, resume ID, remove ID and log [ID].');
      }
    } finally {
      await app.close();
    }
  });
}

interface Values {
  readonly recipe?: string | undefined;
  readonly after?: string | undefined;
  readonly limit?: string | undefined;
  readonly cap?: string | undefined;
  readonly hours?: string | undefined;
}

function toChange({ recipe, after, limit, cap, hours }: Values): HotFolderChange {
  if (after !== undefined && after !== 'move' && after !== 'stay') throw misuse('--after is move or stay.');
  if (limit !== undefined && !/^[1-9]\d{0,5}$/.test(limit)) throw misuse('--limit is a number of files.');
  return {
    ...(recipe === undefined ? {} : { recipe }),
    ...(after === undefined ? {} : { after }),
    ...(limit === undefined ? {} : { mostAtOnce: Number(limit) }),
    ...(cap === undefined ? {} : { capPerDay: cap === 'none' ? null : cap }),
    ...(hours === undefined ? {} : { schedule: readHours(hours) }),
  };
}

/** `none`: no folder of its own, but the export folder of the settings. */
function toOutput(out: string | undefined): { outFolder?: string | null } {
  if (out === undefined) return {};
  return { outFolder: out === 'none' ? null : path.resolve(out) };
}

/** `always`, `22:00-06:00`, or days before it: `mon,tue,fri 22:00-06:00`. */
function readHours(given: string): Schedule | null {
  if (given === 'always') return null;
  const [, days, from, until] = /^(?:([a-z,]+) )?(\d\d:\d\d)-(\d\d:\d\d)$/.exec(given) ?? [];
  const named = (days ?? DAYS.join(',')).split(',').map((day) => DAYS.findIndex((known) => known === day));
  if (from === undefined || until === undefined || named.includes(-1)) {
    throw misuse('--hours is “always”, “22:00-06:00” or “mon,tue 22:00-06:00”.');
  }
  return { days: [...new Set(named)], from, until };
}

function findId(known: readonly HotFolder[], word: string): string {
  const at = path.resolve(word);
  const found = known.find(({ id, path: folder }) => id === word || folder === at);
  if (!found) throw new AppError('not_found', `There is no hot folder “${maskControlCharacters(word)}”.`);
  return found.id;
}

function toLine(
  { id, path: at, recipe, outFolder, after, enabled, schedule }: HotFolder,
  caps: Readonly<Record<string, string>>,
): string {
  const hours = schedule ? `${schedule.days.map((day) => DAYS[day]).join(',')} ${schedule.from}-${schedule.until}` : '';
  const words = [id, at, recipe, outFolder ? `→ ${outFolder}` : '', after, hours, caps[id] ? `${caps[id]} a day` : ''];
  return `${maskControlCharacters([...words, enabled ? '' : 'paused'].filter(Boolean).join('  '))}\n`;
}

/** `2026-11-21T14:02:11.120Z  props  chair.png was taken.` */
function toLogLine({ at, folder, event }: FolderLogLine, known: readonly HotFolder[]): string {
  const name = path.basename(known.find(({ id }) => id === folder)?.path ?? folder);
  return `${maskControlCharacters([new Date(at).toISOString(), name, toWords(event)].join('  '))}\n`;
}

function toWords(event: FolderEvent): string {
  switch (event.kind) {
    case 'taken':
      return `${event.name} was taken, job ${event.jobId.slice(0, 8)}.`;
    case 'known':
      return `${event.name} was taken before and is left alone.`;
    case 'put_away':
      return `${event.name} lies in ${event.places.join(', ')} now.`;
    case 'asked':
      return `${event.jobs} new jobs cost ${event.total} credits and wait for a yes.`;
    case 'state':
      return `It is ${event.state.replaceAll('_', ' ')} now.`;
    case 'problem': {
      const { happened, next } = describeError(event.error);
      return `${happened} ${next}`;
    }
  }
}

function misuse(detail: string): AppError {
  return new AppError('config_invalid', detail, { subject: 'folders' });
}
