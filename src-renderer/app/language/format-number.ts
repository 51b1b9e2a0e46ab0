import { currentLanguage, LANGUAGE_TAGS } from './language.ts';

/** Formats a number with thousands separators and all its decimals: `10,000`, `0.01`. */
export function formatNumber(value: number): string {
  return value.toLocaleString(LANGUAGE_TAGS[currentLanguage()], { maximumFractionDigits: 20 });
}
