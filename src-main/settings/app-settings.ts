import { isDeepStrictEqual } from 'node:util';
import { settings, type Settings } from '../../src-shared/settings/settings.ts';
import type { SettingsStore } from './settings-store.ts';

type SettingsKey = keyof Settings;

type SettingsListener = (now: Settings, before: Settings) => void;

/** The current settings: read once, validated, saved on every change. */
export interface AppSettings {
  get(): Settings;
  /** Changes some of them durably, all or none, and notifies the listeners. */
  set(patch: Partial<Settings>): Settings;
  /** Calls the listener after every `set`, also when no value changed. Returns a function that stops it. */
  onChange(listener: SettingsListener): () => void;
  /** Calls the listener when the value of one of these settings changed. Returns a function that stops it. */
  onChange(keys: SettingsKey | readonly SettingsKey[], listener: SettingsListener): () => void;
}

/** The settings among these keys that differ, by value. */
export function listChangedSettings(now: Settings, before: Settings, keys: readonly SettingsKey[]): SettingsKey[] {
  return keys.filter((key) => !isDeepStrictEqual(now[key], before[key]));
}

/** Opens the settings; an invalid value is replaced by its default, the others are kept. */
export function createAppSettings(store: SettingsStore): AppSettings {
  const listeners = new Set<SettingsListener>();
  let current = readSettings(store);

  const onChange: AppSettings['onChange'] = (
    ...args: [SettingsListener] | [keys: SettingsKey | readonly SettingsKey[], listener: SettingsListener]
  ) => {
    const [keys, listener] = args.length === 1 ? [null, args[0]] : args;
    const watched = typeof keys === 'string' ? [keys] : keys;
    const added: SettingsListener = (now, before) => {
      if (watched === null || listChangedSettings(now, before, watched).length > 0) listener(now, before);
    };
    listeners.add(added);
    return () => void listeners.delete(added);
  };

  return {
    get: () => current,
    set: (patch) => {
      const next = settings.parse({ ...current, ...patch });
      if (Object.keys(patch).length > 0) store.set(patch);
      const before = current;
      current = next;
      for (const listen of listeners) listen(current, before);
      return current;
    },
    onChange,
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
