import { copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Conf from 'conf';
import { AppError, toErrorInfo } from '../../src-shared/base/errors.ts';
import { describeError } from '../../src-shared/messages/describe-error.ts';
import { message } from '../../src-shared/messages/message.ts';
import { damagedFileName } from '../base/files/damaged-file-name.ts';
import { OWNER_ONLY, partPathOf } from '../base/files/durable-file.ts';
import { makePrivateFolderSync } from '../base/files/private-files.ts';
import { log } from '../base/log/log.ts';
import { parseJsonOrNull } from '../base/parse-json-or-null.ts';
import { toDiskError } from '../folders/disk-error.ts';
import type { SettingsStore } from './settings-store.ts';

const SETTINGS_FILE = 'config.json';

/** Replaces a damaged file: its limits are unknown, so nothing may be spent until they are set again. */
const NO_SPENDING = JSON.stringify({ spending: { perDay: '0' } });

/** The settings file without Electron: `config.json` in the home, the same file electron-store writes. */
export function openSettingsFile(home: string): SettingsStore {
  makePrivateFolderSync(home);
  return openSettingsStore(
    home,
    () =>
      new Conf<Record<string, unknown>>({
        cwd: home,
        configName: 'config',
        clearInvalidConfig: true,
        configFileMode: OWNER_ONLY,
      }),
  );
}

/**
 * Opens a store of the settings file of a home. The store would empty a damaged file, and with it remove all limits, so the
 * file is checked first, also before each use, and a damaged one is kept aside.
 */
export function openSettingsStore(
  home: string,
  open: () => Pick<SettingsStore, 'get' | 'set'>,
): Required<SettingsStore> {
  const damagedFile = replaceDamagedFile(home);
  const store = open();
  return {
    damagedFile,
    get: (key) => {
      replaceDamagedFile(home);
      return store.get(key);
    },
    set: (values) => {
      try {
        replaceDamagedFile(home);
        store.set(values);
      } catch (error) {
        throw toDiskError(error, SETTINGS_FILE);
      }
    },
  };
}

/** The notice that a damaged settings file was replaced. */
export function toSettingsResetError(damagedFile: string): AppError {
  return new AppError('settings_reset', message('home.settings-kept', { file: damagedFile }), {
    subject: SETTINGS_FILE,
  });
}

/** Returns the name of the damaged file; null if the settings file is valid or does not exist. */
function replaceDamagedFile(home: string): string | null {
  const file = path.join(home, SETTINGS_FILE);
  const text = readIfThere(file);
  if (text === null || isObject(text)) return null;
  const damagedFile = damagedFileName(SETTINGS_FILE, Date.now());
  // The file is never missing in between: without one there are no limits.
  copyFileSync(file, path.join(home, damagedFile));
  writeFileSync(partPathOf(file), NO_SPENDING, { mode: OWNER_ONLY, flush: true });
  renameSync(partPathOf(file), file);
  const { happened, next } = describeError(toErrorInfo(toSettingsResetError(damagedFile)));
  log.warn('settings', `${happened} ${next}`);
  return damagedFile;
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function isObject(text: string): boolean {
  const value = parseJsonOrNull(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
