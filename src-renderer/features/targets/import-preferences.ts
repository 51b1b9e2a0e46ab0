import type { ImportSetting, ImportValue, ImportValues } from '../../../src-shared/delivery/import-value.ts';
import { TEXTS } from '../../app/language/texts.ts';

/** Appends a format to the preferred ones, or removes it. */
export function togglePreferredFormat(wanted: readonly string[], format: string): string[] {
  return wanted.includes(format) ? wanted.filter((each) => each !== format) : [...wanted, format];
}

/** Returns the preferred formats as a sentence. */
export function preferredFormatsLabel(wanted: readonly string[]): string {
  return TEXTS.targets.imports.order(wanted.map((format) => format.toUpperCase()));
}

/** Returns the changed values. */
export function changedImportValues(before: ImportValues, now: ImportValues): Record<string, ImportValue> {
  const isSame = (key: string, value: ImportValue): boolean => JSON.stringify(before[key]) === JSON.stringify(value);
  return Object.fromEntries(Object.entries(now).filter(([key, value]) => !isSame(key, value)));
}

/** Returns the defaults of all settings. */
export function defaultImportValues(settings: readonly ImportSetting[]): ImportValues {
  return Object.fromEntries(
    settings.map((setting) => [setting.key, setting.kind === 'formats' ? [...setting.fallback] : setting.fallback]),
  );
}
