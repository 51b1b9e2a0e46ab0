import { currentLanguage, LANGUAGE_TAGS } from './language.ts';

const SECONDS = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;

/** Formats a time of day to the second: `14:02:11`. */
export function formatClock(at: number): string {
  return new Date(at).toLocaleTimeString(LANGUAGE_TAGS[currentLanguage()], SECONDS);
}
