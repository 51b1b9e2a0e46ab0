import Conf from 'conf';
import { OWNER_ONLY } from '../base/files/durable-file.ts';
import { makePrivateFolderSync } from '../base/files/private-files.ts';
import type { SettingsStore } from './settings-store.ts';

/** The settings file without Electron: `config.json` in the home, the same file electron-store writes. */
export function openSettingsFile(home: string): SettingsStore {
  makePrivateFolderSync(home);
  const conf = new Conf<Record<string, unknown>>({
    cwd: home,
    configName: 'config',
    clearInvalidConfig: true,
    configFileMode: OWNER_ONLY,
  });
  return {
    get: (key): unknown => conf.get(key),
    set: (key, value) => conf.set(key, value),
  };
}
