import type { Settings } from './settings.ts';

/** A language that Dropforge is translated into. */
export type Language = Exclude<Settings['language'], 'system'>;

/** Resolves the language setting. `system`: that of the system (BCP 47); any Chinese becomes Simplified Chinese. */
export function pickLanguage(setting: Settings['language'], system: string): Language {
  if (setting !== 'system') return setting;
  return /^zh(?:-|$)/i.test(system) ? 'zh' : 'en';
}
