import { settings, type Settings } from '../../src-shared/settings/settings.ts';
import type { SettingsStore } from './settings-store.ts';

/** The settings in use: read once, checked, written through. */
export interface AppSettings {
  get(): Settings;
  /** Changes some of them, durably, and tells who listens. */
  set(patch: Partial<Settings>): Settings;
  onChange(listen: (settings: Settings) => void): () => void;
}

/** Opens the settings; a value that no longer fits falls back to its default, the others stay. */
export function createAppSettings(store: SettingsStore): AppSettings {
  const listeners = new Set<(settings: Settings) => void>();
  let current = readSettings(store);
  return {
    get: () => current,
    set: (patch) => {
      const next = settings.parse({ ...current, ...patch });
      for (const [key, value] of Object.entries(patch)) store.set(key, value);
      current = next;
      for (const listen of listeners) listen(current);
      return current;
    },
    onChange: (listen) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
}

function readSettings(store: SettingsStore): Settings {
  const usual = settings.parse({});
  const entries = Object.entries(settings.shape).map(([key, schema]) => {
    const parsed = schema.safeParse(store.get(key) ?? undefined);
    return [key, parsed.success ? parsed.data : usual[key as keyof Settings]] as const;
  });
  return settings.parse(Object.fromEntries(entries));
}
