import { currentLanguage, LANGUAGE_TAGS } from './language.ts';

/** A number as people write it, with thousands separated and all its decimals: `10,000`, `0.01`. */
export function formatNumber(value: number): string {
  return value.toLocaleString(LANGUAGE_TAGS[currentLanguage()], { maximumFractionDigits: 20 });
}
