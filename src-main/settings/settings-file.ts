import Conf from 'conf';
import type { SettingsStore } from './settings-store.ts';

/** The settings file without Electron: `config.json` in the home, the same file electron-store writes. */
export function openSettingsFile(home: string): SettingsStore {
  const conf = new Conf<Record<string, unknown>>({ cwd: home, configName: 'config', clearInvalidConfig: true });
  return {
    get: (key): unknown => conf.get(key),
    set: (key, value) => conf.set(key, value),
  };
}
