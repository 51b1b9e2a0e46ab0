import { groupThousands } from '../../../src-shared/base/group-thousands.ts';
import type { Language } from '../../../src-shared/settings/pick-language.ts';
import { currentLanguage, LANGUAGE_TAGS } from './language.ts';

/** U+2212: as wide as a digit, and never broken from its number. */
export const MINUS = '−';

interface Formats {
  readonly counts: Intl.NumberFormat;
  readonly clock: Intl.DateTimeFormat;
  readonly days: Intl.DateTimeFormat;
  readonly lists: Intl.ListFormat;
  readonly seconds: string;
  readonly minutes: string;
  readonly hours: string;
}

/** Creates the formats of a language. `dates`: locale that defines day and month order and the 24-hour clock. */
function formatsOf(language: Language, dates: string, seconds: string, minutes: string, hours: string): Formats {
  return {
    counts: new Intl.NumberFormat(LANGUAGE_TAGS[language]),
    clock: new Intl.DateTimeFormat(dates, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    days: new Intl.DateTimeFormat(dates, { day: 'numeric', month: 'short' }),
    lists: new Intl.ListFormat(LANGUAGE_TAGS[language], { type: 'conjunction', style: 'narrow' }),
    seconds,
    minutes,
    hours,
  };
}

const FORMATS: Readonly<Record<Language, Formats>> = {
  en: formatsOf('en', 'en-GB', 's', 'min', 'h'),
  zh: formatsOf('zh', 'zh-CN', '秒', '分', '小时'),
};

/** Formats a whole number with thousands separators: `15,452`. */
export function formatCount(count: number): string {
  return formats().counts.format(count);
}

/**
 * Formats a decimal string of credits with thousands separators and a minus sign, without rounding: `4218.50` →
 * `4,218.50`, `-5` → `−5.00`.
 */
export function formatAmount(amount: string): string {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  return `${amount.startsWith('-') ? MINUS : ''}${groupThousands(whole)}.${fraction.padEnd(2, '0')}`;
}

/** Formats a file size in powers of ten: `812 B`, `3.1 kB`, `3.61 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(bytes < 1e5 ? 1 : 0)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(2)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}

/** Formats a timestamp (epoch ms) as the time of day: `14:32`. */
export function formatTime(at: number): string {
  return formats().clock.format(at);
}

/** Formats a timestamp (epoch ms) as day and time: `21 Nov 14:32`. */
export function formatMoment(at: number): string {
  return `${formats().days.format(at)} ${formatTime(at)}`;
}

/** Formats a timestamp (epoch ms) as a day: `21 Nov`. */
export function formatDate(at: number): string {
  return formats().days.format(at);
}

/** Formats a day such as `2026-11-21` for display: `21 Nov`. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return formats().days.format(new Date(year ?? 0, (month ?? 1) - 1, date));
}

/** Formats a duration in ms: `0.8 s`, `48 s`, `3 min 12 s`, `2 h 5 min`. */
export function formatSpan(ms: number): string {
  const { seconds: unit, minutes, hours } = formats();
  const seconds = Math.round(ms / 1000);
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} ${unit}`;
  if (seconds >= 3600) {
    const whole = Math.round(seconds / 60);
    return `${Math.floor(whole / 60)} ${hours} ${whole % 60} ${minutes}`;
  }
  return seconds < 60 ? `${seconds} ${unit}` : `${Math.floor(seconds / 60)} ${minutes} ${seconds % 60} ${unit}`;
}

/** Formats names as a list: `GLB, FBX, USDZ`. */
export function formatList(names: readonly string[]): string {
  return formats().lists.format(names);
}

/** Formats a length in metres to three significant digits: `0.284 m`, `12.4 m`, `0.0021 m`. */
export function formatMetres(metres: number): string {
  return `${formatSize(metres)} m`;
}

/** Formats a length in metres without the unit, for a row of several lengths. */
export function formatSize(metres: number): string {
  if (metres === 0) return '0';
  if (metres >= 1000) return formatCount(Math.round(metres));
  return metres >= 0.1
    ? metres.toFixed(metres >= 100 ? 0 : metres >= 10 ? 1 : metres >= 1 ? 2 : 3)
    : metres.toPrecision(2);
}

function formats(): Formats {
  return FORMATS[currentLanguage()];
}
