import type { ImportSetting, ImportValue, ImportValues } from '../../../src-shared/delivery/import-value.ts';
import { TEXTS } from '../../app/language/texts.ts';

/** The formats that come first, with one more at their end, or without it. */
export function togglePreferredFormat(wanted: readonly string[], format: string): string[] {
  return wanted.includes(format) ? wanted.filter((each) => each !== format) : [...wanted, format];
}

/** The formats that come first as a sentence. */
export function preferredFormatsLabel(wanted: readonly string[]): string {
  return TEXTS.targets.imports.order(wanted.map((format) => format.toUpperCase()));
}

/** What a person changed. */
export function changedImportValues(before: ImportValues, now: ImportValues): Record<string, ImportValue> {
  const isSame = (key: string, value: ImportValue): boolean => JSON.stringify(before[key]) === JSON.stringify(value);
  return Object.fromEntries(Object.entries(now).filter(([key, value]) => !isSame(key, value)));
}

/** What each setting is when nobody chose. */
export function defaultImportValues(settings: readonly ImportSetting[]): ImportValues {
  return Object.fromEntries(
    settings.map((setting) => [setting.key, setting.kind === 'formats' ? [...setting.fallback] : setting.fallback]),
  );
}
