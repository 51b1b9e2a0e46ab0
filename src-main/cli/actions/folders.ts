import path from 'node:path';
import { describeError } from '../../../src-shared/messages/describe-error.ts';
import { groupThousands } from '../../../src-shared/base/group-thousands.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { FolderEvent, FolderLogLine } from '../../../src-shared/hot-folders/folder-log.ts';
import type { HotFolder, HotFolderChange, Schedule } from '../../../src-shared/hot-folders/hot-folder.ts';
import { readFolderLog } from '../../hot-folders/folder-log.ts';
import type { CommandResult } from '../lib/output/command-result.ts';
import { maskControlCharacters } from '../../base/mask-control-characters.ts';
import type { AppParts } from '../../app.ts';
import type { Home } from '../../settings/home.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import { withHeadlessApp } from '../lib/open/open-headless-app.ts';
import { findHotFolder } from '../lib/find-hot-folder.ts';
import { openSettings } from '../lib/open/open-settings.ts';
import { UsageError } from '../lib/usage-error.ts';

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** Options that set how a hot folder works. */
export interface FolderInput {
  readonly recipe: string | undefined;
  readonly out: string | undefined;
  readonly after: 'move' | 'stay' | undefined;
  readonly limit: number | undefined;
  readonly cap: string | undefined;
  readonly hours: string | undefined;
}

/** Lists the hot folders in the settings. */
export async function listFolders({ home }: CommandContext): Promise<CommandResult> {
  return withFolders(home, ({ folders, caps }) => ({
    data: { folders, caps: caps() },
    text: folders.map((folder) => toLine(folder, caps())).join(''),
  }));
}

/** Adds a hot folder. */
export async function addFolder(
  directory: string,
  input: FolderInput,
  { home }: CommandContext,
): Promise<CommandResult> {
  return withFolders(home, async ({ app, caps }) => {
    const { outFolder = null } = toOutput(input.out);
    const settings = { path: path.resolve(directory), recipe: input.recipe ?? 'draft', outFolder };
    return toResult(await app.folderSettings.add(settings, toChange(input)), caps());
  });
}

/** Changes how a hot folder works; settings that are left out stay as they are. */
export async function changeFolder(
  folder: string,
  input: FolderInput,
  { home }: CommandContext,
): Promise<CommandResult> {
  return withFolders(home, async ({ app, folders, caps }) => {
    const change = { ...toChange(input), ...toOutput(input.out) };
    return toResult(await app.folderSettings.change(findHotFolder(folders, folder), change), caps());
  });
}

/** Pauses a hot folder, or resumes it. */
export async function enableFolder(folder: string, enabled: boolean, { home }: CommandContext): Promise<CommandResult> {
  return withFolders(home, async ({ app, folders, caps }) =>
    toResult(await app.folderSettings.change(findHotFolder(folders, folder), { enabled }), caps()),
  );
}

/** Removes a hot folder from the settings. */
export async function removeFolder(folder: string, { home }: CommandContext): Promise<CommandResult> {
  return withFolders(home, ({ app, folders }) => {
    const id = findHotFolder(folders, folder);
    app.folderSettings.remove(id);
    return { data: { removed: id }, text: 'Removed the hot folder. Its files and jobs are kept.\n' };
  });
}

/** Allows the page in the browser to use a folder; without one, lists the allowed folders. */
export function allowFolder(directory: string | undefined, { home }: CommandContext): CommandResult {
  const settings = openSettings(home.path);
  const { allowedFolders } = settings.get();
  if (directory === undefined) return toAllowedFolders(allowedFolders);
  const allowed = [...new Set([...allowedFolders, path.resolve(directory)])];
  return toAllowedFolders(settings.set({ allowedFolders: allowed }).allowedFolders);
}

/** Stops allowing a folder; hot folders and output folders that are in use stay. */
export function disallowFolder(directory: string, { home }: CommandContext): CommandResult {
  const settings = openSettings(home.path);
  const { allowedFolders } = settings.get();
  const at = path.resolve(directory);
  if (!allowedFolders.includes(at)) {
    throw new AppError('not_found', `“${maskControlCharacters(at)}” is not an allowed folder.`);
  }
  const allowed = allowedFolders.filter((folder) => folder !== at);
  return toAllowedFolders(settings.set({ allowedFolders: allowed }).allowedFolders);
}

function toAllowedFolders(allowedFolders: readonly string[]): CommandResult {
  return {
    data: { allowedFolders },
    text: allowedFolders.map((folder) => `${maskControlCharacters(folder)}\n`).join(''),
  };
}

/** Prints the activity of all hot folders, or of one. */
export async function showFolderLog(
  folder: string | undefined,
  problems: boolean,
  { home }: CommandContext,
): Promise<CommandResult> {
  return withFolders(home, ({ folders }) => {
    const filter = { folder: folder === undefined ? null : findHotFolder(folders, folder), problems };
    const lines = readFolderLog(home.path, filter);
    return { data: { lines }, text: lines.map((line) => toLogLine(line, folders)).join('') };
  });
}

interface Folders {
  readonly app: AppParts;
  /** All hot folders, watched or not. */
  readonly folders: readonly HotFolder[];
  /** Credits a day by folder id. */
  caps(): Readonly<Record<string, string>>;
}

function withFolders(
  home: Home,
  run: (folders: Folders) => CommandResult | Promise<CommandResult>,
): Promise<CommandResult> {
  return withHeadlessApp(home, (app) => {
    const { settings } = app;
    return run({ app, folders: settings.get().hotFolders, caps: () => settings.get().spending.perFolder });
  });
}

function toResult(folder: HotFolder, caps: Readonly<Record<string, string>>): CommandResult {
  return { data: { folder }, text: toLine(folder, caps) };
}

function toChange({ recipe, after, limit, cap, hours }: FolderInput): HotFolderChange {
  return {
    ...(recipe === undefined ? {} : { recipe }),
    ...(after === undefined ? {} : { after }),
    ...(limit === undefined ? {} : { mostAtOnce: limit }),
    ...(cap === undefined ? {} : { capPerDay: cap === 'none' ? null : cap }),
    ...(hours === undefined ? {} : { schedule: readHours(hours) }),
  };
}

/** `none` means the output folder of the settings. */
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
    throw new UsageError(
      `“${maskControlCharacters(given)}” is not valid for --hours. Use “always”, “22:00-06:00” or “mon,tue 22:00-06:00”.`,
    );
  }
  return { days: [...new Set(named)], from, until };
}

function toLine(
  { id, path: at, recipe, outFolder, after, enabled, schedule }: HotFolder,
  caps: Readonly<Record<string, string>>,
): string {
  const hours = schedule ? `${schedule.days.map((day) => DAYS[day]).join(',')} ${schedule.from}-${schedule.until}` : '';
  const cap = caps[id] ? `${groupThousands(caps[id])} a day` : '';
  const words = [id, at, recipe, outFolder ? `→ ${outFolder}` : '', after, hours, cap];
  return `${maskControlCharacters([...words, enabled ? '' : 'paused'].filter(Boolean).join('  '))}\n`;
}

/** `2026-11-21T14:02:11.120Z  props  Added chair.png as job 1a2b3c4d.` */
function toLogLine({ at, folder, event }: FolderLogLine, known: readonly HotFolder[]): string {
  const name = path.basename(known.find(({ id }) => id === folder)?.path ?? folder);
  return `${maskControlCharacters([new Date(at).toISOString(), name, toWords(event)].join('  '))}\n`;
}

function toWords(event: FolderEvent): string {
  switch (event.kind) {
    case 'job_created':
      return `Added ${event.name} as job ${event.jobId.slice(0, 8)}.`;
    case 'known':
      return `Skipped ${event.name}: it was processed before.`;
    case 'archived':
      return `Moved ${event.name} to ${event.paths.join(', ')}.`;
    case 'asked':
      return `${event.jobs} new jobs cost ${groupThousands(event.total)} credits and wait for confirmation.`;
    case 'state':
      return `State: ${event.state.replaceAll('_', ' ')}.`;
    case 'failed': {
      const { happened, next } = describeError(event.error);
      return `${event.name} failed. ${happened} ${next}`;
    }
    case 'problem': {
      const { happened, next } = describeError(event.error);
      return `${happened} ${next}`;
    }
  }
}
